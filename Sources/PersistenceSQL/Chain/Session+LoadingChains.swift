import Ledger

/// A chain that is being loaded.
struct StoredChain {
    /// The chain.
    var record: ChainRecord
    /// Its app and environment.
    let scope: Scope
}

extension Session {
    /// An original of a chain that is being loaded, and the rows that were found of it.
    private final class Part {
        let chain: Int
        let original: OriginalRecord
        let scope: Scope
        var snapshots: [(snapshot: TransactionSnapshot, owner: Int64?, reason: Claim.Reason)] = []
        var shares: [(transactionID: TransactionID, customer: Int64)] = []
        var renewal: RenewalSnapshot?
        var renewalEvidence: [RenewalEvidence] = []
        var refunds: [RefundRequestEvidence] = []
        var reports: [ReportedRefund] = []

        init(_ original: OriginalRecord, of chain: Int, scope: Scope) {
            self.chain = chain
            self.original = original
            self.scope = scope
        }
    }

    /// Adds to some chains, of which only the originals are known, everything that is stored of them, and loads other
    /// sets together with it.
    func fill(_ chains: inout [StoredChain], with others: [KeySet] = []) throws {
        let parts = chains.enumerated().flatMap { place, chain in
            chain.record.members.compactMap { chain.record.originals[$0] }.map {
                Part($0, of: place, scope: chain.scope)
            }
        }
        try self.read(others + self.sets(of: parts))
        for part in parts {
            var record = chains[part.chain].record
            try Self.fill(&record, from: part)
            chains[part.chain].record = record
        }
    }

    private func sets(of parts: [Part]) -> [KeySet] {
        let numbers = parts.map { [SQLValue.integer($0.original.number)] }
        let scoped = parts.map { [SQLValue.integer($0.scope.number), .integer($0.original.number)] }
        return [
            KeySet(.chains.snapshots, scoped) { place, row in
                let part = parts[place]
                let transactionID = TransactionID(try row.identifier())
                let owner = try row.optionalInteger()
                let reason = try row.coded(Claim.Reason.self)
                let snapshot = try self.snapshot(in: &row, transactionID: transactionID, of: part.original)
                part.snapshots.append((snapshot, owner, reason))
            },
            KeySet(.ownership.sharedPurchases, numbers) { place, row in
                parts[place].shares.append((TransactionID(try row.identifier()), try row.integer()))
            },
            KeySet(.chains.renewal, numbers) { place, row in
                parts[place].renewal = try self.renewal(in: &row, of: parts[place].original)
            },
            KeySet(.chains.renewalEvidence, numbers) { place, row in
                parts[place].renewalEvidence.append(try Self.renewalEvidence(in: &row, of: parts[place].original.id))
            },
            KeySet(.chains.signedRefunds, numbers) { place, row in
                let refund = RefundRequestEvidence(
                    originalTransactionID: parts[place].original.id,
                    transactionID: TransactionID(try row.identifier()),
                    kind: try row.coded(),
                    signedAt: try row.instant()
                )
                parts[place].refunds.append(refund)
            },
            KeySet(.reportedRefunds.reportedRefunds, numbers) { place, row in
                parts[place].reports.append(try Self.reportedRefund(of: parts[place].original.id, in: &row))
            },
        ]
    }

    private static func fill(_ chain: inout ChainRecord, from part: Part) throws {
        let number = part.original.number
        var rest = part.snapshots[...]
        while let first = rest.first {
            let lines = rest.prefix { $0.snapshot.transactionID == first.snapshot.transactionID }
            rest = rest.dropFirst(lines.count)
            let record =
                lines.count == 1 ? TransactionRecord(first.snapshot) : TransactionRecord(lines.map(\.snapshot))
            guard let record else { throw RepositoryError.corrupt }
            chain.load(ChainTransaction(of: number, record: record, owner: first.owner, reason: first.reason))
        }
        for share in part.shares { chain.load(share.transactionID, sharedWith: share.customer) }
        if let renewal = part.renewal { chain.load(renewal, part.renewalEvidence, of: number) }
        for refund in part.refunds { chain.load(refund, of: number) }
        for report in part.reports { chain.load(report, of: number) }
    }

    private static func renewalEvidence(
        in row: inout Row,
        of original: OriginalTransactionID
    ) throws -> RenewalEvidence {
        RenewalEvidence(
            originalTransactionID: original,
            signedAt: try row.instant(),
            digest: try row.payloadDigest(),
            renewalAt: try row.optionalInstant(),
            autoRenew: try row.optionalInteger().map { $0 == 1 },
            accountToken: try row.optionalToken(),
            gracePeriodExpiresAt: try row.optionalInstant(),
            isPartial: try row.optionalInteger() == 1
        )
    }
}
