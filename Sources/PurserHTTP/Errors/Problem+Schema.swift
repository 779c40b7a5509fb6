extension Problem {
    /// The form of a problem document (RFC 9457).
    static let schema = APISchema.named(
        "Problem",
        .object(
            .required("type", .string(format: "uri-reference"), "`about:blank`: the code says what it is."),
            .required("title", .string(), "The words of the status."),
            .required("status", .integer(100...599)),
            .required("code", .string(pattern: "^[a-z][a-z0-9_]*$"), "Stable; programs may rely on it."),
            .required("detail", .string(), "What is wrong and what to do."),
            .optional("field", .string(), "The field at fault, as it was named."),
            .optional("sentence", .string(), "What the player may be told, where a route says so."),
            .optional("language", .string(), "The language of the sentence."),
            .required("requestId", .string(), "Under which the server's log knows more.")
        )
    )
}
