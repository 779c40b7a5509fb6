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
