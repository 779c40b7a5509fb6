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

/// Reads which offers were signed for a customer.
package protocol OfferReads {
    /// Returns the instants at which an offer of a product was signed for a customer since an instant, in order.
    func signatures(
        of offer: OfferID,
        _ productID: ProductID,
        for customer: CustomerID,
        app: AppName,
        since: Instant
    ) throws -> [Instant]
}

/// Records which offers were signed for a customer.
package protocol OfferWrites {
    /// Records that an offer was signed for a customer, unless a limit forbids it, and returns whether it was recorded;
    /// no other call records a signature in between.
    func keep(_ signed: SignedOffer, within limit: OfferLimit?) throws -> Bool

    /// Deletes the record of a signed offer, because the signature was never returned to the app; it no longer counts.
    func discard(_ signed: SignedOffer) throws
}

/// Loads and saves which offers were signed for a customer.
package protocol OfferStorage: CustomerStorage, OfferReads {
    /// Saves that an offer was signed for a customer.
    func insert(_ signed: SignedOffer, customer: Int64, app: Int64) throws
}

extension LedgerStorage {
    /// Records that an offer was signed for a customer, unless that would exceed a limit.
    package func keep(_ signed: SignedOffer, within limit: OfferLimit?) throws -> Bool {
        let app = try self.app(signed.app)
        let customer = try self.number(of: signed.customer, app: app)
        if let limit {
            let earlier = try self.signatures(
                of: signed.offer,
                signed.productID,
                for: signed.customer,
                app: signed.app,
                since: limit.start(at: signed.signedAt)
            )
            guard earlier.count < limit.count else { return false }
        }
        try self.insert(signed, customer: customer, app: app)
        return true
    }
}
