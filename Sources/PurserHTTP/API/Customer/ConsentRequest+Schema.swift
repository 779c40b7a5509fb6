extension ConsentRequest {
    /// The form of it.
    static let schema = APISchema.object(
        .optional(
            "textHash",
            .string(pattern: "^[0-9a-fA-F]{64}$"),
            "SHA-256 of the text that was shown; without it nobody can prove later which text that was."
        ),
        .optional("version", .string(length: 1...64), "The version of the text; `1` if left out."),
        .optional(
            "locale",
            .string(length: 2...35),
            "The language it was shown in, by BCP 47: `de-AT`; `und` if left out."
        ),
        .optional(
            "storefront",
            .string(pattern: "^[A-Z]{3}$"),
            "ISO 3166-1 alpha-3, as StoreKit has it; if left out that of the newest purchase, else `ZZZ`."
        ),
        .optional("givenAt", .string(format: "date-time"), "When they agreed, not in the future; now if left out."),
        .optional("source", .string(length: 1...255), "Where they agreed, in your words."),
        .optional("guardian", .string(length: 1...255), "Who agreed for a minor."),
        .optional("id", .string(pattern: "^[A-Za-z0-9._-]{1,64}$"), "A name of your own; otherwise it gets one.")
    )
}
