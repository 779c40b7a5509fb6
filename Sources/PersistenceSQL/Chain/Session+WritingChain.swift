package import Ledger

extension Session {
    /// Adds an original.
    package func addOriginal(_ id: OriginalTransactionID, scope: Scope) throws -> OriginalRecord {
        try self.saving { group in
            let number = try self.newNumber(.chains.takeOriginals, in: group)
            group.change(original: number) { $0.scope = scope.number }
            group.change(storeID: LocalID(scope.number, TransactionID(id.rawValue))) { $0.original = number }
            let original = OriginalRecord(number: number, id: id)
            group.loaded.keep(original, for: LocalID(scope.number, id))
            group.loaded.eventCounts.keep(0, for: EventStreamNumber(original: number))
            return original
        }
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
        try self.saving { group in
            group.loaded.keep(chain.saved)
            let originals = changes.shared.union(changes.statuses).union(changes.retentionRequests)
            for number in originals { group.change(original: number) }
            for (id, isStored) in changes.snapshots { try self.put(id, isStored, of: chain, scope) }
            for (original, evidence) in changes.renewalEvidence { try self.insert(evidence, of: original) }
            for number in changes.renewals {
                guard let original = chain.originals[number], let renewal = chain.renewals[number] else { continue }
                group.put(.renewal, try self.values(of: renewal, original: original, app: scope.app))
            }
            for subject in changes.refunds {
                group.put(
                    .signedRefund,
                    [
                        .integer(subject.original), .identifier(subject.transactionID.rawValue),
                        .integer(subject.kind.code), .instant(chain.refunds[subject]?.signedAt),
                    ]
                )
            }
            for (original, transactions) in changes.reports {
                for id in transactions {
                    guard let report = chain.reports[original]?[id] else { continue }
                    try self.put(report, of: original, in: scope, isWaiting: chain.transactions[id] == nil)
                }
            }
        }
    }

    private func put(_ id: TransactionID, _ isStored: Bool, of chain: ChainRecord, _ scope: Scope) throws {
        guard let transaction = chain.transactions[id], let original = chain.originals[transaction.original] else {
            return
        }
        if isStored { try self.delete(.snapshot, [.integer(original.number), .identifier(id.rawValue)]) }
        for (ordinal, snapshot) in transaction.record.snapshots.enumerated() {
            try self.add(.snapshot, try self.values(of: snapshot, original: original, ordinal: ordinal, app: scope.app))
        }
    }

    private func insert(_ evidence: RenewalEvidence, of original: Int64) throws {
        try self.add(
            .renewalEvidence,
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
        try self.saving { group in
            var original = try self.original(root)
            original.publishedAt = now
            original.dueAt = dueAt
            group.loaded.originals.keep(original, for: root)
            group.loaded.chains.change(root) { $0.setPublished(at: now, dueAt: dueAt) }
            group.change(original: root) { $0.askAt = .some(askAt) }
        }
    }
}
