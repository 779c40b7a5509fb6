import HTTPTypes
import Ledger
import PurserService

extension Problem {
    /// What is answered when an offer was not signed.
    static func offer(_ error: OfferError) -> Self {
        switch error {
        case .refused(let refusal):
            Self(.unprocessableContent, code: error.code, Self.sentence(refusal), field: Self.field(refusal))
        case .withoutKey:
            Self(
                .conflict,
                code: error.code,
                "The app has no key to sign with; enter one in the configuration, apps.{app}.appStore."
            )
        case .unsigned:
            Self(.unprocessableContent, code: error.code, "These values cannot be signed; look at the ids.")
        case .storage(let cause): Self.storage(cause)
        }
    }

    private static func sentence(_ refusal: OfferRefusal) -> String {
        switch refusal {
        case .unknownProduct: "The catalogue has no subscription of this id."
        case .unknownOffer: "The catalogue has no offer of this id for the subscription."
        case .neverSubscribed:
            "The customer never had a subscription of the group, and Apple shows such offers to nobody else."
        case .otherAudience: "The catalogue gives this offer to other customers of the group."
        case .tooOften: "The customer has had this offer as often as the catalogue allows."
        }
    }

    private static func field(_ refusal: OfferRefusal) -> String {
        switch refusal {
        case .unknownProduct: "product"
        case .unknownOffer: "offer"
        case .neverSubscribed, .otherAudience, .tooOften: "customer"
        }
    }
}
