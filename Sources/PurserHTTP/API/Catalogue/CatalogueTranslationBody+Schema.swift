extension CatalogueTranslationBody {
    /// Its form.
    static let schema = APISchema.named(
        "CatalogueTranslation",
        .object(
            .required("document", .string(), "The catalogue file."),
            .required("remarks", .array(of: .string()), "What could not be taken over or looks odd.")
        )
    )
}
