package import Ledger

extension Session {
    /// Saves that an offer was signed for a customer.
    package func insert(_ signed: SignedOffer, customer: Int64, app: Int64) throws {
        try self.run(.appStoreRequests.insertSignedOffer, Self.values(of: signed, customer, app))
    }

    /// Removes a signature of an offer.
    package func discard(_ signed: SignedOffer) throws {
        guard let app = try self.knownApp(signed.app),
            let customer = try self.knownCustomer(signed.customer, app: app)
        else { return }
        try self.run(.appStoreRequests.deleteSignedOffer, Self.values(of: signed, customer, app))
    }

    private static func values(of signed: SignedOffer, _ customer: Int64, _ app: Int64) -> [SQLValue] {
        [
            .integer(app), .integer(customer), .text(signed.productID.rawValue), .text(signed.offer.rawValue),
            .instant(signed.signedAt), .token(signed.nonce),
        ]
    }

    /// Returns when an offer of a product was signed for a customer since an instant.
    package func signatures(
        of offer: OfferID,
        _ productID: ProductID,
        for customer: CustomerID,
        app: AppName,
        since: Instant
    ) throws -> [Instant] {
        guard let app = try self.knownApp(app), let customer = try self.knownCustomer(customer, app: app) else {
            return []
        }
        return try self.all(
            .appStoreRequests.signedOffers,
            [
                .integer(app), .integer(customer), .text(productID.rawValue), .text(offer.rawValue), .instant(since),
            ]
        ) { row in try row.instant() }
    }
}
