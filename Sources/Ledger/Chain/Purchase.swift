/// One purchase, with all transactions of it.
///
/// A restore creates new transaction IDs for the same purchase; these are its twins. Apple's evidence about any twin
/// counts for the purchase, so a refund or a reversal stated for one twin holds for all.
///
/// It is a class because derivations pass purchases on and filter them all the time: a copy of the snapshot would cost
/// more than what they compute.
package final class Purchase: Hashable, Sendable {
    /// The key that identifies the purchase.
    package let key: PurchaseKey
    /// The transactions of the purchase, restore twins included, by ascending ID; never empty.
    package let transactionIDs: [TransactionID]
    /// The snapshot that counts among those of all twins, with the earliest `purchaseAt` of any of them.
    package let snapshot: TransactionSnapshot
    /// The account token of the earliest-signed snapshot that has one.
    package let accountToken: AccountToken?
    /// The instant at which Apple signed the newest snapshot of any twin, whichever one counts.
    package let newestSignedAt: Instant
    /// The refund that is reported and that Apple has neither signed nor undone.
    ///
    /// Under `act` the snapshot contains it too.
    package let reportedRefund: ReportedRefund?

    /// Creates a purchase from its twins and the reports about them; `nil` without a twin.
    init?(key: PurchaseKey, twins: [TransactionRecord], reports: [ReportedRefund] = []) {
        guard let first = twins.first else { return nil }
        // Nearly all purchases have one transaction, whose record has its snapshots in order.
        let snapshots =
            twins.count == 1 ? first.snapshots : twins.flatMap(\.snapshots).sorted(by: TransactionRecord.precedes)
        var snapshot = twins.count == 1 ? first.current : TransactionRecord.current(among: snapshots)
        snapshot.purchaseAt = twins.lazy.map(\.current.purchaseAt).min() ?? snapshot.purchaseAt
        let isSigned = snapshot.revocation != nil
        self.reportedRefund =
            isSigned
            ? nil : reports.filter { $0.stands(beside: snapshots) }.max { $1.isNewer(than: $0) }
        if let report = self.reportedRefund, report.treatment == .act { snapshot.revocation = report.revocation }
        self.key = key
        self.transactionIDs = twins.count == 1 ? [first.transactionID] : twins.map(\.transactionID).sorted()
        self.snapshot = snapshot
        self.accountToken = snapshots.first { $0.accountToken != nil }?.accountToken
        self.newestSignedAt = TransactionRecord.newest(of: snapshots).signedAt
    }

    /// The instant of the purchase; for a renewal, the beginning of its period.
    package var begunAt: Instant { self.snapshot.purchaseAt }

    /// The end of the period; the instant of the purchase when Apple gave none.
    package var endsAt: Instant { self.snapshot.expiresAt ?? self.snapshot.purchaseAt }

    /// Whether a refund or revocation by Apple is in effect, or a reported refund counts as one.
    package var isRevoked: Bool { self.snapshot.revocation != nil }

    /// Whether a report is in effect that holds the remaining goods of the purchase.
    package var isReportFrozen: Bool { self.reportedRefund?.treatment == .freeze }

    /// Whether the Apple Account itself paid, rather than a family member or an organization.
    package var isPaid: Bool { self.snapshot.ownership == .purchased }

    /// Returns the time after the period's end for which the App Store tries to bill the next one.
    ///
    /// - Parameter renewal: What Apple signed last about the renewal at that end; `nil` where nothing is known.
    /// - Returns: 90 days in a 12-month commitment, otherwise 60.
    func retryWindow(_ renewal: RenewalSnapshot?) -> Span {
        self.snapshot.commitment != nil || renewal?.commitment != nil ? .days(90) : .days(60)
    }

    /// Returns whether both purchases are alike.
    package static func == (left: Purchase, right: Purchase) -> Bool {
        left === right
            || left.key == right.key && left.transactionIDs == right.transactionIDs && left.snapshot == right.snapshot
                && left.accountToken == right.accountToken && left.newestSignedAt == right.newestSignedAt
                && left.reportedRefund == right.reportedRefund
    }

    /// Hashes the key and the transactions, which distinguish nearly all purchases.
    package func hash(into hasher: inout Hasher) {
        hasher.combine(self.key)
        hasher.combine(self.transactionIDs)
    }

    /// Returns whether the left purchase comes first in a chain: by beginning, then end, then signed date, then ID.
    ///
    /// Purchases of seats come last, by ID: Apple signs the first again when seats are added.
    package static func precedes(_ left: Purchase, _ right: Purchase) -> Bool {
        if left.begunAt != right.begunAt { return left.begunAt < right.begunAt }
        if left.endsAt != right.endsAt { return left.endsAt < right.endsAt }
        let hasSeats = (left: left.snapshot.seats != nil, right: right.snapshot.seats != nil)
        if hasSeats.left != hasSeats.right { return hasSeats.right }
        if !hasSeats.left, left.newestSignedAt != right.newestSignedAt {
            return left.newestSignedAt < right.newestSignedAt
        }
        return left.transactionIDs[0] < right.transactionIDs[0]
    }
}

