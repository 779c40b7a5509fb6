/// Apple's `status` of a subscription, dated by the notification that contained it or by the answer to a request.
package struct StatusEvidence: Hashable, Sendable {
    /// Apple's values of `status`.
    package enum Status: Int, Hashable, Sendable, CaseIterable {
        /// Paid and running.
        case active = 1
        /// Over.
        case expired = 2
        /// Over, and the App Store retries billing.
        case billingRetry = 3
        /// Unpaid, and access continues for a while.
        case gracePeriod = 4
        /// Refunded or revoked.
        case revoked = 5
    }

    /// The original transaction ID of the chain.
    package let originalTransactionID: OriginalTransactionID
    /// The status.
    package let status: Status
    /// The instant as of which Apple stated it.
    package let statedAt: Instant

    /// Creates a statement of this status at this instant.
    package init(originalTransactionID: OriginalTransactionID, status: Status, statedAt: Instant) {
        self.originalTransactionID = originalTransactionID
        self.status = status
        self.statedAt = statedAt
    }

    /// Returns whether this evidence counts rather than another: the later or, at equal dates, the greater status.
    package func isNewer(than other: Self) -> Bool {
        if self.statedAt != other.statedAt { return self.statedAt > other.statedAt }
        if self.status != other.status { return self.status.rawValue > other.status.rawValue }
        return self.originalTransactionID > other.originalTransactionID
    }
}
