/// The evidence that decides what is demanded of a fulfillment.
///
/// It is derived from sets (what Apple signed, what the shop and its operators decided), so it does not depend on the
/// order or the number of arrivals.
package struct FulfillmentEvidence: Hashable, Sendable {
    /// The environment of the purchase.
    package var environment: StoreEnvironment
    /// The kind of product.
    package var kind: TransactionSnapshot.Kind
    /// The instant of the purchase.
    package var purchasedAt: Instant
    /// Whether the Apple Account itself paid.
    package var isPaid: Bool
    /// The refund in effect, if there is one.
    package var revocation: Revocation?
    /// The owner of the purchase.
    package var owner: CustomerID?
    /// Whether the product grants coins.
    package var hasCoins: Bool
    /// The consequence of a refund, as fixed at the first one or as the catalog states it; `nil` for the default of the
    /// goods.
    package var onRefund: RefundConsequence?
    /// Whether the purchase is known only from an app that submitted it long after Apple signed it, and Apple can be
    /// asked.
    package var isUnconfirmed: Bool
    /// Whether an open order or an operator releases it although the purchase was made before this server began to
    /// fulfill.
    package var isReleased: Bool
    /// Whether the customer had already received the maximum of Sandbox fulfillments for the day when it became known.
    package var isOverCap: Bool
    /// Whether the same purchase has another fulfillment.
    package var isTwin: Bool
    /// Whether this server has booked its coins itself.
    package var isBooked = false
    /// Whether a refund is reported that Apple did not sign, and the catalog stops fulfillment meanwhile.
    package var isReportFrozen = false
    /// The reason why its goods cannot be counted; `nil` when they can.
    package var flaw: FulfillmentReason?

    /// Creates evidence with these values.
    package init(
        environment: StoreEnvironment,
        kind: TransactionSnapshot.Kind,
        purchasedAt: Instant,
        isPaid: Bool = true,
        revocation: Revocation? = nil,
        owner: CustomerID?,
        hasCoins: Bool = false,
        onRefund: RefundConsequence? = nil,
        isUnconfirmed: Bool = false,
        isReleased: Bool = false,
        isOverCap: Bool = false,
        isTwin: Bool = false
    ) {
        self.environment = environment
        self.kind = kind
        self.purchasedAt = purchasedAt
        self.isPaid = isPaid
        self.revocation = revocation
        self.owner = owner
        self.hasCoins = hasCoins
        self.onRefund = onRefund
        self.isUnconfirmed = isUnconfirmed
        self.isReleased = isReleased
        self.isOverCap = isOverCap
        self.isTwin = isTwin
    }

    /// Returns what the evidence demands.
    package func demand(policy: FulfillmentPolicy, catalog: Catalog) -> FulfillmentDemand {
        let consequence = self.consequence
        let refunded = self.refunded
        if self.isTwin, self.isBooked {
            // The coins of one purchase are booked twice, because it was known as two.
            return FulfillmentDemand(
                decision: .nothing(.twin),
                revoked: FulfillmentDemand.all,
                consequence: consequence == .debt ? .debt : .revoke
            )
        }
        return FulfillmentDemand(
            decision: self.decision(policy: policy, catalog: catalog, refunded: refunded),
            revoked: consequence == .nothing ? 0 : refunded,
            consequence: consequence
        )
    }

    /// The consequence of a refund.
    package var consequence: RefundConsequence { self.onRefund ?? (self.hasCoins ? .debt : .revoke) }

    /// Whether a refund is in effect that has a consequence.
    package var isRefunded: Bool { self.refunded > 0 }

    private func decision(
        policy: FulfillmentPolicy,
        catalog: Catalog,
        refunded: Int
    ) -> FulfillmentDemand.Decision {
        guard !self.isTwin else { return .nothing(.twin) }
        guard self.isPaid else { return .nothing(.notPaid) }
        guard refunded < FulfillmentDemand.all else { return .nothing(.refunded) }
        guard self.purchasedAt >= policy.from || self.isReleased else { return .nothing(.elsewhere) }
        if self.environment == .sandbox {
            switch catalog.sandbox[self.kind] {
            case .deny: return .nothing(.sandbox)
            case .testers:
                guard let owner else { break }
                guard catalog.testers.contains(owner) else { return .nothing(.sandbox) }
            case .capped: guard !self.isOverCap || self.isReleased else { return .nothing(.sandboxLimit) }
            case .allow: break
            }
        }
        guard !self.isUnconfirmed else { return .wait(.unconfirmed) }
        guard !self.isReportFrozen else { return .wait(.refundReported) }
        guard self.owner != nil else { return .wait(.unclaimed) }
        if let flaw { return .suspend(flaw) }
        return .fulfill
    }

    /// The refunded share of the price, in thousandths of a percent.
    ///
    /// A prorated refund without a share counts as 0 %, until later evidence states the share. A purchase that Apple
    /// revoked from a customer who had not paid themselves has granted no goods.
    private var refunded: Int {
        guard self.isPaid, let revocation else { return 0 }
        if let percentage = revocation.percentageMilliunits { return min(max(percentage, 0), FulfillmentDemand.all) }
        return revocation.type == "REFUND_PRORATED" ? 0 : FulfillmentDemand.all
    }
}
