extension ConsentRequest {
    /// The form of it.
    static let schema = APISchema.object(
        .required("textHash", .string(pattern: "^[0-9a-fA-F]{64}$"), "SHA-256 of the text that was shown."),
        .required("version", .string(length: 1...64), "The version of the text."),
        .required("locale", .string(length: 2...35), "The language it was shown in, by BCP 47: `de-AT`."),
        .required("storefront", .string(pattern: "^[A-Z]{3}$"), "ISO 3166-1 alpha-3, as StoreKit has it."),
        .required("givenAt", .string(format: "date-time"), "When he agreed; not in the future."),
        .required("source", .string(length: 1...255), "Where he agreed, in your words."),
        .optional("guardian", .string(length: 1...255), "Who agreed for a minor."),
        .optional("id", .string(pattern: "^[A-Za-z0-9._-]{1,64}$"), "A name of your own; otherwise it gets one.")
    )
}
