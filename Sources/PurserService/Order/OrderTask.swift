package import Ledger

/// Something that an operator wants done about orders, with what it needs.
package struct OrderTask: OperatorTask {
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

    /// The queue of purchases that no order was made for.
    package static let queueWithoutOrder = "paid_without_order"
    /// Everything that can be listed.
    package static let queues = OrderQueue.allCases.map(\.rawValue) + [Self.queueWithoutOrder]
    /// What it is about.
    package static let noun = "order"
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

    /// The task of named texts.
    package init(_ fields: TaskFields) throws(TaskMistake) {
        self.app = AppName(try fields.required("app"))
        switch try fields.required("task") {
        case "list":
            let limit = Int(try fields.number("limit", in: 1...Int64(Self.maximumLimit)) ?? 100)
            if fields["customer"] != nil {
                self.deed = .listOf(try fields.customer(), limit: limit)
                return
            }
            let queue = fields["queue"] ?? OrderQueue.open.rawValue
            guard Self.queues.contains(queue) else {
                throw TaskMistake(field: "queue", detail: "Use one of \(Self.queues.joined(separator: ", ")).")
            }
            self.deed = .list(queue: queue, after: try fields.number("cursor", in: 0...Int64.max) ?? 0, limit: limit)
        case "show": self.deed = .show(OrderID(try fields.required("order")))
        case "cancel": self.deed = .cancel(OrderID(try fields.required("order")))
        case "note": self.deed = .note(OrderID(try fields.required("order")), try fields.required("text"))
        case "block": self.deed = .block(try fields.customer(), true)
        case "unblock": self.deed = .block(try fields.customer(), false)
        default: throw TaskMistake(field: "task", detail: "There is no such task.")
        }
    }
}
