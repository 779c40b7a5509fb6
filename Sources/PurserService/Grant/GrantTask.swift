package import Ledger

/// Something that an operator wants done about rights given by hand, with what it needs.
package struct GrantTask: OperatorTask {
    /// What is wanted.
    package enum Deed: Hashable, Sendable {
        /// A right given.
        case create(RightName, from: Instant?, until: Instant?)
        /// What a customer was given.
        case list
        /// A grant taken back.
        case revoke(GrantID)
    }

    /// What it is about.
    package static let noun = "grant"
    /// The names of all fields, as they stand in a request.
    package static let fieldNames = ["task", "app", "customer", "right", "from", "until", "grant"]

    /// The app.
    package let app: AppName
    /// Whose rights.
    package let customer: CustomerID
    /// What is wanted.
    package let deed: Deed

    /// A task about a customer of an app.
    package init(_ deed: Deed, of customer: CustomerID, in app: AppName) {
        self.deed = deed
        self.customer = customer
        self.app = app
    }

    /// Whether it changes somebody's rights, so that the operator should be asked before.
    package var isChange: Bool { self.deed != .list }

    /// The task as named texts.
    package var fields: [(name: String, value: String)] {
        var fields = [("app", self.app.rawValue), ("customer", self.customer.rawValue)]
        switch self.deed {
        case .create(let right, let from, let until):
            fields += [("task", "create"), ("right", right.rawValue)]
            if let from { fields.append(("from", from.rfc3339)) }
            if let until { fields.append(("until", until.rfc3339)) }
        case .list: fields.append(("task", "list"))
        case .revoke(let id): fields += [("task", "revoke"), ("grant", id.rawValue)]
        }
        return fields.map { (name: $0.0, value: $0.1) }
    }

    /// The task of named texts.
    package init(_ fields: TaskFields) throws(TaskMistake) {
        self.app = AppName(try fields.required("app"))
        self.customer = try fields.customer()
        switch try fields.required("task") {
        case "create":
            self.deed = .create(
                RightName(try fields.required("right")),
                from: try fields.instant("from"),
                until: try fields.instant("until")
            )
        case "list": self.deed = .list
        case "revoke": self.deed = .revoke(GrantID(try fields.required("grant")))
        default: throw TaskMistake(field: "task", detail: "There is no such task.")
        }
    }
}
