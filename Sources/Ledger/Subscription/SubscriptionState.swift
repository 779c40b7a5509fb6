/// The state of a subscription at one instant, with everything that answers contain about it.
///
/// It is derived from a chain and an instant by `Chain.state(at:environment:gracePolicy:)` and never stored.
package struct SubscriptionState: Hashable, Sendable {
    /// The phase.
    package var phase: SubscriptionPhase
    /// The row of the derivation table that decided, before any override.
    package var row: Row
    /// Whether the subscriber has access to the product.
    package var hasAccess: Bool
    /// The instant at which access ends without new evidence; `nil` without access.
    package var until: Instant?
    /// The instant since which the phase applies: the beginning of unbroken paid time, of grace, of retry; the end; the
    /// revocation.
    package var since: Instant?
    /// The reason, as a stable code.
    package var reason: Reason
    /// Apple's `expirationIntent`, where it states why the subscription ended or will end.
    package var expirationIntent: Int?
    /// The refund or revocation, where the current period has one.
    package var revocation: Revocation?
    /// The product in force.
    package var productID: ProductID?
    /// The transaction that the table calls L: the current period's, or the last one's.
    package var transactionID: TransactionID?
    /// The transaction whose owner owns the subscription: L, or the newest known where one is missing.
    package var owningTransactionID: TransactionID?
    /// The transactions from which the state is derived, including restored copies.
    package var transactionIDs: [TransactionID]
    /// Whether it will renew.
    package var willRenew: WillRenew
    /// Whether auto-renew is on, and who switched it off.
    package var renewStatus: AutoRenew
    /// The instant at which auto-renew was switched on or off, where an older API has stated it.
    package var renewStatusChangedAt: Instant?
    /// The instant of the last renewal.
    package var lastRenewalAt: Instant?
    /// The instant of the next renewal, if there will be one.
    package var nextRenewalAt: Instant?
    /// The product of the next renewal.
    package var nextProductID: ProductID?
    /// The price of the next renewal.
    package var nextPrice: Money?
    /// The offer of the current period.
    package var offer: Offer?
    /// The offer of the next renewal.
    package var nextOffer: Offer?
    /// For a monthly paid commitment, whether the next payment follows; `nil` elsewhere.
    package var willRenewPeriod: WillRenew?
    /// For a monthly paid commitment, whether another commitment follows; `nil` elsewhere.
    package var willRenewCommitment: WillRenew?
    /// The instant at which the commitment ends.
    package var commitmentUntil: Instant?
    /// The seats of the current period; only of a multiseat subscription.
    package var seats: SeatCount?
    /// The evidence outside the table's rows that changed the result; each is published as an event.
    package var overrides: [Override]
    /// The checks to make with Apple, and their instants.
    package var heals: [HealingRequest]
    /// The instant at which the state changes without new evidence; `nil` if it never does.
    package var nextChangeAt: Instant?
}

extension SubscriptionState {
    /// The reason for the state of a subscription, as stable codes.
    package enum Reason: String, Hashable, Sendable, CaseIterable {
        /// The current period is paid.
        case paid
        /// The latest period is revoked, but another paid period is running.
        case paidByAnotherPeriod = "paid_by_another_period"
        /// Apple's evidence mentions a period whose transaction is missing.
        case transactionMissing = "transaction_missing"
        /// The App Store grants a grace period.
        case gracePeriod = "grace_period"
        /// The App Store is retrying the charge.
        case billingRetry = "billing_retry"
        /// The customer canceled.
        case canceled
        /// Apple stopped the renewal because of a refund request.
        case stoppedByRefundRequest = "stopped_by_refund_request"
        /// The charge failed finally.
        case billingFailed = "billing_failed"
        /// The customer did not agree to a higher price.
        case priceIncreaseNotAccepted = "price_increase_not_accepted"
        /// The product was not for sale when it should have renewed.
        case productUnavailable = "product_unavailable"
        /// Apple states that it ended, for a reason that it does not name or that the server does not know.
        case ended
        /// The period is over, and no evidence has arrived within the leeway.
        case overdue
        /// The period is over, and no evidence arrived for longer than the leeway.
        case unconfirmed
        /// Apple refunded it.
        case refunded
        /// The family stopped sharing it.
        case familySharingEnded = "family_sharing_ended"
        /// The organization or group removed the seat.
        case seatRemoved = "seat_removed"
        /// The period has another owner now.
        case replaced
        /// An operator granted it.
        case granted
        /// An operator revoked a grant.
        case grantRevoked = "grant_revoked"
        /// The purchase is in the Sandbox, whose entitlements last only some days.
        case sandboxLimit = "sandbox_limit"

        /// Returns the reason why a subscription ended, by Apple's `expirationIntent`.
        static func ended(intent: Int?) -> Self {
            switch intent {
            case 1: .canceled
            case 2: .billingFailed
            case 3: .priceIncreaseNotAccepted
            case 4: .productUnavailable
            default: .ended
            }
        }

        /// Returns the reason of a revocation.
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

/// The phase of a subscription at one instant.
package enum SubscriptionPhase: Hashable, Sendable {
    /// No transaction is known.
    case unknown
    /// A paid period is running.
    case active
    /// Unpaid, in the grace period that the App Store grants.
    case grace
    /// Unpaid, while the App Store retries the charge.
    case retry
    /// The period is over, and no evidence has arrived within the leeway.
    case overdue
    /// The subscription is over; unconfirmed while only the lack of evidence indicates it.
    case expired(isConfirmed: Bool)
    /// Refunded or revoked.
    case revoked

    /// A stable code for answers and events.
    package var code: String {
        switch self {
        case .unknown: "unknown"
        case .active: "active"
        case .grace: "grace"
        case .retry: "retry"
        case .overdue: "overdue"
        case .expired: "expired"
        case .revoked: "revoked"
        }
    }
}

/// Whether a subscription is set to renew, and who switched the renewal off.
package enum AutoRenew: String, Hashable, Sendable, CaseIterable {
    /// It is on.
    case on
    /// The customer switched it off.
    case off
    /// Apple switched it off because of a refund request that is not decided yet, which is no cancellation.
    case offByRefundRequest
    /// No evidence that applies to the period states it.
    case unknown

    /// Whether ownership, grace and billing retry treat it as on.
    package var countsAsOn: Bool { self == .on || self == .offByRefundRequest }
}

/// Whether a renewal will follow.
package enum WillRenew: String, Hashable, Sendable, CaseIterable {
    /// It will.
    case yes
    /// It will not.
    case no
    /// It will if the customer consents to a higher price.
    case needsConsent
    /// No evidence that applies to the period states it.
    case unknown
}
