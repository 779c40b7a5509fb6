/// All that decides what is wanted of a fulfillment.
///
/// It is derived from sets (what Apple signed, what the shop and its operators decided), so neither the order in which
/// their parts arrived nor how often they did is in it.
package struct FulfillmentEvidence: Hashable, Sendable {
    /// The environment of the purchase.
    package var environment: StoreEnvironment
    /// What kind of product it is.
    package var kind: TransactionSnapshot.Kind
    /// When it was bought.
    package var purchasedAt: Instant
    /// Whether the Apple Account itself paid.
    package var isPaid: Bool
    /// The refund that stands, if one does.
    package var revocation: Revocation?
    /// Whose it is.
    package var owner: CustomerID?
    /// Whether it brings coins.
    package var hasCoins: Bool
    /// What happens on a refund, as was judged first or as the catalog says; `nil` for what its goods ask for.
    package var onRefund: RefundConsequence?
    /// Whether only an app has shown it, signed long before, while Apple can be asked.
    package var isUnconfirmed: Bool
    /// Whether an open order or an operator releases it although it is older than the fulfillments of this server.
    package var isReleased: Bool
    /// Whether the customer had had all of a day's Sandbox fulfillments when it became known.
    package var isOverCap: Bool
    /// Whether another fulfillment stands for the same purchase.
    package var isTwin: Bool
    /// Whether this server has booked its coins itself.
    package var isBooked = false
    /// Whether a refund is reported that Apple did not sign, and the catalog has nothing fulfilled meanwhile.
    package var isReportFrozen = false
    /// Why its goods cannot be counted, where they cannot.
    package var flaw: FulfillmentReason?

    /// Evidence of these values.
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

    /// What is wanted by it.
    package func demand(policy: FulfillmentPolicy, catalog: Catalog) -> FulfillmentDemand {
        let consequence = self.consequence
        let refunded = self.refunded
        if self.isTwin, self.isBooked {
            // The coins of one purchase are booked twice: it was known as two.
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

    /// What a refund does.
    package var consequence: RefundConsequence { self.onRefund ?? (self.hasCoins ? .debt : .revoke) }

    /// Whether a refund stands that is to be judged.
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

    /// How much of the price went back, in thousandths of a percent.
    ///
    /// A prorated refund whose share Apple did not say takes nothing: a later word names it. What was withdrawn from
    /// somebody who had not paid has brought no goods.
    private var refunded: Int {
        guard self.isPaid, let revocation else { return 0 }
        if let percentage = revocation.percentageMilliunits { return min(max(percentage, 0), FulfillmentDemand.all) }
        return revocation.type == "REFUND_PRORATED" ? 0 : FulfillmentDemand.all
    }
}
