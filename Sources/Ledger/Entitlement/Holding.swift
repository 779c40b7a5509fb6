/// What one customer holds in one chain at an instant: all that an answer about his entitlements needs of it.
///
/// It is free of the catalog: products stand for what they unlock, so a change of the catalog changes answers
/// without touching what is held. A repository keeps it beside the chain, so that a question about a customer needs no
/// chain at all.
package struct Holding: Hashable, Sendable {
    /// The chain's subscription, where its answer is this customer's.
    package let subscription: HeldSubscription?
    /// Of his own periods that are over, the latest of each product that the subscription itself does not answer for;
    /// latest first.
    package let endedPeriods: [EndedPeriod]
    /// What he bought once, in the order of the chain's purchases.
    package let purchases: [HeldPurchase]

    /// A holding of these parts.
    package init(
        subscription: HeldSubscription? = nil,
        endedPeriods: [EndedPeriod] = [],
        purchases: [HeldPurchase] = []
    ) {
        self.subscription = subscription
        self.endedPeriods = endedPeriods
        self.purchases = purchases
    }

    /// Whether nothing in it can give an entitlement, now or ever before.
    package var isEmpty: Bool {
        self.subscription == nil && self.endedPeriods.isEmpty && self.purchases.isEmpty
    }
}

/// A holding together with the time for which it is right as long as nothing more is heard.
package struct TimedHolding: Hashable, Sendable {
    /// What is held.
    package let holding: Holding
    /// The first instant of that time.
    package let from: Instant
    /// The first instant after it; `nil` when it has no end.
    package let until: Instant?
    /// Whether it would be another one under another grace policy.
    package let dependsOnPolicy: Bool

    /// A holding that is right from an instant until another.
    package init(_ holding: Holding, from: Instant, until: Instant?, dependsOnPolicy: Bool) {
        self.holding = holding
        self.from = from
        self.until = until
        self.dependsOnPolicy = dependsOnPolicy
    }

    /// Whether it is right at an instant.
    package func isValid(at now: Instant) -> Bool {
        guard self.from <= now else { return false }
        return self.until.map { now < $0 } ?? true
    }
}

/// A period of a subscription that was a customer's own and is over.
package struct EndedPeriod: Hashable, Sendable {
    /// The product.
    package let productID: ProductID
    /// When it ended or was revoked.
    package let endedAt: Instant
    /// Why it was revoked; `nil` when it just ended.
    package let revokedFor: SubscriptionState.Reason?
    /// The transactions that stand for it.
    package let transactionIDs: [TransactionID]

    /// A period of these values.
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

/// Something bought once that is a customer's own: owned for good, or a period that does not renew.
package struct HeldPurchase: Hashable, Sendable {
    /// What kind of product it is.
    package let kind: TransactionSnapshot.Kind
    /// What was bought.
    package let productID: ProductID
    /// When it was bought.
    package let begunAt: Instant
    /// When it was refunded or withdrawn, and why.
    package let revocation: HeldRevocation?
    /// Whether the Apple Account itself paid, rather than a family member or an organization.
    package let isPaid: Bool
    /// The transactions that stand for it, by ascending id; never empty.
    package let transactionIDs: [TransactionID]

    /// A purchase of these values.
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

    /// What is held of a purchase.
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

    /// Whether a refund or withdrawal of it stands.
    var isRevoked: Bool { self.revocation != nil }
}

/// That something held was refunded or withdrawn.
package struct HeldRevocation: Hashable, Sendable {
    /// When.
    package let revokedAt: Instant
    /// Why.
    package let reason: SubscriptionState.Reason

    /// A revocation at an instant, for a reason.
    package init(revokedAt: Instant, reason: SubscriptionState.Reason) {
        self.revokedAt = revokedAt
        self.reason = reason
    }
}
