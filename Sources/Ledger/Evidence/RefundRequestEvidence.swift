/// A signed word that a refund of one transaction was asked for, or that the asking has ended.
///
/// A request is not a refund. It is kept here because Apple turns auto-renew off while a request is open, which must
/// not read as a cancellation.
package struct RefundRequestEvidence: Hashable, Sendable {
    /// What was said.
    package enum Kind: String, Hashable, Sendable, CaseIterable {
        /// CONSUMPTION_REQUEST: a refund was asked for.
        case requested
        /// REFUND, REFUND_DECLINED or REVOKE: the request is over.
        case closed
    }

    /// The chain whose transaction it is about.
    package let originalTransactionID: OriginalTransactionID
    /// The transaction it is about.
    package let transactionID: TransactionID
    /// What was said.
    package let kind: Kind
    /// When Apple signed it.
    package let signedAt: Instant

    /// A statement about one transaction.
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

    /// Whether this statement speaks rather than another: signed later or, at equal dates, the end of a request rather
    /// than the request, because nobody asks again in the same millisecond.
    package func isNewer(than other: Self) -> Bool {
        if self.signedAt != other.signedAt { return self.signedAt > other.signedAt }
        if self.kind != other.kind { return self.kind == .closed }
        if self.transactionID != other.transactionID { return self.transactionID > other.transactionID }
        return self.originalTransactionID > other.originalTransactionID
    }
}
