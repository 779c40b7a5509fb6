package import Ledger

extension Session {
    /// Returns an ownership change by its name, or `nil`.
    package func ownershipChange(_ id: OwnershipChangeID, app: Int64) throws -> NumberedOwnershipChange? {
        struct Line {
            let number: Int64
            let kind: Int64
            let scope: Int64?
            let transactionID: String?
            let reach: Decision.Reach?
            let customer: Int64?
            let other: Int64?
            let undoes: Int64?
            let changedAt: Instant
            let by: String
            let note: String?
            let isUndone: Bool
        }
        let line = try self.first(.ownership.changeByName, [.integer(app), .text(id.rawValue)]) { row in
            Line(
                number: try row.integer(),
                kind: try row.integer(),
                scope: try row.optionalInteger(),
                transactionID: try row.optionalIdentifier(),
                reach: try row.optionalCoded(Decision.Reach.self),
                customer: try row.optionalInteger(),
                other: try row.optionalInteger(),
                undoes: try row.optionalInteger(),
                changedAt: try row.instant(),
                by: try row.text(),
                note: try row.optionalText(),
                isUndone: try row.flag()
            )
        }
        guard let line else { return nil }
        let customer = try line.customer.map(self.customer)
        let other = try line.other.map(self.customer)
        let kind: OwnershipChange.Kind
        switch (line.kind, customer, other) {
        case (0, let customer?, _):
            let environment = try line.scope.flatMap(self.knownEnvironment)
            guard let environment, let id = line.transactionID, let reach = line.reach else {
                throw RepositoryError.corrupt
            }
            let decision = Decision(
                customer: customer,
                transactionID: TransactionID(id),
                reach: reach,
                decidedAt: line.changedAt
            )
            kind = .decide(decision, environment)
        case (1, let customer?, let other?): kind = .merge(customer, into: other)
        case (2, let customer?, _): kind = .erase(customer)
        default:
            let undone = try line.undoes.flatMap { number in
                try self.first(.ownership.changeName, [.integer(number)]) { row in try row.text() }
            }
            guard let undone else { throw RepositoryError.corrupt }
            kind = .undo(OwnershipChangeID(undone))
        }
        let change = OwnershipChange(
            id: id,
            kind: kind,
            changedAt: line.changedAt,
            by: line.by,
            note: line.note
        )
        return NumberedOwnershipChange(number: line.number, change: change, isUndone: line.isUndone)
    }

    /// Saves an ownership change, and returns its number.
    package func insert(
        _ change: OwnershipChange,
        concerning subjects: OwnershipChangeSubjects,
        app: Int64
    ) throws -> Int64 {
        var decision: Decision?
        let kind: Int64
        switch change.kind {
        case .decide(let decided, _): (kind, decision) = (0, decided)
        case .merge: kind = 1
        case .erase: kind = 2
        case .undo: kind = 3
        }
        return try self.insert(
            .ownership.insertChange,
            [
                .integer(app), .text(change.id.rawValue), .integer(kind), .optional(subjects.scope?.number),
                .optionalIdentifier(decision?.transactionID.rawValue), .optional(decision?.reach.code),
                .optional(subjects.customer), .optional(subjects.other), .optional(subjects.undone),
                .instant(change.changedAt), .text(change.by), .optionalText(change.note),
            ]
        )
    }

    /// Saves that an ownership change has been undone.
    package func markUndone(_ change: Int64) throws {
        try self.run(.ownership.markUndone, [.integer(change)])
    }
}
