import Ledger

extension KeyBody {
    /// The form of the body.
    static let schema = APISchema.named(
        "Key",
        .object(
            .required("id", .string(), "Its name for people and addresses; no secret."),
            .optional("app", .string(), "The app; absent for a key of all apps."),
            .required("kind", .words("secret", "publishable", "operator"), "What it is for."),
            .optional("scopes", .array(of: .words(AccessScope.allCases.map(\.rawValue))), "Of a secret key."),
            .optional("role", .words(OperatorRole.allCases.map(\.rawValue)), "Of an operator's key."),
            .required("name", .string(), "What its maker calls it."),
            .required("createdAt", .instant),
            .required("createdBy", .string(), "Who made it: a user of the machine, or a key's `id`."),
            .optional("revokedAt", .instant, "Since when it opens nothing."),
            .optional("revokedBy", .string()),
            .optional("lastUsedAt", .instant, "To the minute."),
            .optional("key", .string(), "The key itself: in the answer that makes it, and never again."),
            .nothing
        )
    )
}
