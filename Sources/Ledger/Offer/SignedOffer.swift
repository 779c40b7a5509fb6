/// An offer that was signed for a customer: his app may show it to the store from then on.
package struct SignedOffer: Hashable, Sendable {
    /// The app.
    package let app: AppName
    /// For whom.
    package let customer: CustomerID
    /// The subscription it is for.
    package let productID: ProductID
    /// The offer.
    package let offer: OfferID
    /// When.
    package let signedAt: Instant
    /// What makes the signature one of its own.
    package let nonce: AccountToken

    /// An offer signed with these values.
    package init(
        app: AppName,
        customer: CustomerID,
        productID: ProductID,
        offer: OfferID,
        signedAt: Instant,
        nonce: AccountToken
    ) {
        self.app = app
        self.customer = customer
        self.productID = productID
        self.offer = offer
        self.signedAt = signedAt
        self.nonce = nonce
    }
}

/// The identifier of an offer in App Store Connect.
package typealias OfferID = Identifier<SignedOffer>
