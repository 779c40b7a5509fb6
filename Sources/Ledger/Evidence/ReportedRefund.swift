/// A refund from a notification of version 1, which Apple does not sign.
///
/// It is not proven, so the purchase has it as a report beside Apple's signed evidence. For each transaction the report
/// of the latest refund counts, in the form in which it arrived first.
package struct ReportedRefund: Hashable, Sendable {
    /// The treatment of a report, as the catalog stated it when the report arrived.
    package enum Treatment: String, Hashable, Sendable, CaseIterable {
        /// The report is only shown.
        case show
        /// The remaining coins of the purchase are held, and no more of it is fulfilled.
        case freeze
        /// The purchase counts as refunded.
        case act
    }

    /// The state of a report.
    package enum State: String, Hashable, Sendable, CaseIterable {
        /// No purchase of this transaction and product is known yet.
        case purchaseUnknown
        /// The report is in effect.
        case refundReported
        /// Apple has signed a refund or revocation.
        case refunded
        /// Apple has since signed that there was no refund.
        case undone
    }

    /// How much later than a report Apple must sign the purchase without a revocation to undo the report.
    package static let patience = Span.days(1)

    /// The original transaction ID that the report names, or otherwise the transaction's ID.
    package let originalTransactionID: OriginalTransactionID
    /// The transaction that was refunded.
    package let transactionID: TransactionID
    /// The product that the report names; the report counts only for a purchase of this product.
    package let productID: ProductID
    /// The instant of the refund, as the report states it.
    package let statedAt: Instant
    /// Apple's `cancellation_reason`: 1 for a problem in the app, 0 for anything else.
    package let reason: Int?
    /// The treatment.
    package let treatment: Treatment
    /// The instant at which the report first arrived.
    package let reportedAt: Instant

    /// Creates a report; `revokedAt` is the date of the refund as the report states it.
    package init(
        originalTransactionID: OriginalTransactionID,
        transactionID: TransactionID,
        productID: ProductID,
        revokedAt: Instant,
        reason: Int?,
        treatment: Treatment,
        reportedAt: Instant
    ) {
        self.originalTransactionID = originalTransactionID
        self.transactionID = transactionID
        self.productID = productID
        self.statedAt = revokedAt
        self.reason = reason
        self.treatment = treatment
        self.reportedAt = reportedAt
    }

    /// The instant of the refund; never later than the report.
    package var revokedAt: Instant { min(self.statedAt, self.reportedAt) }

    /// The instant at which the server asks Apple about it: the earliest at which the answer can undo the report.
    package var askAt: Instant { self.reportedAt + Self.patience + .hours(1) }

    /// The refund in the form of a snapshot's revocation.
    package var revocation: Revocation {
        Revocation(revokedAt: self.revokedAt, reason: self.reason, type: nil, percentageMilliunits: nil)
    }

    /// Returns whether this report counts rather than another of the same transaction.
    ///
    /// The report of the later refund counts and, of two about the same refund, the one that arrived earlier. Reports
    /// of one instant have a fixed order.
    package func isNewer(than other: Self) -> Bool {
        if self.statedAt != other.statedAt { return self.statedAt > other.statedAt }
        if self.reportedAt != other.reportedAt { return self.reportedAt < other.reportedAt }
        if self.treatment != other.treatment { return self.treatment.rawValue < other.treatment.rawValue }
        if self.productID != other.productID { return self.productID < other.productID }
        if self.reason != other.reason { return (self.reason ?? -1) > (other.reason ?? -1) }
        if self.transactionID != other.transactionID { return self.transactionID < other.transactionID }
        return self.originalTransactionID < other.originalTransactionID
    }

    /// Returns whether the report is in effect beside Apple's signed evidence of its purchase, which contains no
    /// revocation that is in effect.
    ///
    /// A reversal that Apple signed after the refund ends the report, and so does anything that Apple signed more than
    /// a day after it. A row of a receipt about a consumable ends nothing: it would not state that the purchase was
    /// refunded.
    ///
    /// - Parameter ordered: The snapshots of all transactions of the purchase, in their fixed order.
    /// - Returns: Whether the report is still to be shown.
    func stands(beside ordered: [TransactionSnapshot]) -> Bool {
        let newest = TransactionRecord.newest(of: ordered)
        guard newest.productID == self.productID else { return false }
        let isReversed = ordered.contains { $0.isReversal && self.revokedAt < $0.signedAt }
        return !isReversed && (newest.isSilentOnRefunds || newest.signedAt <= self.reportedAt + Self.patience)
    }

    /// Returns the state of the report in its chain.
    package func state(in chain: Chain?) -> State {
        guard let purchase = self.purchase(in: chain) else { return .purchaseUnknown }
        if purchase.reportedRefund != nil { return .refundReported }
        return purchase.isRevoked ? .refunded : .undone
    }

    /// Returns the purchase of the report: of its product, in the chain that it names; `nil` while it is unknown.
    package func purchase(in chain: Chain?) -> Purchase? {
        guard let chain, chain.knows(self) else { return nil }
        let purchases = chain.purchases
        let named = purchases.first { $0.transactionIDs.contains(self.transactionID) }
        // The report on a restored purchase may name a transaction that was never submitted.
        let purchase =
            named
            ?? purchases.first { purchase in
                if case .owned = purchase.key { return true }
                return false
            }
        return purchase?.snapshot.productID == self.productID ? purchase : nil
    }

    /// Returns the report that counts for each transaction, by ascending ID of the transaction.
    package static func newest(of reports: some Sequence<Self>) -> [Self] {
        var newest: [TransactionID: Self] = [:]
        for report in reports {
            if let known = newest[report.transactionID], !report.isNewer(than: known) { continue }
            newest[report.transactionID] = report
        }
        return newest.values.sorted { $0.transactionID < $1.transactionID }
    }
}
