extension CataloguePreviewBody {
    /// Its form.
    static let schema = APISchema.named(
        "CataloguePreview",
        .object(
            .optional("applied", CatalogueVersionBody.schema, "The version that was applied, if one was."),
            .optional("before", CatalogueVersionBody.schema, "The version that counted before."),
            .required("same", .boolean, "Whether it is what counted before, so that nothing happens."),
            .required("changes", .array(of: Self.change)),
            .required(
                "losses",
                .array(
                    of: .object(
                        .required("right", .string()),
                        .required("products", .array(of: .product), "The products that unlocked it.")
                    )
                ),
                "The rights that customers lose; how many they are is not counted."
            ),
            .required("warnings", .array(of: Self.warning), "What is allowed and looks like an oversight."),
            .required("words", .array(of: .string()), "All of it in words, one thing a line.")
        )
    )

    private static let change = APISchema.object(
        .required("kind", .words("added", "removed", "changed")),
        .required("section", .string(), "The section of the file."),
        .required("name", .string(), "The name there; empty where the section is one thing."),
        .required(
            "fields",
            .array(
                of: .object(
                    .required("name", .string(), "The key."),
                    .optional("before", .string()),
                    .optional("after", .string())
                )
            ),
            "The values that differ."
        )
    )

    private static let warning = APISchema.object(
        .optional("line", .integer(1...Int64.max)),
        .required("key", .string(), "The keys that lead to the place."),
        .required("problem", .string()),
        .required("remedy", .string())
    )
}
