/// Apple's own word on a subscription: its `status`, dated by the notification that carried it or by the asking.
package struct StatusEvidence: Hashable, Sendable {
    /// Apple's values of `status`.
    package enum Status: Int, Hashable, Sendable, CaseIterable {
        /// Paid and running.
        case active = 1
        /// Over.
        case expired = 2
        /// Over, and the App Store tries to charge again.
        case billingRetry = 3
        /// Unpaid, and access goes on for a while.
        case gracePeriod = 4
        /// Refunded or withdrawn.
        case revoked = 5
    }

    /// The chain it speaks about.
    package let originalTransactionID: OriginalTransactionID
    /// The status.
    package let status: Status
    /// When it was true.
    package let statedAt: Instant

    /// A statement of this status at this instant.
    package init(originalTransactionID: OriginalTransactionID, status: Status, statedAt: Instant) {
        self.originalTransactionID = originalTransactionID
        self.status = status
        self.statedAt = statedAt
    }

    /// Whether this statement speaks rather than another: later or, at equal dates, the greater status.
    package func isNewer(than other: Self) -> Bool {
        if self.statedAt != other.statedAt { return self.statedAt > other.statedAt }
        if self.status != other.status { return self.status.rawValue > other.status.rawValue }
        return self.originalTransactionID > other.originalTransactionID
    }
}
