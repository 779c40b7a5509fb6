package import Ledger

/// Something that an operator wants done about orders, with what it needs.
package struct OrderTask: Hashable, Sendable {
    /// What is wanted.
    package enum Deed: Hashable, Sendable {
        /// The orders of a queue, named as `queues` names it, after a place.
        case list(queue: String, after: Int64, limit: Int)
        /// A customer's orders, last made first.
        case listOf(CustomerID, limit: Int)
        /// One order with all that is known of it.
        case show(OrderID)
        /// An order called off.
        case cancel(OrderID)
        /// Something written down about an order.
        case note(OrderID, String)
        /// A customer blocked by hand, or not any more.
        case block(CustomerID, Bool)
    }

    /// A field of a task that is missing or wrong.
    package struct Mistake: Error, Hashable, Sendable {
        /// The field.
        package let field: String
        /// One plain sentence.
        package let detail: String
    }

    /// The queue of purchases that no order was made for.
    package static let queueWithoutOrder = "paid_without_order"
    /// Everything that can be listed.
    package static let queues = OrderQueue.allCases.map(\.rawValue) + [Self.queueWithoutOrder]
    /// The names of all fields, as they stand in a request.
    package static let fieldNames = ["task", "app", "order", "queue", "customer", "cursor", "limit", "text"]
    /// The most that is listed at once.
    package static let maximumLimit = 1000

    /// The app.
    package let app: AppName
    /// What is wanted.
    package let deed: Deed

    /// A task in an app.
    package init(_ deed: Deed, in app: AppName) {
        self.deed = deed
        self.app = app
    }

    /// Whether it changes something, so that the operator should be asked before.
    package var isChange: Bool {
        switch self.deed {
        case .list, .listOf, .show, .note: false
        case .cancel, .block: true
        }
    }

    /// The task as named texts.
    package var fields: [(name: String, value: String)] {
        var fields = [("app", self.app.rawValue)]
        switch self.deed {
        case .list(let queue, let after, let limit):
            fields += [("task", "list"), ("queue", queue), ("cursor", "\(after)"), ("limit", "\(limit)")]
        case .listOf(let customer, let limit):
            fields += [("task", "list"), ("customer", customer.rawValue), ("limit", "\(limit)")]
        case .show(let id): fields += [("task", "show"), ("order", id.rawValue)]
        case .cancel(let id): fields += [("task", "cancel"), ("order", id.rawValue)]
        case .note(let id, let text): fields += [("task", "note"), ("order", id.rawValue), ("text", text)]
        case .block(let customer, let isBlocked):
            fields += [("task", isBlocked ? "block" : "unblock"), ("customer", customer.rawValue)]
        }
        return fields.map { (name: $0.0, value: $0.1) }
    }

    /// The task of named texts, each field by its name.
    package init(_ text: (String) -> String?) throws(Mistake) {
        func required(_ name: String) throws(Mistake) -> String {
            guard let value = text(name), !value.isEmpty, value.utf8.count <= OrderNote.maximumBytes else {
                throw Mistake(field: name, detail: "This task needs this field.")
            }
            return value
        }
        func number(_ name: String, usually: Int64, in range: ClosedRange<Int64>) throws(Mistake) -> Int64 {
            guard let value = text(name) else { return usually }
            guard let number = Int64(value), range.contains(number) else {
                throw Mistake(field: name, detail: "Write a whole number from \(range.lowerBound).")
            }
            return number
        }
        func customer() throws(Mistake) -> CustomerID {
            guard let customer = CustomerID(try required("customer")) else {
                throw Mistake(field: "customer", detail: "A customer id has 1 to 255 bytes and no control characters.")
            }
            return customer
        }
        self.app = AppName(try required("app"))
        switch try required("task") {
        case "list":
            let limit = Int(try number("limit", usually: 100, in: 1...Int64(Self.maximumLimit)))
            if text("customer") != nil {
                self.deed = .listOf(try customer(), limit: limit)
                return
            }
            let queue = text("queue") ?? OrderQueue.open.rawValue
            guard Self.queues.contains(queue) else {
                throw Mistake(field: "queue", detail: "Use one of \(Self.queues.joined(separator: ", ")).")
            }
            self.deed = .list(queue: queue, after: try number("cursor", usually: 0, in: 0...Int64.max), limit: limit)
        case "show": self.deed = .show(OrderID(try required("order")))
        case "cancel": self.deed = .cancel(OrderID(try required("order")))
        case "note": self.deed = .note(OrderID(try required("order")), try required("text"))
        case "block": self.deed = .block(try customer(), true)
        case "unblock": self.deed = .block(try customer(), false)
        default: throw Mistake(field: "task", detail: "There is no such task.")
        }
    }
}
