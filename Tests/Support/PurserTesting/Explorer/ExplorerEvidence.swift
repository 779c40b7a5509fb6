import AppStore
import AppStoreSimulator
import Ledger

/// The states of one chain that the evidence allows, by the simplest possible reading.
///
/// It does not use the ledger's rules: it takes the newest evidence of every purchase and every renewal, and gives the
/// access that is possible at most and the access that is certain. Only more evidence decides between the two.
struct ExplorerEvidence: Sendable {
    /// One purchase, with the evidence of its transactions.
    private struct Period {
        let beginsAt: Timestamp
        let newest: TransactionPayload

        var endsAt: Timestamp? { self.newest.expiresDate }
        var isRevoked: Bool { self.newest.revocationDate != nil }
        var isUpgraded: Bool { self.newest.isUpgraded == true }

        func contains(_ now: Timestamp) -> Bool {
            self.beginsAt <= now && (self.endsAt.map { now < $0 } ?? true)
        }
    }

    private let periods: [Period]
    private let renewal: RenewalInfoPayload?
    private let status: (status: SubscriptionStatus, at: Timestamp)?

    /// The evidence on a chain.
    init(of chain: ExplorerChain, in received: ExplorerReceived) {
        var groups: [String: [TransactionPayload]] = [:]
        for transaction in chain.transactions {
            for word in received.snapshots[transaction.transactionId] ?? [] {
                let key = chain.subscription == nil ? chain.original : word.payload.webOrderLineItemId
                groups[key ?? transaction.transactionId, default: []].append(word.payload)
            }
        }
        self.periods = groups.values.compactMap { snapshots in
            let begins = snapshots.compactMap(\.purchaseDate).min()
            let newest = ExplorerReceived.newest(snapshots)
            guard let begins, let newest else { return nil }
            return Period(beginsAt: begins, newest: newest)
        }
        self.renewal = received.renewals[chain.original]
        self.status = received.statuses[chain.original]
    }

    /// Whether nothing at all was said of the chain.
    var isEmpty: Bool { self.periods.isEmpty }

    /// Whether anything said allows access at an instant.
    func mayGiveAccess(at now: Timestamp, leeway: Span) -> Bool {
        if self.periods.contains(where: { !$0.isRevoked && !$0.isUpgraded && $0.contains(now) }) { return true }
        if let renewal = self.renewal {
            let grace = renewal.gracePeriodExpiresDate
            if renewal.isInBillingRetryPeriod == true, let grace, now < grace { return true }
            // Apple has spoken of a period whose transaction has not come.
            let ends = self.periods.compactMap(\.endsAt)
            if let until = renewal.renewalDate, now < until, ends.allSatisfy({ $0 < until }) { return true }
        }
        // Silence counts from the end of a period or from the newest status, which may be signed just ahead of the
        // clock.
        let ends = self.periods.filter { !$0.isRevoked }.compactMap(\.endsAt).filter { $0 <= now }
        return (ends + [self.status?.at].compactMap(\.self)).contains {
            now.milliseconds < $0.milliseconds + leeway.milliseconds
        }
    }

    /// Whether the evidence gives access at an instant in any case, with any further evidence.
    func mustGiveAccess(at now: Timestamp) -> Bool {
        guard self.status?.status != .revoked,
            let latest = self.periods.filter({ $0.beginsAt <= now }).map(\.beginsAt).max()
        else { return false }
        return self.periods.filter { $0.beginsAt == latest }.allSatisfy {
            !$0.isRevoked && !$0.isUpgraded && $0.contains(now)
        }
    }

    /// Whether the newest word on every purchase takes it back, or of none does; `nil` when they differ.
    var isRevoked: Bool? {
        if self.periods.allSatisfy(\.isRevoked) { return true }
        return self.periods.contains(where: \.isRevoked) ? nil : false
    }
}
