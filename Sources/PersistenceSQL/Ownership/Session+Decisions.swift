package import Ledger

extension Session {
    /// Stores a decision and returns whether it is new.
    package func record(_ decision: Decision, scope: Scope) throws -> Bool {
        let customer = try self.number(of: decision.customer, app: scope.app)
        return try self.change(
            .decisions.insertDecision,
            [
                .integer(scope.number), .identifier(decision.transactionID.rawValue), .instant(decision.decidedAt),
                .integer(decision.reach.code), .integer(customer),
            ]
        ) > 0
    }

    /// Returns the date of the last decision that names a transaction, whether it was undone or not.
    package func lastDecision(on transaction: TransactionID, scope: Scope) throws -> Instant? {
        let key: [SQLValue] = [.integer(scope.number), .identifier(transaction.rawValue)]
        return try self.first(.decisions.latestDecision, key) { row in try row.instant() }
    }

    /// Saves that a decision does not count any more.
    package func withdraw(_ decision: Decision, scope: Scope) throws {
        try self.run(
            .decisions.withdrawDecision,
            [
                .integer(scope.number), .identifier(decision.transactionID.rawValue), .instant(decision.decidedAt),
                .integer(decision.reach.code), .integer(try self.number(of: decision.customer, app: scope.app)),
            ]
        )
    }

    /// Returns every decision that names a transaction or an original of a chain.
    package func decisions(of chain: ChainRecord, scope: Scope, people: inout CustomerCache) throws -> [Decision] {
        struct Line: Hashable {
            let transactionID: TransactionID
            let decidedAt: Instant
            let reach: Decision.Reach
            let customer: Int64
        }
        func line(_ row: inout Row) throws -> Line {
            Line(
                transactionID: TransactionID(try row.identifier()),
                decidedAt: try row.instant(),
                reach: try row.coded(),
                customer: try row.integer()
            )
        }
        var lines: [Line] = []
        for original in chain.members where chain.freshID == nil {
            let values: [SQLValue] = [.integer(scope.number), .integer(original)]
            lines += try self.all(.decisions.decisionsOfOriginal, values, read: line)
            lines += try self.all(.decisions.decisionsByName, [.integer(original)], read: line)
        }
        let names = chain.newTransactions.union(chain.freshID.map { [TransactionID($0.rawValue)] } ?? [])
        for name in names {
            let values: [SQLValue] = [.integer(scope.number), .identifier(name.rawValue)]
            for line in try self.all(.decisions.decisionsByID, values, read: line) where !lines.contains(line) {
                lines.append(line)
            }
        }
        return try lines.map { line in
            Decision(
                customer: try people.canonicalCustomer(line.customer),
                transactionID: line.transactionID,
                reach: line.reach,
                decidedAt: line.decidedAt
            )
        }
    }
}

extension Decision.Reach: StoredCode {
    /// The number in the database.
    var code: Int64 {
        switch self {
        case .purchase: 0
        case .chainSoFar: 1
        case .chainOn: 2
        }
    }
}

/// The statements on decisions and the facts of imports.
package struct DecisionStatements: Sendable {
    package let insertDecision = SQLStatement(
        """
        INSERT INTO decision (scope, transaction_id, decided_at, reach, customer) VALUES (?, ?, ?, ?, ?)
        ON CONFLICT DO NOTHING
        """
    )
    package let decisionsOfOriginal = SQLStatement(
        """
        SELECT decision.transaction_id, decided_at, reach, customer
        FROM snapshot CROSS JOIN decision
        ON decision.scope = ? AND decision.transaction_id = snapshot.transaction_id
        WHERE snapshot.original = ? AND snapshot.ordinal = 0 AND withdrawn = 0
        """
    )
    package let decisionsByName = SQLStatement(
        """
        SELECT decision.transaction_id, decided_at, reach, customer
        FROM original CROSS JOIN decision
        ON decision.scope = original.scope AND decision.transaction_id = original.apple_id
        WHERE original.id = ? AND withdrawn = 0
        """
    )
    package let decisionsByID = SQLStatement(
        """
        SELECT transaction_id, decided_at, reach, customer
        FROM decision WHERE scope = ? AND transaction_id = ? AND withdrawn = 0
        """
    )
    package let latestDecision = SQLStatement(
        """
        SELECT decided_at FROM decision WHERE scope = ? AND transaction_id = ? ORDER BY decided_at DESC LIMIT 1
        """
    )
    package let withdrawDecision = SQLStatement(
        """
        UPDATE decision SET withdrawn = 1
        WHERE scope = ? AND transaction_id = ? AND decided_at = ? AND reach = ? AND customer = ?
        """
    )
}

extension SQLStatement {
    /// The statements on decisions and the facts of imports.
    package static let decisions = DecisionStatements()
}
