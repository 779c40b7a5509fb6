/// One thing bought once, with all the transactions that stand for it.
///
/// A restore brings new transaction ids for the same purchase; those are its twins. What Apple signed about any of them
/// is one body of evidence, so a refund or a reversal stated for one twin holds for the purchase.
package struct Purchase: Hashable, Sendable {
    /// What was bought once.
    package let key: PurchaseKey
    /// The transactions that stand for it, restore twins included, by ascending id; never empty.
    package let transactionIDs: [TransactionID]
    /// What counts: the snapshot that speaks among those of all twins, with the earliest `purchaseAt` of any of them.
    package let snapshot: TransactionSnapshot
    /// The token of the earliest-signed snapshot that has one.
    package let accountToken: AccountToken?
    /// When the newest snapshot of any twin was signed, whichever speaks.
    package let newestSignedAt: Instant
    /// The refund that is reported and that Apple has neither signed nor undone; under `act` the snapshot states it too.
    package let reportedRefund: ReportedRefund?

    /// A purchase made of its twins and of what is reported of them, or `nil` without any twin.
    init?(key: PurchaseKey, twins: [TransactionRecord], reports: [ReportedRefund] = []) {
        let snapshots = twins.flatMap(\.snapshots).sorted(by: TransactionRecord.precedes)
        guard !snapshots.isEmpty, let begunAt = twins.map(\.current.purchaseAt).min() else { return nil }
        var snapshot = TransactionRecord.current(among: snapshots)
        snapshot.purchaseAt = begunAt
        let isSigned = snapshot.revocation != nil
        self.reportedRefund =
            isSigned
            ? nil : reports.filter { $0.stands(beside: snapshots) }.max { $1.isNewer(than: $0) }
        if let report = self.reportedRefund, report.treatment == .act { snapshot.revocation = report.revocation }
        self.key = key
        self.transactionIDs = twins.map(\.transactionID).sorted()
        self.snapshot = snapshot
        self.accountToken = snapshots.first { $0.accountToken != nil }?.accountToken
        self.newestSignedAt = TransactionRecord.newest(of: snapshots).signedAt
    }

    /// When it was bought; for a renewal, when its period begins.
    package var begunAt: Instant { self.snapshot.purchaseAt }

    /// When its period ends; where Apple gave none, it is over as soon as it began.
    package var endsAt: Instant { self.snapshot.expiresAt ?? self.snapshot.purchaseAt }

    /// Whether a refund or withdrawal of it stands, or a reported refund counts as one.
    package var isRevoked: Bool { self.snapshot.revocation != nil }

    /// Whether a report stands that holds what is left of the purchase.
    package var isReportFrozen: Bool { self.reportedRefund?.treatment == .freeze }

    /// Whether the Apple Account itself paid, rather than a family member or an organization.
    package var isPaid: Bool { self.snapshot.ownership == .purchased }

    /// The order of a chain's purchases: by beginning, then end, then signed date, then id.
    package static func precedes(_ left: Self, _ right: Self) -> Bool {
        if left.begunAt != right.begunAt { return left.begunAt < right.begunAt }
        if left.endsAt != right.endsAt { return left.endsAt < right.endsAt }
        if left.newestSignedAt != right.newestSignedAt { return left.newestSignedAt < right.newestSignedAt }
        return left.transactionIDs[0] < right.transactionIDs[0]
    }
}
