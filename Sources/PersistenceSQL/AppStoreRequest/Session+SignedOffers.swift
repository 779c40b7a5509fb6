package import Ledger

extension Session {
    /// Stores a signature of an offer, unless that would exceed a limit.
    package func keep(_ signed: SignedOffer, within limit: OfferLimit?) throws -> Bool {
        let app = try self.app(signed.app)
        let customer = try self.number(of: signed.customer, app: app)
        let key: [SQLValue] = [
            .integer(app), .integer(customer), .text(signed.productID.rawValue), .text(signed.offer.rawValue),
        ]
        if let limit {
            let start = limit.start(at: signed.signedAt)
            let earlier = try self.all(.appStoreRequests.signedOffers, key + [.instant(start)]) { row in
                try row.instant()
            }
            guard earlier.count < limit.count else { return false }
        }
        try self.run(.appStoreRequests.insertSignedOffer, key + [.instant(signed.signedAt), .token(signed.nonce)])
        return true
    }

    /// Removes a signature of an offer.
    package func discard(_ signed: SignedOffer) throws {
        guard let app = try self.knownApp(signed.app),
            let customer = try self.knownCustomer(signed.customer, app: app)
        else { return }
        try self.run(
            .appStoreRequests.deleteSignedOffer,
            [
                .integer(app), .integer(customer), .text(signed.productID.rawValue), .text(signed.offer.rawValue),
                .instant(signed.signedAt), .token(signed.nonce),
            ]
        )
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
