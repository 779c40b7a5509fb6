import AppStore
import Ledger

extension StoreTask {
    /// What it is about.
    package static let noun = "store"
    /// The names of all fields, as they stand in a request.
    package static let fieldNames = [
        "task", "app", "transaction", "product", "days", "because", "storefronts", "environment", "token", "order",
        "customer", "language", "key",
    ]

    /// The task as named texts.
    package var fields: [(name: String, value: String)] {
        var fields: [(name: String, value: String)] = [("app", self.app.rawValue)]
        func extending(_ days: ExtensionDays, _ reason: ExtendReasonCode) -> [(name: String, value: String)] {
            let word = Self.reasons.first { $0.code == reason }?.word ?? "undeclared"
            return [("days", String(days.days)), ("because", word)]
        }
        switch self.deed {
        case .extend(let original, let days, let reason, let key):
            fields += [("task", "extend"), ("transaction", original.rawValue)] + extending(days, reason)
            if let key { fields.append(("key", key)) }
        case .extendAll(let product, let days, let reason, let storefronts, let environment, let key):
            fields += [("task", "extendAll"), ("product", product.rawValue)] + extending(days, reason)
            fields.append(("environment", environment.rawValue))
            if !storefronts.isEmpty { fields.append(("storefronts", storefronts.joined(separator: ","))) }
            if let key { fields.append(("key", key)) }
        case .extensions(let environment):
            fields += [("task", "extensions"), ("environment", environment.rawValue)]
        case .setToken(let token, let original):
            fields += [("task", "setToken"), ("transaction", original.rawValue), ("token", token.description)]
        case .order(let number): fields += [("task", "order"), ("order", number)]
        case .recover(let number, let customer, let language):
            fields += [
                ("task", "recover"), ("order", number), ("customer", customer.rawValue), ("language", language),
            ]
        case .finish(let id): fields += [("task", "finish"), ("transaction", id.rawValue)]
        case .download(let id): fields += [("task", "download"), ("transaction", id.rawValue)]
        }
        return fields
    }

    /// The task of named texts.
    package init(_ fields: TaskFields) throws(TaskMistake) {
        func days() throws(TaskMistake) -> ExtensionDays {
            guard let days = Int(try fields.required("days")).flatMap({ ExtensionDays($0) }) else {
                throw TaskMistake(field: "days", detail: "Apple extends by 1 to 90 days.")
            }
            return days
        }
        func reason() throws(TaskMistake) -> ExtendReasonCode {
            let word = try fields.required("because")
            guard let reason = Self.reasons.first(where: { $0.word == word }) else {
                throw TaskMistake(field: "because", detail: Spelling.choice(word, among: Self.reasons.map(\.word)))
            }
            return reason.code
        }
        func environment() throws(TaskMistake) -> StoreEnvironment {
            let name = fields["environment"] ?? StoreEnvironment.production.rawValue
            guard let found = StoreEnvironment.named(name), found == .production || found == .sandbox else {
                throw TaskMistake(field: "environment", detail: "This must be Production or Sandbox.")
            }
            return found
        }
        self.app = AppName(try fields.required("app"))
        switch try fields.required("task") {
        case "extend":
            self.deed = .extend(
                OriginalTransactionID(try fields.required("transaction")),
                days: try days(),
                because: try reason(),
                key: try fields.key()
            )
        case "extendAll":
            self.deed = .extendAll(
                ProductID(try fields.required("product")),
                days: try days(),
                because: try reason(),
                storefronts: (fields["storefronts"] ?? "").split(separator: ",").map(String.init),
                environment: try environment(),
                key: try fields.key()
            )
        case "extensions": self.deed = .extensions(try environment())
        case "setToken":
            guard let token = AccountToken(try fields.required("token")) else {
                throw TaskMistake(field: "token", detail: "An account token is a UUID.")
            }
            self.deed = .setToken(token, of: OriginalTransactionID(try fields.required("transaction")))
        case "order": self.deed = .order(try fields.required("order"))
        case "recover":
            let language = fields["language"] ?? PlayerSentences.fallback
            self.deed = .recover(try fields.required("order"), for: try fields.customer(), language: language)
        case "finish": self.deed = .finish(TransactionID(try fields.required("transaction")))
        case "download": self.deed = .download(TransactionID(try fields.required("transaction")))
        default: throw TaskMistake(field: "task", detail: "There is no such task.")
        }
    }
}
