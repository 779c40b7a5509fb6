/// A refund of which a notification of version 1 tells, which Apple does not sign.
///
/// It says nothing that is proven, so the purchase bears it as a report beside what Apple signed. Of one transaction
/// the report of the latest refund counts, as it came first.
package struct ReportedRefund: Hashable, Sendable {
    /// What follows from a report, as the catalog said when it arrived.
    package enum Treatment: String, Hashable, Sendable, CaseIterable {
        /// It is shown.
        case show
        /// What is left of the purchase's coins is held, and nothing more of it is handed over.
        case freeze
        /// The purchase counts as refunded.
        case act
    }

    /// What has become of a report.
    package enum State: String, Hashable, Sendable, CaseIterable {
        /// No purchase of this transaction and product is known yet.
        case purchaseUnknown
        /// It stands.
        case refundReported
        /// Apple has signed a refund or withdrawal.
        case refunded
        /// Apple has signed since that there was none.
        case undone
    }

    /// How much later than a report Apple must sign the purchase without a revocation to undo the report.
    package static let patience = Span.days(1)

    /// The chain that the report names, or the transaction itself.
    package let originalTransactionID: OriginalTransactionID
    /// The transaction that was refunded.
    package let transactionID: TransactionID
    /// The product that the report names: the report counts for a purchase of this product only.
    package let productID: ProductID
    /// When Apple refunded, as the report says.
    package let statedAt: Instant
    /// Apple's `cancellation_reason`: 1 for a problem in the app, 0 for anything else.
    package let reason: Int?
    /// What follows from it.
    package let treatment: Treatment
    /// When the report arrived first.
    package let reportedAt: Instant

    /// A report of these values; `revokedAt` is the date of the refund as it is stated.
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

    /// When Apple refunded; never later than the report.
    package var revokedAt: Instant { min(self.statedAt, self.reportedAt) }

    /// When Apple is asked about it: once its word can undo the report.
    package var askAt: Instant { self.reportedAt + Self.patience + .hours(1) }

    /// The refund as a snapshot would state it.
    package var revocation: Revocation {
        Revocation(revokedAt: self.revokedAt, reason: self.reason, type: nil, percentageMilliunits: nil)
    }

    /// Whether this report counts rather than another of the same transaction.
    ///
    /// It does where it tells of a later refund or, of the same one, arrived earlier. Reports of one instant have a
    /// fixed order.
    package func isNewer(than other: Self) -> Bool {
        if self.statedAt != other.statedAt { return self.statedAt > other.statedAt }
        if self.reportedAt != other.reportedAt { return self.reportedAt < other.reportedAt }
        if self.treatment != other.treatment { return self.treatment.rawValue < other.treatment.rawValue }
        if self.productID != other.productID { return self.productID < other.productID }
        if self.reason != other.reason { return (self.reason ?? -1) > (other.reason ?? -1) }
        if self.transactionID != other.transactionID { return self.transactionID < other.transactionID }
        return self.originalTransactionID < other.originalTransactionID
    }

    /// Whether the report stands beside what Apple signed of its purchase, of which no revocation stands.
    ///
    /// A reversal that Apple signed after the refund ends it, and so does anything that Apple signed more than a day
    /// after the report. A row of a receipt about a consumable ends nothing: it would not say that the purchase was
    /// refunded.
    ///
    /// - Parameter ordered: The snapshots of all transactions that stand for the purchase, in their fixed order.
    /// - Returns: Whether the report is still to be shown.
    func stands(beside ordered: [TransactionSnapshot]) -> Bool {
        let newest = TransactionRecord.newest(of: ordered)
        guard newest.productID == self.productID else { return false }
        let isReversed = ordered.contains { $0.isReversal && self.revokedAt < $0.signedAt }
        return !isReversed && (newest.isSilentOnRefunds || newest.signedAt <= self.reportedAt + Self.patience)
    }

    /// What has become of the report, by what is known of its chain.
    package func state(in chain: Chain?) -> State {
        guard let purchase = self.purchase(in: chain) else { return .purchaseUnknown }
        if purchase.reportedRefund != nil { return .refundReported }
        return purchase.isRevoked ? .refunded : .undone
    }

    /// The purchase that the report is about: of its product, in the chain that it names; `nil` while that is not
    /// known.
    package func purchase(in chain: Chain?) -> Purchase? {
        guard let chain, chain.knows(self) else { return nil }
        let purchases = chain.purchases
        let named = purchases.first { $0.transactionIDs.contains(self.transactionID) }
        // Of what was restored the report may name a transaction that nobody submitted.
        let purchase =
            named
            ?? purchases.first { purchase in
                if case .owned = purchase.key { return true }
                return false
            }
        return purchase?.snapshot.productID == self.productID ? purchase : nil
    }

    /// Of some reports the one that counts of each transaction, by ascending id of the transaction.
    package static func newest(of reports: some Sequence<Self>) -> [Self] {
        var newest: [TransactionID: Self] = [:]
        for report in reports {
            if let known = newest[report.transactionID], !report.isNewer(than: known) { continue }
            newest[report.transactionID] = report
        }
        return newest.values.sorted { $0.transactionID < $1.transactionID }
    }
}
