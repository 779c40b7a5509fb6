package import Ledger

extension Session {
    /// Stores a fact of an import about a transaction, and returns whether it is new.
    package func record(_ fact: ImportFact, scope: Scope) throws -> Bool {
        let key: [SQLValue] = [
            .integer(scope.number), .identifier(fact.transactionID.rawValue), .instant(fact.statedAt),
        ]
        let known = try self.first(.imports.importFactAt, key) { row in try Self.fact(&row) }
        let joined = known.map { fact.joined(with: $0) } ?? fact
        guard joined != known else { return false }
        try self.run(.imports.putImportFact, key + Self.values(of: joined))
        return true
    }

    /// Returns the facts that imports recorded of a transaction, the newest for each field.
    package func importFact(
        of transaction: TransactionID,
        app: AppName,
        environment: StoreEnvironment
    ) throws -> ImportFact? {
        guard let scope = try self.knownScope(ScopeName(app: app, environment: environment)) else { return nil }
        let facts = try self.all(.imports.importFacts, [.integer(scope.number), .identifier(transaction.rawValue)]) {
            row in
            try Self.fact(&row)
        }
        guard let newest = facts.first else { return nil }
        return facts.dropFirst().reduce(newest) { $0.overlaying($1) }
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
