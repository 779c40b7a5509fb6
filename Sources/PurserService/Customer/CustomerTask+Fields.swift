import Ledger

extension CustomerTask {
    /// A field of a task that is missing or wrong.
    package struct Mistake: Error, Hashable, Sendable {
        /// The field.
        package let field: String
        /// One plain sentence.
        package let detail: String
    }

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

    /// The task of named texts, each field by its name.
    package init(_ text: @escaping (String) -> String?) throws(Mistake) {
        let reader = FieldReader(text: text)
        self.app = AppName(try reader.required("app"))
        switch try reader.required("task") {
        case "show": self.deed = .show(try reader.customer("customer"))
        case "lookup": self.deed = .lookUp(try reader.required("id"))
        case "merge": self.deed = .merge(try reader.customer("customer"), into: try reader.customer("into"))
        case "endSessions": self.deed = .endSessions(try reader.customer("customer"))
        case "erase": self.deed = .erase(try reader.customer("customer"))
        case "move":
            self.deed = .move(
                MoveOrder(
                    TransactionID(try reader.required("transaction")),
                    in: try reader.word("environment", usually: .production),
                    to: try reader.customer("customer"),
                    reach: try reader.word("reach", usually: .purchase),
                    setsAccountToken: text("setAccountToken") == "yes"
                )
            )
        case "undo": self.deed = .undo(OwnershipChangeID(try reader.required("change")))
        case "moves": self.deed = .moves(try reader.customer("customer"), limit: try reader.limit())
        case "timeline":
            self.deed = .timeline(
                try reader.customer("customer"),
                kinds: try reader.kinds(),
                limit: try reader.limit()
            )
        default: throw Mistake(field: "task", detail: "There is no task of this name.")
        }
    }

    /// Reads named texts.
    private struct FieldReader {
        let text: (String) -> String?

        func required(_ name: String) throws(Mistake) -> String {
            guard let value = self.text(name), !value.isEmpty, value.utf8.count <= 4096 else {
                throw Mistake(field: name, detail: "This task needs this field.")
            }
            return value
        }

        func customer(_ name: String) throws(Mistake) -> CustomerID {
            guard let customer = CustomerID(try self.required(name)) else {
                throw Mistake(
                    field: name,
                    detail: "A customer id has 1 to \(CustomerID.maximumBytes) bytes and no control characters."
                )
            }
            return customer
        }

        func word<Word: RawRepresentable<String> & CaseIterable>(
            _ name: String,
            usually: Word
        ) throws(Mistake) -> Word {
            guard let text = self.text(name) else { return usually }
            guard let word = Word(rawValue: text) else {
                let known = Word.allCases.map(\.rawValue).joined(separator: ", ")
                throw Mistake(field: name, detail: "This must be one of: \(known).")
            }
            return word
        }

        func limit() throws(Mistake) -> Int {
            guard let text = self.text("limit") else { return 50 }
            guard let limit = Int(text), (1...CustomerTask.longestList).contains(limit) else {
                throw Mistake(field: "limit", detail: "This must be 1 to \(CustomerTask.longestList).")
            }
            return limit
        }

        func kinds() throws(Mistake) -> Set<TimelineEntry.Kind> {
            let all = TimelineEntry.Kind.allCases
            guard let text = self.text("types"), !text.isEmpty else { return Set(all) }
            let words = text.split(separator: ",", omittingEmptySubsequences: false)
            let kinds = words.compactMap { TimelineEntry.Kind(rawValue: String($0)) }
            guard kinds.count == words.count else {
                throw Mistake(
                    field: "types",
                    detail: "Name one or more of: \(all.map(\.rawValue).joined(separator: ", "))."
                )
            }
            return Set(kinds)
        }
    }
}
