package import Ledger

extension Session {
    /// Stores a shop's report on the use of a purchase, unless a later one is stored.
    package func state(
        _ evidence: ConsumptionEvidence,
        of transaction: TransactionID,
        app: AppName,
        environment: StoreEnvironment
    ) throws -> ConsumptionEvidence? {
        guard let scope = try self.knownScope(ScopeName(app: app, environment: environment)) else { return nil }
        let key: [SQLValue] = [.integer(scope.number), .identifier(transaction.rawValue)]
        // A purchase without an owner has a claim, too.
        let claim: Int64?? = try self.first(.chains.claim, key) { row in try row.optionalInteger() }
        guard let owner = claim else { return nil }
        try self.run(
            .refunds.putConsumption,
            key + [
                .optional(owner), .instant(evidence.statedAt), .optional(evidence.share),
                .optional(evidence.playTimeMinutes),
                .optional(evidence.isSampleOffered.map { $0 ? 1 : 0 }), .text(evidence.statedBy),
            ]
        )
        return try self.consumption(of: [transaction], app: app, environment: environment)
    }

    /// Returns the current report of the shop on a purchase.
    package func consumption(
        of transactions: [TransactionID],
        app: AppName,
        environment: StoreEnvironment
    ) throws -> ConsumptionEvidence? {
        guard let scope = try self.knownScope(ScopeName(app: app, environment: environment)) else { return nil }
        var newest: ConsumptionEvidence?
        for transaction in transactions {
            let key: [SQLValue] = [.integer(scope.number), .identifier(transaction.rawValue)]
            let found = try self.first(.refunds.consumption, key) { row in
                let statedAt = try row.instant()
                let share = try row.optionalInteger()
                let playTime = try row.optionalInteger()
                let sample = try row.optionalInteger()
                let evidence = ConsumptionEvidence(
                    share: share,
                    playTimeMinutes: playTime,
                    isSampleOffered: sample.map { $0 == 1 },
                    statedAt: statedAt,
                    statedBy: try row.text()
                )
                guard let evidence else { throw RepositoryError.corrupt }
                return evidence
            }
            if let found, newest?.takesPrecedence(over: found) ?? true { newest = found }
        }
        return newest
    }
}
