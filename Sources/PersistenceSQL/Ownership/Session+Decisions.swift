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
        let names = chain.originals.values.map { TransactionID($0.id.rawValue) }
        let statement = SQLStatement.decisions.decisionsOfOriginal
        return try self.lines(Self.decisions, statement, of: chain, orNaming: names, scope: scope).map { line in
            Decision(
                customer: try people.canonicalCustomer(line.customer),
                transactionID: line.transactionID,
                reach: line.reach,
                decidedAt: line.decidedAt
            )
        }
    }

    /// The decisions that name a transaction or an original.
    static let decisions = Lookup<LocalID<TransactionID>, Set<DecisionLine>>(
        .decisions.decisionsByID,
        in: \.decisions,
        none: []
    ) { lines, row in
        lines.insert(try DecisionLine(in: &row))
    }
}

/// A decision as the database stores it.
struct DecisionLine: TransactionLine {
    /// The transaction, or the original.
    let transactionID: TransactionID
    /// When it was made.
    let decidedAt: Instant
    /// Which purchases it is about.
    let reach: Decision.Reach
    /// The number of the customer.
    let customer: Int64

    /// Reads the row of a decision.
    init(in row: inout Row) throws {
        self.transactionID = TransactionID(try row.identifier())
        self.decidedAt = try row.instant()
        self.reach = try row.coded()
        self.customer = try row.integer()
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
