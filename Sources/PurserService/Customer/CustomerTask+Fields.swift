import Ledger

extension CustomerTask {
    /// What it is about.
    package static let noun = "customer"
    /// The names of all fields, as they stand in a request.
    package static let fieldNames = [
        "task", "app", "customer", "into", "id", "transaction", "environment", "reach", "setAccountToken", "change",
        "types", "limit",
    ]

    /// The task as named texts.
    package var fields: [(name: String, value: String)] {
        var fields: [(name: String, value: String)] = [("app", self.app.rawValue)]
        switch self.deed {
        case .show(let customer): fields += [("task", "show"), ("customer", customer.rawValue)]
        case .lookUp(let id): fields += [("task", "lookup"), ("id", id)]
        case .merge(let customer, let target):
            fields += [("task", "merge"), ("customer", customer.rawValue), ("into", target.rawValue)]
        case .endSessions(let customer): fields += [("task", "endSessions"), ("customer", customer.rawValue)]
        case .erase(let customer): fields += [("task", "erase"), ("customer", customer.rawValue)]
        case .move(let order):
            fields += [
                ("task", "move"), ("transaction", order.transactionID.rawValue),
                ("environment", order.environment.rawValue), ("customer", order.customer.rawValue),
                ("reach", order.reach.rawValue), ("setAccountToken", order.setsAccountToken ? "yes" : "no"),
            ]
        case .undo(let change): fields += [("task", "undo"), ("change", change.rawValue)]
        case .moves(let customer, let limit):
            fields += [("task", "moves"), ("customer", customer.rawValue), ("limit", String(limit))]
        case .timeline(let customer, let kinds, let limit):
            let types = kinds.map(\.rawValue).sorted().joined(separator: ",")
            fields += [
                ("task", "timeline"), ("customer", customer.rawValue), ("types", types), ("limit", String(limit)),
            ]
        }
        return fields
    }

    /// The task of named texts.
    package init(_ fields: TaskFields) throws(TaskMistake) {
        self.app = AppName(try fields.required("app"))
        switch try fields.required("task") {
        case "show": self.deed = .show(try fields.customer("customer"))
        case "lookup": self.deed = .lookUp(try fields.required("id"))
        case "merge": self.deed = .merge(try fields.customer("customer"), into: try fields.customer("into"))
        case "endSessions": self.deed = .endSessions(try fields.customer("customer"))
        case "erase": self.deed = .erase(try fields.customer("customer"))
        case "move":
            self.deed = .move(
                MoveOrder(
                    TransactionID(try fields.required("transaction")),
                    in: try fields.word("environment", usually: .production),
                    to: try fields.customer("customer"),
                    reach: try fields.word("reach", usually: .purchase),
                    setsAccountToken: fields["setAccountToken"] == "yes"
                )
            )
        case "undo": self.deed = .undo(OwnershipChangeID(try fields.required("change")))
        case "moves": self.deed = .moves(try fields.customer("customer"), limit: try Self.limit(fields))
        case "timeline":
            self.deed = .timeline(
                try fields.customer("customer"),
                kinds: try Self.kinds(fields),
                limit: try Self.limit(fields)
            )
        default: throw TaskMistake(field: "task", detail: "There is no task of this name.")
        }
    }

    private static func limit(_ fields: TaskFields) throws(TaskMistake) -> Int {
        Int(try fields.number("limit", in: 1...Int64(Self.longestList)) ?? 50)
    }

    private static func kinds(_ fields: TaskFields) throws(TaskMistake) -> Set<TimelineEntry.Kind> {
        let all = TimelineEntry.Kind.allCases
        guard let text = fields["types"], !text.isEmpty else { return Set(all) }
        let words = text.split(separator: ",", omittingEmptySubsequences: false)
        let kinds = words.compactMap { TimelineEntry.Kind(rawValue: String($0)) }
        guard kinds.count == words.count else {
            throw TaskMistake(
                field: "types",
                detail: "Name one or more of: \(all.map(\.rawValue).joined(separator: ", "))."
            )
        }
        return Set(kinds)
    }
}
