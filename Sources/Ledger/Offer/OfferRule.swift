/// Who may be given a promotional offer, and how often.
///
/// Apple shows promotional offers only to customers who have, or had, a subscription of the group; within that the shop
/// decides.
package struct OfferRule: Hashable, Sendable {
    /// A customer as he stands to a subscription group.
    package enum Audience: String, Hashable, Sendable, CaseIterable {
        /// His subscription runs, or Apple still tries to charge for it.
        case active
        /// He had one.
        case lapsed
    }

    /// Who may have it.
    package let audience: Set<Audience>
    /// How often each customer may; `nil` for as often as he likes.
    package let limit: OfferLimit?

    /// A rule for these customers.
    package init(audience: Set<Audience> = Set(Audience.allCases), limit: OfferLimit? = nil) {
        self.audience = audience
        self.limit = limit
    }

    /// Why a customer may not have the offer now, apart from how often he has had it; `nil` where nothing is against
    /// it.
    package func refusal(of audience: Audience?) -> OfferRefusal? {
        guard let audience else { return .neverSubscribed }
        return self.audience.contains(audience) ? nil : .otherAudience(audience)
    }
}

extension CustomerLedger {
    /// How the customer stands to a subscription group, given by its products; `nil` where he never had any of it.
    package func audience(of group: Set<ProductID>, at now: Instant, gracePolicy: GracePolicy) -> OfferRule.Audience? {
        var audience: OfferRule.Audience?
        for owned in self.chains {
            let isHis = owned.chain.transactions.contains { record in
                group.contains(record.current.productID) && owned.claims[record.transactionID]?.owner == self.customer
            }
            guard isHis else { continue }
            let state = owned.chain.state(at: now, environment: self.environment, gracePolicy: gracePolicy)
            if state.hasAccess || state.phase == .retry { return .active }
            audience = .lapsed
        }
        return audience
    }
}

/// How often one customer may be given an offer.
package struct OfferLimit: Hashable, Sendable {
    /// So many times at most.
    package let count: Int
    /// Within so long, or ever.
    package let period: CalendarPeriod?

    /// A limit of so many times within a period, or ever.
    package init(_ count: Int, within period: CalendarPeriod? = nil) {
        self.count = count
        self.period = period
    }

    /// From when on earlier signatures count at an instant, by the calendar of UTC.
    package func start(at now: Instant) -> Instant {
        guard let period else { return Instant(milliseconds: .min) }
        return CivilCalendar(timeZone: "UTC")
            .end(of: CalendarPeriod(months: -period.months, days: -period.days), from: now)
    }
}

/// Why a customer is not given an offer.
package enum OfferRefusal: Error, Hashable, Sendable {
    /// The catalog has no subscription of this id.
    case unknownProduct
    /// The catalog has no offer of this id for the subscription.
    case unknownOffer
    /// He never had a subscription of the group, and Apple shows promotional offers to nobody else.
    case neverSubscribed
    /// The offer is not for customers who stand to the group as he does.
    case otherAudience(OfferRule.Audience)
    /// He has had it as often as he may.
    case tooOften(OfferLimit)

    /// A stable code.
    package var code: String {
        switch self {
        case .unknownProduct: "offer_product_unknown"
        case .unknownOffer: "offer_unknown"
        case .neverSubscribed: "offer_never_subscribed"
        case .otherAudience: "offer_other_audience"
        case .tooOften: "offer_too_often"
        }
    }
}
