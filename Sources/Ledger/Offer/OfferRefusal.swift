/// Why a customer is not given an offer.
package enum OfferRefusal: Error, Hashable, Sendable {
    /// The catalogue has no subscription of this id.
    case unknownProduct
    /// The catalogue has no offer of this id for the subscription.
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
