import Ledger

extension Session {
    /// Keeps what a shop says of how a purchase was used, unless something later is known.
    func state(_ word: ConsumptionWord, of transaction: TransactionID, in name: ScopeName) throws -> ConsumptionWord? {
        guard let scope = try self.knownScope(name) else { return nil }
        let key: [SQLValue] = [.integer(scope.number), .identifier(transaction.rawValue)]
        // Nobody's purchase has a claim too, and no owner.
        let claim: Int64?? = try self.first(.claim, key) { row in try row.optionalInteger() }
        guard let owner = claim else { return nil }
        try self.run(
            .putConsumption,
            key + [
                .optional(owner), .instant(word.statedAt), .optional(word.share), .optional(word.playTimeMinutes),
                .optional(word.isSampleOffered.map { $0 ? 1 : 0 }), .text(word.statedBy),
            ]
        )
        return try self.consumption(of: [transaction], in: name)
    }

    /// What counts of what the shop said of a purchase.
    func consumption(of transactions: [TransactionID], in name: ScopeName) throws -> ConsumptionWord? {
        guard let scope = try self.knownScope(name) else { return nil }
        var newest: ConsumptionWord?
        for transaction in transactions {
            let key: [SQLValue] = [.integer(scope.number), .identifier(transaction.rawValue)]
            let found = try self.first(.consumption, key) { row in
                let statedAt = try row.instant()
                let share = try row.optionalInteger()
                let playTime = try row.optionalInteger()
                let sample = try row.optionalInteger()
                let word = ConsumptionWord(
                    share: share,
                    playTimeMinutes: playTime,
                    isSampleOffered: sample.map { $0 == 1 },
                    statedAt: statedAt,
                    statedBy: try row.text()
                )
                guard let word else { throw RepositoryError.corrupt }
                return word
            }
            if let found, newest?.speaks(before: found) ?? true { newest = found }
        }
        return newest
    }
}
