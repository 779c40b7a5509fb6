/// A customer's holding in one chain at an instant: everything that the derivation of their entitlements needs from the
/// chain.
///
/// It is independent of the catalog: it contains products rather than the entitlements they unlock, so a change of the
/// catalog changes answers without changing holdings. A repository stores it beside the chain, so that a query about a
/// customer reads no chain.
package struct Holding: Hashable, Sendable {
    /// The chain's subscription, if it answers for this customer.
    package let subscription: HeldSubscription?
    /// The latest ended period of the customer's own for each product that the subscription does not answer for; latest
    /// first.
    package let endedPeriods: [EndedPeriod]
    /// The customer's single purchases, in the order of the chain's purchases.
    package let purchases: [HeldPurchase]

    /// Creates a holding with these values.
    package init(
        subscription: HeldSubscription? = nil,
        endedPeriods: [EndedPeriod] = [],
        purchases: [HeldPurchase] = []
    ) {
        self.subscription = subscription
        self.endedPeriods = endedPeriods
        self.purchases = purchases
    }

    /// Whether nothing in the holding gives an entitlement or ever gave one.
    package var isEmpty: Bool {
        self.subscription == nil && self.endedPeriods.isEmpty && self.purchases.isEmpty
    }
}

/// A holding with the time for which it is valid without further news.
package struct TimedHolding: Hashable, Sendable {
    /// The holding.
    package let holding: Holding
    /// The first instant of that time.
    package let from: Instant
    /// The first instant after that time; `nil` when it has no end.
    package let until: Instant?
    /// Whether another grace policy would give another holding.
    package let dependsOnPolicy: Bool

    /// Creates a holding that is valid from an instant until another.
    package init(_ holding: Holding, from: Instant, until: Instant?, dependsOnPolicy: Bool) {
        self.holding = holding
        self.from = from
        self.until = until
        self.dependsOnPolicy = dependsOnPolicy
    }

    /// Returns whether it is valid at an instant.
    package func isValid(at now: Instant) -> Bool {
        guard self.from <= now else { return false }
        return self.until.map { now < $0 } ?? true
    }
}

/// A subscription period of a customer's own that is over.
package struct EndedPeriod: Hashable, Sendable {
    /// The product.
    package let productID: ProductID
    /// The instant at which it ended or was revoked.
    package let endedAt: Instant
    /// The reason of its revocation; `nil` when it ended normally.
    package let revokedFor: SubscriptionState.Reason?
    /// The transactions of the period.
    package let transactionIDs: [TransactionID]

    /// Creates a period with these values.
    package init(
        productID: ProductID,
        endedAt: Instant,
        revokedFor: SubscriptionState.Reason?,
        transactionIDs: [TransactionID]
    ) {
        self.productID = productID
        self.endedAt = endedAt
        self.revokedFor = revokedFor
        self.transactionIDs = transactionIDs
    }
}

/// A single purchase of a customer's own: owned permanently, or a period that does not renew.
package struct HeldPurchase: Hashable, Sendable {
    /// The kind of product.
    package let kind: TransactionSnapshot.Kind
    /// The product.
    package let productID: ProductID
    /// The instant of the purchase.
    package let begunAt: Instant
    /// The refund or revocation by Apple, with its reason; `nil` without one.
    package let revocation: HeldRevocation?
    /// Whether the Apple Account itself paid, rather than a family member or an organization.
    package let isPaid: Bool
    /// The transactions of the purchase, by ascending ID; never empty.
    package let transactionIDs: [TransactionID]

    /// Creates a purchase with these values.
    package init(
        kind: TransactionSnapshot.Kind,
        productID: ProductID,
        begunAt: Instant,
        revocation: HeldRevocation?,
        isPaid: Bool,
        transactionIDs: [TransactionID]
    ) {
        self.kind = kind
        self.productID = productID
        self.begunAt = begunAt
        self.revocation = revocation
        self.isPaid = isPaid
        self.transactionIDs = transactionIDs
    }

    /// Creates the held form of a purchase.
    init(_ purchase: Purchase) {
        self.init(
            kind: purchase.snapshot.kind,
            productID: purchase.snapshot.productID,
            begunAt: purchase.begunAt,
            revocation: purchase.snapshot.revocation.map {
                HeldRevocation(revokedAt: $0.revokedAt, reason: .revoked(purchase.snapshot))
            },
            isPaid: purchase.isPaid,
            transactionIDs: purchase.transactionIDs
        )
    }

    /// Whether a refund or revocation by Apple is in effect.
    var isRevoked: Bool { self.revocation != nil }
}

/// The refund of a held purchase, or its revocation by Apple.
package struct HeldRevocation: Hashable, Sendable {
    /// The instant of the revocation.
    package let revokedAt: Instant
    /// The reason, as a stable code.
    package let reason: SubscriptionState.Reason

    /// Creates a revocation.
    package init(revokedAt: Instant, reason: SubscriptionState.Reason) {
        self.revokedAt = revokedAt
        self.reason = reason
    }
}
