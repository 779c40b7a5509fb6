/// An offer that the server signed for a customer, so that the app can pass it to the App Store.
package struct SignedOffer: Hashable, Sendable {
    /// The app.
    package let app: AppName
    /// The customer.
    package let customer: CustomerID
    /// The subscription.
    package let productID: ProductID
    /// The offer.
    package let offer: OfferID
    /// The instant of the signature.
    package let signedAt: Instant
    /// The nonce, which makes the signature unique.
    package let nonce: AccountToken

    /// Creates a signed offer.
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
