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
    /// The refund that is reported and that Apple has neither signed nor undone; under `act` the snapshot states it
    /// too.
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

extension Chain {
    /// What was bought in this chain, each thing once, in the order of `Purchase.precedes`.
    ///
    /// Periods of a subscription are told apart by `webOrderLineItemId`; a transaction whose evidence lacks it joins
    /// the period of the same product that begins at the same instant.
    package var purchases: [Purchase] {
        self.twins
            .compactMap { key, twins in Purchase(key: key, twins: twins, reports: self.reports(of: key, twins)) }
            .sorted(by: Purchase.precedes)
    }

    /// What counts of each transaction, by ascending id: what Apple signed of it, with the refund that a report on its
    /// purchase tells of where the catalog has that count.
    package var counted: [TransactionSnapshot] {
        let currents = self.transactions.map(\.current)
        guard !self.reportedRefunds.isEmpty else { return currents }
        var refunds: [TransactionID: Revocation] = [:]
        for purchase in self.purchases where purchase.reportedRefund?.treatment == .act {
            for id in purchase.transactionIDs { refunds[id] = purchase.snapshot.revocation }
        }
        return currents.map { current in
            var counted = current
            counted.revocation = current.revocation ?? refunds[current.transactionID]
            return counted
        }
    }

    /// What is reported of a purchase: of a restored one the report may name a transaction that nobody submitted.
    private func reports(of key: PurchaseKey, _ twins: [TransactionRecord]) -> [ReportedRefund] {
        guard !self.reportedRefunds.isEmpty else { return [] }
        if case .owned = key { return self.reportedRefunds }
        return self.reportedRefunds.filter { report in
            twins.contains { $0.transactionID == report.transactionID }
        }
    }

    /// The original transaction id that names the chain in purchase keys: the one that existed before any migration.
    package var rootID: OriginalTransactionID? {
        if let only = self.onlyOriginalID { return only }
        let snapshots = self.transactions.map(\.current)
        let migrated = Set(
            snapshots.filter { $0.previousOriginalTransactionID != nil }.map(\.originalTransactionID)
        )
        let known = Set(snapshots.map(\.originalTransactionID))
            .union(snapshots.compactMap(\.previousOriginalTransactionID))
            .union(self.renewals.map(\.originalTransactionID))
            .union(self.statuses.map(\.originalTransactionID))
        return known.subtracting(migrated).min() ?? known.min()
    }

    /// The original transaction id that everything in the chain has, as nearly all chains do; `nil` with several.
    private var onlyOriginalID: OriginalTransactionID? {
        guard let first = self.transactions.first?.snapshots[0].originalTransactionID else { return nil }
        let isOnly =
            self.transactions.allSatisfy { record in
                record.snapshots.allSatisfy {
                    $0.originalTransactionID == first && $0.previousOriginalTransactionID == nil
                }
            } && self.renewals.allSatisfy { $0.originalTransactionID == first }
            && self.statuses.allSatisfy { $0.originalTransactionID == first }
        return isOnly ? first : nil
    }

    /// The chain's transactions by the key of what they bought.
    private var twins: [PurchaseKey: [TransactionRecord]] {
        guard let root = self.rootID else { return [:] }
        let currents = self.transactions.map { (record: $0, snapshot: $0.current) }
        var lineItems: [Beginning: WebOrderLineItemID] = [:]
        for (_, snapshot) in currents where snapshot.kind == .autoRenewable {
            guard let lineItem = snapshot.webOrderLineItemID else { continue }
            let beginning = Beginning(product: snapshot.productID, at: snapshot.purchaseAt)
            lineItems[beginning] = min(lineItems[beginning] ?? lineItem, lineItem)
        }
        var twins: [PurchaseKey: [TransactionRecord]] = [:]
        for (record, snapshot) in currents {
            let key: PurchaseKey
            switch snapshot.kind {
            case .autoRenewable:
                let beginning = Beginning(product: snapshot.productID, at: snapshot.purchaseAt)
                if let lineItem = snapshot.webOrderLineItemID ?? lineItems[beginning] {
                    key = .period(root, lineItem)
                } else {
                    key = .periodBegunAt(root, snapshot.purchaseAt)
                }
            case .nonConsumable:
                key = .owned(root)
            case .consumable, .nonRenewing:
                key = .single(snapshot.transactionID)
            }
            twins[key, default: []].append(record)
        }
        return twins
    }

    /// What tells periods apart where a line item is missing.
    private struct Beginning: Hashable {
        let product: ProductID
        let at: Instant
    }
}
