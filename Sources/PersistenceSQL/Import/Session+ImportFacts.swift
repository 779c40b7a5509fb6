package import Ledger

extension Session {
    /// Returns what imports state about a transaction, the newest first.
    package func importFacts(of transaction: TransactionID, scope: Scope) throws -> [ImportFact] {
        try self.all(.imports.importFacts, [.integer(scope.number), .identifier(transaction.rawValue)]) { row in
            try Self.fact(&row)
        }
    }

    /// Returns what imports state about a transaction at an instant.
    package func importFact(of transaction: TransactionID, statedAt: Instant, scope: Scope) throws -> ImportFact? {
        let key = Self.key(of: transaction, statedAt, scope)
        return try self.first(.imports.importFactAt, key) { row in try Self.fact(&row) }
    }

    /// Saves what imports state about a transaction at an instant.
    package func put(_ fact: ImportFact, scope: Scope) throws {
        let key = Self.key(of: fact.transactionID, fact.statedAt, scope)
        try self.run(.imports.putImportFact, key + Self.values(of: fact))
    }

    private static func key(of transaction: TransactionID, _ statedAt: Instant, _ scope: Scope) -> [SQLValue] {
        [.integer(scope.number), .identifier(transaction.rawValue), .instant(statedAt)]
    }

    /// Returns the columns of a fact from its token on.
    static func values(of fact: ImportFact?) -> [SQLValue] {
        [
            fact?.accountToken.map(SQLValue.token) ?? .null,
            fact?.isDelivered.map(SQLValue.flag) ?? .null,
            .instant(fact?.deliveredAt),
            .optional(fact?.consumedMilliunits.map(Int64.init)),
            fact?.hasConsented.map(SQLValue.flag) ?? .null,
            .instant(fact?.consentedAt),
        ]
    }

    /// Reads the columns of a fact from its token on.
    static func fill(_ fact: inout ImportFact, from row: inout Row) throws(RepositoryError) {
        fact.accountToken = try row.optionalToken()
        fact.isDelivered = try row.optionalInteger().map { $0 == 1 }
        fact.deliveredAt = try row.optionalInstant()
        fact.consumedMilliunits = try row.optionalInteger().map(Int.init)
        fact.hasConsented = try row.optionalInteger().map { $0 == 1 }
        fact.consentedAt = try row.optionalInstant()
    }

    private static func fact(_ row: inout Row) throws(RepositoryError) -> ImportFact {
        var fact = ImportFact(
            transactionID: TransactionID(try row.identifier()),
            statedAt: try row.instant()
        )
        try Self.fill(&fact, from: &row)
        return fact
    }
}
