import Ledger

extension CustomerTask {
    /// What it is about.
    package static let noun = "customer"
    /// The names of all fields, as they stand in a request.
    package static let fieldNames = [
        "task", "app", "customer", "into", "id", "transaction", "environment", "reach", "setAccountToken", "change",
        "types", "limit", "consent", "textHash", "version", "locale", "storefront", "givenAt", "withdrawnAt", "source",
        "guardian",
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
        case .consent(let customer, let statement, let id):
            fields += [("task", "consent"), ("customer", customer.rawValue)]
            let stated: [(String, String?)] = [
                ("consent", id?.rawValue), ("textHash", statement.textHash), ("version", statement.version),
                ("locale", statement.locale), ("storefront", statement.storefront),
                ("givenAt", statement.givenAt?.rfc3339), ("source", statement.source), ("guardian", statement.guardian),
            ]
            fields += stated.compactMap { name, value in value.map { (name: name, value: $0) } }
        case .consents(let customer): fields += [("task", "consents"), ("customer", customer.rawValue)]
        case .withdrawConsent(let customer, let id, let instant):
            fields += [("task", "withdrawConsent"), ("customer", customer.rawValue)]
            if let id { fields.append(("consent", id.rawValue)) }
            if let instant { fields.append(("withdrawnAt", instant.rfc3339)) }
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
        case "consent":
            self.deed = .consent(
                try fields.customer("customer"),
                try ConsentStatement(
                    textHash: fields["textHash"],
                    version: fields["version"],
                    locale: fields["locale"],
                    storefront: fields["storefront"],
                    givenAt: try fields.instant("givenAt"),
                    source: fields["source"],
                    guardian: fields["guardian"]
                ),
                id: try Self.consent(fields)
            )
        case "consents": self.deed = .consents(try fields.customer("customer"))
        case "withdrawConsent":
            self.deed = .withdrawConsent(
                try fields.customer("customer"),
                id: try Self.consent(fields),
                at: try fields.instant("withdrawnAt")
            )
        case "timeline":
            self.deed = .timeline(
                try fields.customer("customer"),
                kinds: try Self.kinds(fields),
                limit: try Self.limit(fields)
            )
        default: throw TaskMistake(field: "task", detail: "There is no task of this name.")
        }
    }

    private static func consent(_ fields: TaskFields) throws(TaskMistake) -> ConsentID? {
        guard let text = fields["consent"] else { return nil }
        guard ConsentStatement.isName(text) else {
            throw TaskMistake(field: "consent", detail: ConsentStatement.nameRequirement)
        }
        return ConsentID(text)
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
