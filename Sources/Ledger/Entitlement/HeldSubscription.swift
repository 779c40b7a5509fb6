/// A subscription that answers for a customer at an instant, independent of the catalog.
///
/// The catalog decides which entitlements it gives and since when, so the periods that matter for it are stored as
/// products and instants.
package struct HeldSubscription: Hashable, Sendable {
    /// A period of uninterrupted paid time of one product.
    package struct ProductRun: Hashable, Sendable {
        /// The product.
        package let productID: ProductID
        /// The instant at which it began.
        package let begunAt: Instant

        /// Creates a run of a product since an instant.
        package init(productID: ProductID, begunAt: Instant) {
            self.productID = productID
            self.begunAt = begunAt
        }
    }

    /// A period that is bought and has not begun.
    package struct FollowingPeriod: Hashable, Sendable {
        /// The product.
        package let productID: ProductID
        /// Whether it belongs to the same customer.
        package let isOwn: Bool
        /// The instant at which it begins.
        package let begunAt: Instant
        /// The instant at which it ends.
        package let endsAt: Instant

        /// Creates a period with these values.
        package init(productID: ProductID, isOwn: Bool, begunAt: Instant, endsAt: Instant) {
            self.productID = productID
            self.isOwn = isOwn
            self.begunAt = begunAt
            self.endsAt = endsAt
        }
    }

    /// The period that gives access now, with the paid time before it and the periods that follow.
    package struct AccessPeriod: Hashable, Sendable {
        /// The instant at which it ends.
        package let endsAt: Instant
        /// The customer's own uninterrupted paid time up to it, latest first; empty when the period belongs to another
        /// customer.
        package let run: [ProductRun]
        /// The periods that follow without a gap.
        package let following: [FollowingPeriod]

        /// Creates an access period with these values.
        package init(endsAt: Instant, run: [ProductRun], following: [FollowingPeriod]) {
            self.endsAt = endsAt
            self.run = run
            self.following = following
        }
    }

    /// Whether the subscription gives access to what it unlocks.
    package let hasAccess: Bool
    /// The instant from which on `hasAccess` has had its value.
    package let since: Instant?
    /// The instant at which access ends without further news.
    package let until: Instant?
    /// The reason, as a stable code.
    package let reason: SubscriptionState.Reason
    /// Whether the subscription will renew.
    package let willRenew: WillRenew
    /// The transactions that it is based on.
    package let transactionIDs: [TransactionID]
    /// Whether the Apple Account itself pays for the latest period.
    package let isPaid: Bool
    /// The periods that decide from when until when an entitlement is given; `nil` where the state's own instants do.
    package let accessPeriod: AccessPeriod?
    /// The details that an answer shows.
    package let answer: SubscriptionDetails

    /// Creates a subscription with these values.
    package init(
        hasAccess: Bool,
        since: Instant?,
        until: Instant?,
        reason: SubscriptionState.Reason,
        willRenew: WillRenew,
        transactionIDs: [TransactionID],
        isPaid: Bool,
        accessPeriod: AccessPeriod?,
        answer: SubscriptionDetails
    ) {
        self.hasAccess = hasAccess
        self.since = since
        self.until = until
        self.reason = reason
        self.willRenew = willRenew
        self.transactionIDs = transactionIDs
        self.isPaid = isPaid
        self.accessPeriod = accessPeriod
        self.answer = answer
    }
}
