/// The place of a sale in the order of time, then of transaction ids, then of kinds.
package struct SaleCursor: Hashable, Comparable, Sendable {
    /// When it was.
    package let at: Instant
    /// Apple's id of the purchase.
    package let transactionID: TransactionID
    /// Which of the transaction's sales at that instant it is: 0 a sale, 1 a refund, 2 a credit.
    package let kind: Int64

    /// The place of these values.
    package init(at: Instant, transactionID: TransactionID, kind: Int64) {
        self.at = at
        self.transactionID = transactionID
        self.kind = kind
    }

    /// Orders places by instant, then transaction id, then kind.
    package static func < (left: Self, right: Self) -> Bool {
        if left.at != right.at { return left.at < right.at }
        if left.transactionID != right.transactionID { return left.transactionID < right.transactionID }
        return left.kind < right.kind
    }
}
