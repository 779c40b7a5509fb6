/// Signed evidence that a refund of one transaction was requested, or that the request has ended.
///
/// A request is not a refund. It is stored because Apple turns auto-renew off while a request is open, which must not
/// count as a cancellation.
package struct RefundRequestEvidence: Hashable, Sendable {
    /// The kind of statement.
    package enum Kind: String, Hashable, Sendable, CaseIterable {
        /// CONSUMPTION_REQUEST: a refund was requested.
        case requested
        /// REFUND, REFUND_DECLINED or REVOKE: the request is over.
        case closed
    }

    /// The original transaction ID of the chain.
    package let originalTransactionID: OriginalTransactionID
    /// The transaction.
    package let transactionID: TransactionID
    /// The kind of statement.
    package let kind: Kind
    /// The instant at which Apple signed it.
    package let signedAt: Instant

    /// Creates a statement about one transaction.
    package init(
        originalTransactionID: OriginalTransactionID,
        transactionID: TransactionID,
        kind: Kind,
        signedAt: Instant
    ) {
        self.originalTransactionID = originalTransactionID
        self.transactionID = transactionID
        self.kind = kind
        self.signedAt = signedAt
    }

    /// Returns whether this evidence counts rather than another: signed later or, at equal dates, the end of a request
    /// rather than the request, because no customer requests a refund again in the same millisecond.
    package func isNewer(than other: Self) -> Bool {
        if self.signedAt != other.signedAt { return self.signedAt > other.signedAt }
        if self.kind != other.kind { return self.kind == .closed }
        if self.transactionID != other.transactionID { return self.transactionID > other.transactionID }
        return self.originalTransactionID > other.originalTransactionID
    }
}
