/// The eligibility rule of a promotional offer, and how often it may be given.
///
/// Apple shows promotional offers only to customers who have or had a subscription of the group; among them the shop
/// decides.
package struct OfferRule: Hashable, Sendable {
    /// A customer's relation to a subscription group.
    package enum Audience: String, Hashable, Sendable, CaseIterable {
        /// The customer's subscription is running, or Apple retries billing for it.
        case active
        /// The customer had a subscription of the group.
        case lapsed
    }

    /// The customers who are eligible.
    package let audience: Set<Audience>
    /// How often each customer may get the offer; `nil` for no limit.
    package let limit: OfferLimit?

    /// Creates a rule for these customers.
    package init(audience: Set<Audience> = Set(Audience.allCases), limit: OfferLimit? = nil) {
        self.audience = audience
        self.limit = limit
    }

    /// Returns the reason why a customer is not eligible now, regardless of the limit; `nil` when they are.
    package func refusal(of audience: Audience?) -> OfferRefusal? {
        guard let audience else { return .neverSubscribed }
        return self.audience.contains(audience) ? nil : .otherAudience(audience)
    }
}

extension CustomerLedger {
    /// Returns the customer's relation to a subscription group, given by its products; `nil` when they never had a
    /// subscription of it.
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

/// The limit on how often one customer may get an offer.
package struct OfferLimit: Hashable, Sendable {
    /// The maximum number.
    package let count: Int
    /// The period in which it counts; `nil` for ever.
    package let period: CalendarPeriod?

    /// Creates a limit of this many times within a period, or ever.
    package init(_ count: Int, within period: CalendarPeriod? = nil) {
        self.count = count
        self.period = period
    }

    /// Returns the instant from which on earlier signatures count, by the calendar of UTC.
    package func start(at now: Instant) -> Instant {
        guard let period else { return Instant(milliseconds: .min) }
        return CivilCalendar(timeZone: "UTC")
            .end(of: CalendarPeriod(months: -period.months, days: -period.days), from: now)
    }
}

/// The reason why a customer is not given an offer.
package enum OfferRefusal: Error, Hashable, Sendable {
    /// The catalog has no subscription with this ID.
    case unknownProduct
    /// The catalog has no offer with this ID for the subscription.
    case unknownOffer
    /// The customer never had a subscription of the group; Apple shows promotional offers only to customers who did.
    case neverSubscribed
    /// The offer is not for customers with this relation to the group.
    case otherAudience(OfferRule.Audience)
    /// The customer has reached the limit.
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
