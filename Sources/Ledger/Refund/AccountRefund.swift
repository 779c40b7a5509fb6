/// A refund that Apple granted to an Apple Account and that still stands.
package struct AccountRefund: Hashable, Sendable {
    /// The most transactions of one Apple Account that are read: terms never bound so many.
    package static let longestList = 1000

    /// The transaction that was refunded; of several for the same purchase, the one refunded last.
    package let transactionID: TransactionID
    /// What was bought once.
    package let purchase: PurchaseKey
    /// When Apple refunded it.
    package let refundedAt: Instant

    /// A refund of these values.
    package init(transactionID: TransactionID, purchase: PurchaseKey, refundedAt: Instant) {
        self.transactionID = transactionID
        self.purchase = purchase
        self.refundedAt = refundedAt
    }

    /// Returns each purchase once, as restores bring further transactions for it, in the order of a list.
    package static func purchases(among refunds: [Self]) -> [Self] {
        var known: Set<PurchaseKey> = []
        return refunds.filter { known.insert($0.purchase).inserted }
    }
}
