package import Ledger

/// Something that an operator wants done about rights given by hand, with what it needs.
package struct GrantTask: Hashable, Sendable {
    /// What is wanted.
    package enum Deed: Hashable, Sendable {
        /// A right given.
        case create(RightName, from: Instant?, until: Instant?)
        /// What a customer was given.
        case list
        /// A grant taken back.
        case revoke(GrantID)
    }

    /// A field of a task that is missing or wrong.
    package struct Mistake: Error, Hashable, Sendable {
        /// The field.
        package let field: String
        /// One plain sentence.
        package let detail: String
    }

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

    /// The task of named texts, each field by its name.
    package init(_ text: (String) -> String?) throws(Mistake) {
        func required(_ name: String) throws(Mistake) -> String {
            guard let value = text(name), !value.isEmpty, value.utf8.count <= 1024 else {
                throw Mistake(field: name, detail: "This task needs this field.")
            }
            return value
        }
        func instant(_ name: String) throws(Mistake) -> Instant? {
            guard let value = text(name) else { return nil }
            guard let instant = Instant(rfc3339: value) else {
                throw Mistake(field: name, detail: "Write an instant by RFC 3339: 2026-03-01T12:00:00Z.")
            }
            return instant
        }
        self.app = AppName(try required("app"))
        guard let customer = CustomerID(try required("customer")) else {
            throw Mistake(field: "customer", detail: "A customer id has 1 to 255 bytes and no control characters.")
        }
        self.customer = customer
        switch try required("task") {
        case "create":
            self.deed = .create(
                RightName(try required("right")),
                from: try instant("from"),
                until: try instant("until")
            )
        case "list": self.deed = .list
        case "revoke": self.deed = .revoke(GrantID(try required("grant")))
        default: throw Mistake(field: "task", detail: "There is no such task.")
        }
    }
}