extension Chain {
    /// The purchases of this chain, in the order of `Purchase.precedes`.
    ///
    /// `webOrderLineItemId` distinguishes the periods of a subscription. A transaction whose evidence lacks it joins
    /// the period of the same product that begins at the same instant.
    package var purchases: [Purchase] {
        self.twins
            .compactMap { key, twins in Purchase(key: key, twins: twins, reports: self.reports(of: key, twins)) }
            .sorted(by: Purchase.precedes)
    }

    /// The snapshot of each transaction that counts, by ascending ID: what Apple signed, with the reported refund of
    /// its purchase where the catalog lets reports count.
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

    /// Returns the reports about a purchase.
    ///
    /// The report on a restored purchase may name a transaction that was never submitted.
    private func reports(of key: PurchaseKey, _ twins: [TransactionRecord]) -> [ReportedRefund] {
        guard !self.reportedRefunds.isEmpty else { return [] }
        if case .owned = key { return self.reportedRefunds }
        return self.reportedRefunds.filter { report in
            twins.contains { $0.transactionID == report.transactionID }
        }
    }

    /// The original transaction ID that names the chain in purchase keys: the one from before any migration.
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

    /// The original transaction ID that everything in the chain has, as in nearly all chains; `nil` when there are
    /// several.
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

    /// The chain's transactions by the key of their purchase.
    private var twins: [PurchaseKey: [TransactionRecord]] {
        guard let root = self.rootID else { return [:] }
        let lacksItem = self.transactions.contains { record in
            record.current.kind == .autoRenewable && record.current.webOrderLineItemID == nil
        }
        let lineItems = lacksItem ? self.lineItems : [:]
        let firsts = self.beginningsOfSharedItems
        var twins: [PurchaseKey: [TransactionRecord]] = [:]
        for record in self.transactions {
            let snapshot = record.current
            let key: PurchaseKey
            switch snapshot.kind {
            case .autoRenewable:
                let beginning = Beginning(product: snapshot.productID, at: snapshot.purchaseAt)
                if let lineItem = snapshot.webOrderLineItemID ?? lineItems[beginning] {
                    let isFirst = firsts[lineItem].map { snapshot.purchaseAt <= $0 } ?? true
                    key = isFirst ? .period(root, lineItem) : .single(snapshot.transactionID)
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

    /// The earliest beginning of each line item that several transactions share because seats were added.
    ///
    /// Added seats are a purchase of their own beside the first, not a restored copy of it, whether or not Apple gives
    /// them a line item of their own.
    private var beginningsOfSharedItems: [WebOrderLineItemID: Instant] {
        guard self.transactions.contains(where: { $0.current.seats?.isAddition == true }) else { return [:] }
        let currents = self.transactions.map(\.current)
        let shared = Set(currents.filter { $0.seats?.isAddition == true }.compactMap(\.webOrderLineItemID))
        var beginnings: [WebOrderLineItemID: Instant] = [:]
        for snapshot in currents {
            guard let item = snapshot.webOrderLineItemID, shared.contains(item) else { continue }
            beginnings[item] = min(beginnings[item] ?? snapshot.purchaseAt, snapshot.purchaseAt)
        }
        return beginnings
    }

    /// The lowest line item of the periods of each product and beginning.
    private var lineItems: [Beginning: WebOrderLineItemID] {
        var lineItems: [Beginning: WebOrderLineItemID] = [:]
        for record in self.transactions where record.current.kind == .autoRenewable {
            guard let lineItem = record.current.webOrderLineItemID else { continue }
            let beginning = Beginning(product: record.current.productID, at: record.current.purchaseAt)
            lineItems[beginning] = min(lineItems[beginning] ?? lineItem, lineItem)
        }
        return lineItems
    }

    /// The product and beginning that distinguish periods without a line item.
    private struct Beginning: Hashable {
        let product: ProductID
        let at: Instant
    }
}
