extension CatalogueVersionBody {
    /// Its form.
    static let schema = APISchema.named(
        "CatalogueVersion",
        .object(
            .required("number", .integer(1...Int64.max)),
            .required("digest", .string(pattern: "^[0-9a-f]{64}$"), "SHA-256 of the text."),
            .required("appliedAt", .instant),
            .required("appliedBy", .string(), "Who applied it."),
            .required(
                "origin",
                .words("configuration", "command"),
                "`configuration` when the server found it in its configured file."
            ),
            .optional("note", .string(), "Why, where a reason was given.")
        )
    )
}
