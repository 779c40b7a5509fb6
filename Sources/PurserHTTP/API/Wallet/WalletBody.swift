import Ledger

/// How a wallet stands, as our JSON shows it.
struct WalletBody: Encodable {
    let coin: String
    let balance: Int64
    let available: Int64
    let held: Int64
    let debt: Int64
    let movements: Int64

    init(_ wallet: WalletStanding) {
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
            .required("coin", .string(length: 1...64), "The coin, as the catalogue names it."),
            .required("balance", Self.count, "All coins that are there, held ones included."),
            .required("available", Self.count, "What can be spent."),
            .required("held", Self.count, "What is held while Apple decides about a refund."),
            .required("debt", Self.count, "What is owed and not repaid."),
            .required("movements", Self.count, "How many movements there were; also the number of the newest.")
        )
    )
}
