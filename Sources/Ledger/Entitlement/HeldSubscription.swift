/// A subscription whose answer is a customer's, at an instant, free of the catalog.
///
/// Which entitlements it gives and since when is for the catalog to say, so the periods that decide it are kept as
/// products and instants.
package struct HeldSubscription: Hashable, Sendable {
    /// Unbroken paid time of one product.
    package struct ProductRun: Hashable, Sendable {
        /// The product.
        package let productID: ProductID
        /// When it began.
        package let begunAt: Instant

        /// Paid time of a product since an instant.
        package init(productID: ProductID, begunAt: Instant) {
            self.productID = productID
            self.begunAt = begunAt
        }
    }

    /// A period that is bought and has not begun.
    package struct FollowingPeriod: Hashable, Sendable {
        /// The product.
        package let productID: ProductID
        /// Whether it is the same customer's.
        package let isOwn: Bool
        /// When it begins.
        package let begunAt: Instant
        /// When it ends.
        package let endsAt: Instant

        /// A period of these values.
        package init(productID: ProductID, isOwn: Bool, begunAt: Instant, endsAt: Instant) {
            self.productID = productID
            self.isOwn = isOwn
            self.begunAt = begunAt
            self.endsAt = endsAt
        }
    }

    /// The period that gives access now, with what led to it and what follows.
    package struct AccessPeriod: Hashable, Sendable {
        /// When it ends.
        package let endsAt: Instant
        /// The customer's own unbroken paid time up to it, latest first; empty when the period is not his.
        package let run: [ProductRun]
        /// What follows without a gap.
        package let following: [FollowingPeriod]

        /// An access period of these values.
        package init(endsAt: Instant, run: [ProductRun], following: [FollowingPeriod]) {
            self.endsAt = endsAt
            self.run = run
            self.following = following
        }
    }

    /// Whether the subscriber may use what it unlocks.
    package let hasAccess: Bool
    /// Since when it has been so.
    package let since: Instant?
    /// When access ends if nothing more is heard.
    package let until: Instant?
    /// Why.
    package let reason: SubscriptionState.Reason
    /// Whether it will renew.
    package let willRenew: WillRenew
    /// The transactions it rests on.
    package let transactionIDs: [TransactionID]
    /// Whether nobody but the Apple Account itself pays for the latest period.
    package let isPaid: Bool
    /// What decides since when and until when an entitlement is given; `nil` where the state's own instants do.
    package let accessPeriod: AccessPeriod?
    /// What is shown of it.
    package let answer: SubscriptionDetails

    /// A subscription of these values.
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
