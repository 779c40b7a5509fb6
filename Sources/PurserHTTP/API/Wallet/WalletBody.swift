import Ledger

/// A wallet in JSON.
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

    /// Creates the body of a wallet after a movement.
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
    /// A number of coins, 0 or more.
    static let count = APISchema.integer(0...(1 << 53) - 1)

    /// Its schema.
    static let schema = APISchema.named(
        "Wallet",
        .object(
            .required("coin", .string(length: 1...64), "The coin, by its name in the catalog."),
            .required("balance", Self.count, "All coins, including those on hold."),
            .required("available", Self.count, "The coins that can be spent."),
            .required("held", Self.count, "The coins on hold while Apple decides on a refund."),
            .required("debt", Self.count, "The coins that the customer owes."),
            .required("movements", Self.count, "The number of movements; also the number of the newest one.")
        )
    )
}

/// A lot in JSON.
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

    /// Its schema.
    static let schema = APISchema.named(
        "WalletLot",
        .object(
            .required("number", WalletBody.count, "The position in the wallet."),
            .required("kind", .enumeration(Lot.Kind.allCases.map(\.rawValue)), "The origin of its coins."),
            .optional("purchase", .string(length: 1...255), "The purchase that created it."),
            .required("amount", WalletBody.count, "The number of coins that it began with."),
            .required("left", WalletBody.count, "The number of coins left."),
            .required("spent", WalletBody.count, "The number of spent coins."),
            .required("repays", WalletBody.count, "The number of coins that repaid a debt."),
            .required("revoked", WalletBody.count, "The number of coins that a refund revoked."),
            .required("removed", WalletBody.count, "The number of coins that expired or that an adjustment removed."),
            .required("debt", WalletBody.count, "The debt for it that is not repaid."),
            .required("held", .boolean, "Whether the remaining coins are on hold."),
            .required("createdAt", .instant),
            .optional("expiresAt", .instant)
        )
    )
}

/// A movement in JSON.
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

    /// Creates the body of a movement; for an installed app without the reason and the name of its creator.
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
        .required("number", Self.count, "The position in the wallet, from 1 and without gaps."),
        .required("kind", .enumeration(Movement.Kind.allCases.map(\.rawValue)), "The kind of movement."),
        .required("quantity", .integer(), "The number of coins; negative for an adjustment that removed coins."),
        .required("cause", .enumeration(Movement.Cause.allCases.map(\.rawValue)), "The cause."),
        .required("key", .string(length: 1...1024), "Its idempotency key."),
        .required("at", .instant),
        .optional("purchase", .string(length: 1...255), "The purchase, for example `single:2000000123`."),
        .optional("expiresAt", .instant, "When the added coins expire."),
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
                            "The lot; absent for an entry of the whole wallet, and for movements with too many lots."
                        ),
                        .required(
                            "quantity",
                            .integer(),
                            "The number of coins that entered the account; negative if they left it."
                        )
                    )
                )
            ),
            "The entries between accounts; their sum is zero."
        ),
    ]

    /// The schema in an event.
    static let eventSchema = APISchema.named("WalletMovement", .record(Self.basics))

    /// The schema in a statement.
    static let schema = APISchema.named(
        "WalletStatementLine",
        .record(
            Self.basics + [
                .required("balance", WalletBody.count, "The coins after the movement."),
                .required("held", WalletBody.count, "The coins on hold after the movement."),
                .required("debt", WalletBody.count, "The debt after the movement."),
                .optional("reason", .string(), "The reason; absent for a publishable key, and after an erasure."),
                .optional("by", .string(), "The operator or key that requested it; absent for a publishable key."),
            ]
        )
    )
}
