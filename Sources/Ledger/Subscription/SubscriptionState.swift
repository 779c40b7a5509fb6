/// What a subscription is worth at one instant, and everything an answer about it says.
///
/// It is derived from a chain and an instant by `Chain.state(at:environment:gracePolicy:)` and never stored.
package struct SubscriptionState: Hashable, Sendable {
    /// What it is.
    package var phase: SubscriptionPhase
    /// The row of the derivation table that decided, before any override.
    package var row: Row
    /// Whether the subscriber may use what it unlocks.
    package var hasAccess: Bool
    /// When access ends if nothing more is heard; `nil` without access.
    package var until: Instant?
    /// Since when it has been so: the beginning of unbroken paid time, of grace, of retry; the end; the revocation.
    package var since: Instant?
    /// Why, in a stable code.
    package var reason: Reason
    /// Apple's `expirationIntent`, where it says why the subscription ended or will end.
    package var expirationIntent: Int?
    /// The refund or withdrawal, where the current period has one.
    package var revocation: Revocation?
    /// The product in force.
    package var productID: ProductID?
    /// The transaction that the table calls L: the current period's, or the last one's.
    package var transactionID: TransactionID?
    /// The transaction whose owner the answer belongs to: L, or the newest known where one is missing.
    package var owningTransactionID: TransactionID?
    /// The transactions that the answer rests on, restore twins included.
    package var transactionIDs: [TransactionID]
    /// Whether it will renew.
    package var willRenew: WillRenew
    /// Whether auto-renew is on, and if off, by whom.
    package var renewStatus: AutoRenew
    /// When auto-renew came to be on or off, where an old interface has dated that.
    package var renewStatusChangedAt: Instant?
    /// When it renewed last.
    package var lastRenewalAt: Instant?
    /// When it will renew next, if it will.
    package var nextRenewalAt: Instant?
    /// The product that renews next.
    package var nextProductID: ProductID?
    /// The price of the next renewal.
    package var nextPrice: Money?
    /// The offer under which the current period was bought.
    package var offer: Offer?
    /// The offer of the next renewal.
    package var nextOffer: Offer?
    /// In a monthly paid commitment, whether the next payment follows; `nil` elsewhere.
    package var willRenewPeriod: WillRenew?
    /// In a monthly paid commitment, whether another commitment follows; `nil` elsewhere.
    package var willRenewCommitment: WillRenew?
    /// When the commitment ends.
    package var commitmentUntil: Instant?
    /// What evidence, besides the table's rows, turned the answer; each is worth an event.
    package var overrides: [Override]
    /// What to ask Apple, and when.
    package var heals: [HealingRequest]
    /// When the answer will be another one although nothing more is heard; `nil` if never.
    package var nextChangeAt: Instant?
}

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
        /// The customer canceled.
        case canceled
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
        /// It was bought in the Sandbox, whose entitlements last for some days only.
        case sandboxLimit = "sandbox_limit"

        /// Why a subscription ended, by Apple's `expirationIntent`.
        static func ended(intent: Int?) -> Self {
            switch intent {
            case 1: .canceled
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

/// What a subscription is at one instant.
package enum SubscriptionPhase: Hashable, Sendable {
    /// No transaction tells.
    case unknown
    /// A paid period runs.
    case active
    /// Unpaid, in the grace period that the App Store grants.
    case grace
    /// Unpaid, and the App Store tries to charge again.
    case retry
    /// The period is over and nothing has been heard yet.
    case overdue
    /// Over; unconfirmed while only the silence says so.
    case expired(isConfirmed: Bool)
    /// Refunded or withdrawn.
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

/// Whether a subscription is set to renew, and who switched it off.
package enum AutoRenew: String, Hashable, Sendable, CaseIterable {
    /// It is on.
    case on
    /// The customer has switched it off.
    case off
    /// Apple has switched it off because a refund was asked for and not yet decided, which is no cancellation.
    case offByRefundRequest
    /// Nothing that speaks for the period says.
    case unknown

    /// Whether ownership, grace and billing retry treat it as on.
    package var countsAsOn: Bool { self == .on || self == .offByRefundRequest }
}

/// Whether something will renew.
package enum WillRenew: String, Hashable, Sendable, CaseIterable {
    /// It will.
    case yes
    /// It will not.
    case no
    /// It will if the customer agrees to a higher price.
    case needsConsent
    /// Nothing that speaks for the period says.
    case unknown
}
