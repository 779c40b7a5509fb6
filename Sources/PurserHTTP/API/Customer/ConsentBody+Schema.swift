extension ConsentBody {
    /// The form of it.
    static let schema = APISchema.named(
        "Consent",
        .object(
            .required("id", .string()),
            .optional("textHash", .string(pattern: "^[0-9a-f]{64}$"), "SHA-256 of the text that was shown."),
            .required("version", .string(), "The version of the text."),
            .required("locale", .string(), "BCP 47."),
            .required("storefront", .string(), "ISO 3166-1 alpha-3."),
            .required("givenAt", .instant),
            .optional("source", .string(), "Where he agreed; gone once he is erased."),
            .optional("guardian", .string(), "Who agreed for a minor; gone once he is erased."),
            .required("byGuardian", .boolean, "Whether somebody agreed for a minor."),
            .required("recordedAt", .instant),
            .required("recordedBy", .string()),
            .optional("withdrawnAt", .instant, "Since when he does not agree any more."),
            .optional("withdrawalSource", .string()),
            .optional("warning", .string(), "What it cannot prove; absent where it states the text."),
            .nothing
        )
    )
}
