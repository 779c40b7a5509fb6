import Ledger

/// A movement as our JSON shows it.
struct MovementBody: Encodable {
    struct Entry: Encodable {
        let account: String
        let lot: Int64?
        let quantity: Int64
    }

    let number: Int64
    let kind: String
    let quantity: Int64
    let cause: String
    let key: String
    let at: String
    let purchase: String?
    let expiresAt: String?
    let entries: [Entry]
    let balance: Int64
    let held: Int64
    let debt: Int64
    let reason: String?
    let by: String?

    /// A movement; for an app in the field without the words of whoever asked for it.
    init(_ movement: Movement, isForApp: Bool) {
        self.number = movement.number
        self.kind = movement.kind.rawValue
        self.quantity = movement.quantity
        self.cause = movement.cause.rawValue
        self.key = movement.key.rawValue
        self.at = movement.at.rfc3339
        self.purchase = movement.purchase?.spelling
        self.expiresAt = movement.expiresAt?.rfc3339
        self.entries = movement.shownEntries.map {
            Entry(account: $0.account.rawValue, lot: $0.lot, quantity: $0.quantity)
        }
        self.balance = movement.balance
        self.held = movement.held
        self.debt = movement.debt
        self.reason = isForApp || movement.reason.isEmpty ? nil : movement.reason
        self.by = isForApp ? nil : movement.by
    }
}

extension MovementBody {
    private static let count = APISchema.integer(1...(1 << 53) - 1)

    private static let basics: [APIProperty] = [
        .required("number", Self.count, "Its place in the wallet, from 1 and without gaps."),
        .required("kind", .words(Movement.Kind.allCases.map(\.rawValue)), "What was done."),
        .required("quantity", .integer(), "How many coins; negative where an adjustment took them away."),
        .required("cause", .words(Movement.Cause.allCases.map(\.rawValue)), "What brought it about."),
        .required("key", .string(length: 1...1024), "Its idempotency key."),
        .required("at", .instant),
        .optional("purchase", .string(length: 1...255), "The purchase, for example `single:2000000123`."),
        .optional("expiresAt", .instant, "When the coins that came expire."),
        .required(
            "entries",
            .array(
                of: .named(
                    "WalletEntry",
                    .object(
                        .required("account", .words(Movement.Account.allCases.map(\.rawValue))),
                        .optional(
                            "lot",
                            Self.count,
                            "The lot; absent for a whole wallet, and where there are too many lots."
                        ),
                        .required("quantity", .integer(), "How many entered the account; negative for left.")
                    )
                )
            ),
            "From account to account; they sum to zero."
        ),
    ]

    /// The form of it in an event.
    static let told = APISchema.named("WalletMovement", .record(Self.basics))

    /// The form of it in a statement.
    static let schema = APISchema.named(
        "WalletStatementLine",
        .record(
            Self.basics + [
                .required("balance", WalletBody.count, "The coins after it."),
                .required("held", WalletBody.count, "The held ones among them after it."),
                .required("debt", WalletBody.count, "The debt after it."),
                .optional("reason", .string(), "Why; not for a publishable key, and not once the name was erased."),
                .optional("by", .string(), "Who asked for it; not for a publishable key."),
            ]
        )
    )
}
