package import Ledger

/// Something that an operator wants done about wallets, or shown, with what it needs.
package struct WalletTask: OperatorTask {
    /// What is wanted.
    package enum Deed: Hashable, Sendable {
        /// How all wallets of a customer stand.
        case list
        /// How a wallet stands, and its newest lots.
        case show(CoinName)
        /// The movements of a wallet before one, newest first.
        case statement(CoinName, before: Int64?, limit: Int)
        /// Coins given.
        case grant(CoinName, Int64, expiresAt: Instant?, key: String?)
        /// Coins added, or taken away where the quantity is negative.
        case adjust(CoinName, Int64, key: String?)
    }

    /// The most movements in one answer.
    package static let maximumMovements = 500
    /// What it is about.
    package static let noun = "wallet"
    /// The names of all fields, as they stand in a request.
    package static let fieldNames = [
        "task", "app", "customer", "environment", "coin", "quantity", "expires", "key", "cursor", "limit",
    ]

    /// The app.
    package let app: AppName
    /// Whose wallets.
    package let customer: CustomerID
    /// The environment.
    package let environment: StoreEnvironment
    /// What is wanted.
    package let deed: Deed

    /// A task about a customer of an app.
    package init(_ deed: Deed, of customer: CustomerID, _ environment: StoreEnvironment, in app: AppName) {
        self.deed = deed
        self.customer = customer
        self.environment = environment
        self.app = app
    }

    /// Whether it changes a balance, so that the operator should be asked before.
    package var isChange: Bool {
        switch self.deed {
        case .list, .show, .statement: false
        case .grant, .adjust: true
        }
    }

    /// The task as named texts.
    package var fields: [(name: String, value: String)] {
        var fields = [
            ("app", self.app.rawValue), ("customer", self.customer.rawValue),
            ("environment", self.environment.rawValue),
        ]
        switch self.deed {
        case .list: fields.append(("task", "list"))
        case .show(let coin): fields += [("task", "show"), ("coin", coin.rawValue)]
        case .statement(let coin, let before, let limit):
            fields += [("task", "statement"), ("coin", coin.rawValue), ("limit", "\(limit)")]
            if let before { fields.append(("cursor", "\(before)")) }
        case .grant(let coin, let quantity, let expiresAt, let key):
            fields += [("task", "grant"), ("coin", coin.rawValue), ("quantity", "\(quantity)")]
            if let expiresAt { fields.append(("expires", expiresAt.rfc3339)) }
            if let key { fields.append(("key", key)) }
        case .adjust(let coin, let quantity, let key):
            fields += [("task", "adjust"), ("coin", coin.rawValue), ("quantity", "\(quantity)")]
            if let key { fields.append(("key", key)) }
        }
        return fields.map { (name: $0.0, value: $0.1) }
    }

    /// The task of named texts.
    package init(_ fields: TaskFields) throws(TaskMistake) {
        func quantity() throws(TaskMistake) -> Int64 {
            guard let quantity = try fields.number("quantity") else {
                throw TaskMistake(field: "quantity", detail: "This task needs this field.")
            }
            return quantity
        }
        self.app = AppName(try fields.required("app"))
        self.customer = try fields.customer()
        self.environment = try fields.word("environment", usually: .production)
        let task = try fields.required("task")
        if task == "list" {
            self.deed = .list
            return
        }
        let coin = CoinName(try fields.required("coin"))
        switch task {
        case "show": self.deed = .show(coin)
        case "statement":
            let limit = try fields.number("limit", in: 1...Int64(Self.maximumMovements)) ?? 50
            self.deed = .statement(coin, before: try fields.number("cursor"), limit: Int(limit))
        case "grant":
            let expiresAt = try fields.instant("expires")
            self.deed = .grant(coin, try quantity(), expiresAt: expiresAt, key: try fields.key())
        case "adjust": self.deed = .adjust(coin, try quantity(), key: try fields.key())
        default: throw TaskMistake(field: "task", detail: "There is no such task.")
        }
    }
}
