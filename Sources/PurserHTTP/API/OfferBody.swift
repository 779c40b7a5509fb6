import Ledger

/// An offer as our JSON shows it, in Apple's own values.
struct OfferBody: Encodable {
    let offerType: Int
    let offerIdentifier: String?
    let offerDiscountType: String?
    let offerPeriod: String?

    init(_ offer: Offer) {
        self.offerType = offer.type
        self.offerIdentifier = offer.identifier
        self.offerDiscountType = offer.discountType
        self.offerPeriod = offer.period
    }
}
