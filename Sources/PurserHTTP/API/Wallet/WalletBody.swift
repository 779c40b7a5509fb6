import Ledger

/// How a wallet stands, as our JSON shows it.
struct WalletBody: Encodable {
    let coin: String
    let balance: Int64
    let available: Int64
    let held: Int64
    let debt: Int64
    let movements: Int64

    init(_ wallet: WalletBalance) {
        self.coin = wallet.name.coin.rawValue
        self.balance = wallet.balance
        self.available = wallet.available
        self.held = wallet.held
        self.debt = wallet.debt
        self.movements = wallet.movementCount
    }

    /// How a wallet stood after a movement.
    init(_ coin: CoinName, after movement: Movement) {
        self.coin = coin.rawValue
        self.balance = movement.balance
        self.available = movement.balance - movement.held
        self.held = movement.held
        self.debt = movement.debt
        self.movements = movement.number
    }
}

extension WalletBody {
    /// Coins, none or more.
    static let count = APISchema.integer(0...(1 << 53) - 1)

    /// The form of it.
    static let schema = APISchema.named(
        "Wallet",
        .object(
            .required("coin", .string(length: 1...64), "The coin, as the catalog names it."),
            .required("balance", Self.count, "All coins that are there, held ones included."),
            .required("available", Self.count, "What can be spent."),
            .required("held", Self.count, "What is held while Apple decides about a refund."),
            .required("debt", Self.count, "What is owed and not repaid."),
            .required("movements", Self.count, "How many movements there were; also the number of the newest.")
        )
    )
}

/// A lot as our JSON shows it.
struct LotBody: Encodable {
    let number: Int64
    let kind: String
    let purchase: String?
    let amount: Int64
    let left: Int64
    let spent: Int64
    let repays: Int64
    let revoked: Int64
    let removed: Int64
    let debt: Int64
    let held: Bool
    let createdAt: String
    let expiresAt: String?

    init(_ lot: Lot) {
        self.number = lot.number
        self.kind = lot.kind.rawValue
        self.purchase = lot.purchase?.spelling
        self.amount = lot.amount
        self.left = lot.left
        self.spent = lot.spent
        self.repays = lot.lent
        self.revoked = lot.revoked
        self.removed = lot.removed
        self.debt = lot.debt
        self.held = lot.isHeld
        self.createdAt = lot.createdAt.rfc3339
        self.expiresAt = lot.expiresAt?.rfc3339
    }

    /// The form of it.
    static let schema = APISchema.named(
        "WalletLot",
        .object(
            .required("number", WalletBody.count, "Its place in the wallet."),
            .required("kind", .enumeration(Lot.Kind.allCases.map(\.rawValue)), "How its coins came."),
            .optional("purchase", .string(length: 1...255), "The purchase that brought it."),
            .required("amount", WalletBody.count, "How many it brought."),
            .required("left", WalletBody.count, "How many are still there."),
            .required("spent", WalletBody.count, "How many were spent."),
            .required("repays", WalletBody.count, "How many repay a debt."),
            .required("revoked", WalletBody.count, "How many a refund revoked."),
            .required("removed", WalletBody.count, "How many expired or were taken away by hand."),
            .required("debt", WalletBody.count, "What is owed for it and not repaid."),
            .required("held", .boolean, "Whether what is left is held."),
            .required("createdAt", .instant),
            .optional("expiresAt", .instant)
        )
    )
}

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
        .required("kind", .enumeration(Movement.Kind.allCases.map(\.rawValue)), "What was done."),
        .required("quantity", .integer(), "How many coins; negative where an adjustment took them away."),
        .required("cause", .enumeration(Movement.Cause.allCases.map(\.rawValue)), "What brought it about."),
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
                        .required("account", .enumeration(Movement.Account.allCases.map(\.rawValue))),
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
    static let eventSchema = APISchema.named("WalletMovement", .record(Self.basics))

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
