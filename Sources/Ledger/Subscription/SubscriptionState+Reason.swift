extension SubscriptionState {
    /// Why a subscription is what it is, in stable codes.
    package enum Reason: String, Hashable, Sendable, CaseIterable {
        /// The current period is paid.
        case paid
        /// The latest period is revoked, but another one that is paid runs.
        case paidByAnotherPeriod = "paid_by_another_period"
        /// Apple has spoken of a period whose transaction is not here.
        case transactionMissing = "transaction_missing"
        /// The App Store grants a grace period.
        case gracePeriod = "grace_period"
        /// The App Store tries to charge again.
        case billingRetry = "billing_retry"
        /// The customer cancelled.
        case cancelled
        /// Apple stopped the renewal because of a refund request.
        case stoppedByRefundRequest = "stopped_by_refund_request"
        /// The charge failed for good.
        case billingFailed = "billing_failed"
        /// The customer did not agree to a higher price.
        case priceIncreaseNotAccepted = "price_increase_not_accepted"
        /// The product was not on sale when it should have renewed.
        case productUnavailable = "product_unavailable"
        /// Apple says that it ended, for a reason it does not name or one that is not known here.
        case ended
        /// The period is over and nothing has been heard yet.
        case overdue
        /// The period is over and nothing has been heard.
        case unconfirmed
        /// Apple refunded it.
        case refunded
        /// The family stopped sharing it.
        case familySharingEnded = "family_sharing_ended"
        /// The organization or group took the seat away.
        case seatRemoved = "seat_removed"
        /// The period belongs to another customer now.
        case replaced
        /// An operator granted it.
        case granted
        /// An operator took back what he had granted.
        case grantRevoked = "grant_revoked"
        /// It was bought in the Sandbox, whose rights last for some days only.
        case sandboxLimit = "sandbox_limit"

        /// Why a subscription ended, by Apple's `expirationIntent`.
        static func ended(intent: Int?) -> Self {
            switch intent {
            case 1: .cancelled
            case 2: .billingFailed
            case 3: .priceIncreaseNotAccepted
            case 4: .productUnavailable
            default: .ended
            }
        }

        /// Why something is revoked.
        static func revoked(_ snapshot: TransactionSnapshot) -> Self {
            switch (snapshot.revocation?.type, snapshot.ownership) {
            case ("FAMILY_REVOKE", _): .familySharingEnded
            case ("ASSIGNMENT_REVOKE", _): .seatRemoved
            case (nil, .familyShared): .familySharingEnded
            case (nil, .assigned): .seatRemoved
            default: .refunded
            }
        }
    }
}
