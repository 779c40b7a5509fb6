package import Ledger

extension Session {
    /// Adds an original.
    package func addOriginal(_ id: OriginalTransactionID, scope: Scope) throws -> OriginalRecord {
        let values: [SQLValue] = [.integer(scope.number), .identifier(id.rawValue)]
        let number = try self.insert(.chains.insertOriginal, values)
        try self.run(.chains.nameOriginal, values + [.integer(number)])
        return OriginalRecord(number: number, id: id)
    }

    /// Joins the chain of an original to another chain.
    ///
    /// Their rows stay where they are: each original points directly to the one that represents its chain.
    package func join(_ other: Int64, into root: Int64) throws {
        try self.run(.chains.redirectJoined, [.integer(root), .integer(other)])
        for number in [root, other] { try self.run(.chains.setRoot, [.integer(root), .integer(number)]) }
        try self.run(.chains.leaveChain, [.integer(other)])
        try self.run(.chains.standForChain, [.integer(root)])
    }

    /// Saves what a chain has learned.
    package func save(_ chain: ChainRecord, scope: Scope) throws {
        let changes = chain.changes
        for number in changes.shared.sorted() {
            guard let shared = chain.originals[number]?.shared else { continue }
            let token = shared.token.map(SQLValue.token) ?? .null
            try self.run(
                .chains.putShared,
                [token, .optionalIdentifier(shared.account?.rawValue), .integer(number)]
            )
        }
        for (transactionID, isStored) in changes.snapshots { try self.put(transactionID, isStored, of: chain, scope) }
        for (original, evidence) in changes.renewalEvidence { try self.insert(evidence, of: original) }
        for number in changes.renewals {
            guard let original = chain.originals[number], let renewal = chain.renewals[number] else { continue }
            try self.run(.chains.putRenewal, try self.values(of: renewal, original: original, app: scope.app))
        }
        for number in changes.statuses {
            guard let status = chain.statuses[number] else { continue }
            let values: [SQLValue] = [.integer(status.status.code), .instant(status.statedAt), .integer(number)]
            try self.run(.chains.putStatus, values)
        }
        for subject in changes.refunds {
            let values: [SQLValue] = [
                .integer(subject.original), .identifier(subject.transactionID.rawValue), .integer(subject.kind.code),
                .instant(chain.refunds[subject]?.signedAt),
            ]
            try self.run(.chains.putSignedRefund, values)
        }
        for (original, transactions) in changes.reports {
            for id in transactions {
                guard let report = chain.reports[original]?[id] else { continue }
                try self.put(report, of: original, in: scope, isWaiting: chain.transactions[id] == nil)
            }
        }
    }

    private func put(_ id: TransactionID, _ isStored: Bool, of chain: ChainRecord, _ scope: Scope) throws {
        guard let transaction = chain.transactions[id], let original = chain.originals[transaction.original] else {
            return
        }
        if isStored {
            try self.run(.chains.deleteSnapshots, [.integer(original.number), .identifier(id.rawValue)])
        }
        for (ordinal, snapshot) in transaction.record.snapshots.enumerated() {
            let values = try self.values(of: snapshot, original: original, ordinal: ordinal, app: scope.app)
            try self.run(.chains.insertSnapshot, values)
        }
    }

    private func insert(_ evidence: RenewalEvidence, of original: Int64) throws {
        try self.run(
            .chains.insertRenewalEvidence,
            [
                .integer(original), .instant(evidence.signedAt), .payloadDigest(evidence.digest),
                .instant(evidence.renewalAt),
                evidence.autoRenew.map(SQLValue.flag) ?? .null, evidence.accountToken.map(SQLValue.token) ?? .null,
                .instant(evidence.gracePeriodExpiresAt), evidence.isPartial ? .integer(1) : .null,
            ]
        )
    }

    /// Saves when a chain was published, when it is due next, and when Apple is to be asked about it.
    package func putPublished(_ root: Int64, at now: Instant, dueAt: Instant?, askAt: Instant?) throws {
        try self.run(.events.putPublished, [.instant(now), .instant(dueAt), .instant(askAt), .integer(root)])
    }
}
