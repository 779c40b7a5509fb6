package import Ledger

extension Session {
    /// Returns whether a transaction is known, and the number of its owner.
    package func knownOwner(of transaction: TransactionID, scope: Scope) throws -> (isKnown: Bool, owner: Int64?) {
        let key: [SQLValue] = [.integer(scope.number), .identifier(transaction.rawValue)]
        return try self.first(.chains.claim, key) { row in (true, try row.optionalInteger()) } ?? (false, nil)
    }

    /// Returns the stored report on the consumption of a transaction.
    package func consumption(of transaction: TransactionID, scope: Scope) throws -> ConsumptionEvidence? {
        let key: [SQLValue] = [.integer(scope.number), .identifier(transaction.rawValue)]
        return try self.first(.refunds.consumption, key) { row in
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
    }

    /// Saves a report on the consumption of a transaction, unless the stored one takes precedence.
    package func put(
        _ evidence: ConsumptionEvidence,
        of transaction: TransactionID,
        owner: Int64?,
        scope: Scope
    ) throws {
        try self.run(
            .refunds.putConsumption,
            [
                .integer(scope.number), .identifier(transaction.rawValue), .optional(owner),
                .instant(evidence.statedAt), .optional(evidence.share), .optional(evidence.playTimeMinutes),
                .optional(evidence.isSampleOffered.map { $0 ? 1 : 0 }), .text(evidence.statedBy),
            ]
        )
    }
}
