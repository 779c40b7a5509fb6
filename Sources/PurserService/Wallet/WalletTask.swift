package import Ledger

/// Something that an operator wants done about wallets, or shown, with what it needs.
package struct WalletTask: Hashable, Sendable {
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

    /// A field of a task that is missing or wrong.
    package struct Mistake: Error, Hashable, Sendable {
        /// The field.
        package let field: String
        /// One plain sentence.
        package let detail: String
    }

    /// The most movements in one answer.
    package static let maximumMovements = 500
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

    /// The task of named texts, each field by its name.
    package init(_ text: (String) -> String?) throws(Mistake) {
        func required(_ name: String) throws(Mistake) -> String {
            guard let value = text(name), !value.isEmpty, value.utf8.count <= 1024 else {
                throw Mistake(field: name, detail: "This task needs this field.")
            }
            return value
        }
        func number(_ name: String) throws(Mistake) -> Int64? {
            guard let value = text(name) else { return nil }
            guard let number = Int64(value) else {
                throw Mistake(field: name, detail: "This must be a whole number.")
            }
            return number
        }
        func quantity() throws(Mistake) -> Int64 {
            guard let quantity = try number("quantity") else {
                throw Mistake(field: "quantity", detail: "This task needs this field.")
            }
            return quantity
        }
        func expiry() throws(Mistake) -> Instant? {
            guard let value = text("expires") else { return nil }
            guard let instant = Instant(rfc3339: value) else {
                throw Mistake(field: "expires", detail: "Write an instant by RFC 3339: 2026-03-01T12:00:00Z.")
            }
            return instant
        }
        self.app = AppName(try required("app"))
        guard let customer = CustomerID(try required("customer")) else {
            throw Mistake(field: "customer", detail: "A customer id has 1 to 255 bytes and no control characters.")
        }
        self.customer = customer
        guard let environment = StoreEnvironment(rawValue: text("environment") ?? StoreEnvironment.production.rawValue)
        else { throw Mistake(field: "environment", detail: "Use Production, Sandbox or Xcode.") }
        self.environment = environment
        let task = try required("task")
        if task == "list" {
            self.deed = .list
            return
        }
        let coin = CoinName(try required("coin"))
        switch task {
        case "show": self.deed = .show(coin)
        case "statement":
            let limit = try number("limit") ?? 50
            guard (1...Int64(Self.maximumMovements)).contains(limit) else {
                throw Mistake(field: "limit", detail: "This must be a number from 1 to \(Self.maximumMovements).")
            }
            self.deed = .statement(coin, before: try number("cursor"), limit: Int(limit))
        case "grant": self.deed = .grant(coin, try quantity(), expiresAt: try expiry(), key: text("key"))
        case "adjust": self.deed = .adjust(coin, try quantity(), key: text("key"))
        default: throw Mistake(field: "task", detail: "There is no such task.")
        }
    }
}
