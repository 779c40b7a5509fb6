import Ledger

extension Session {
    /// Keeps an order to extend many renewal dates, or what has become of one.
    func keep(_ order: RenewalExtension) throws {
        let scope = try self.scope(ScopeName(app: order.app, environment: order.environment))
        try self.run(
            .putExtension,
            [
                .integer(scope.number), .text(order.id.rawValue), .text(order.productID.rawValue),
                .integer(Int64(order.days)), .integer(Int64(order.reason)), try RareJSON.text(order.storefronts),
                .instant(order.orderedAt), .text(order.orderedBy), .instant(order.acceptedAt),
                .instant(order.completion?.at), .optional(order.completion?.succeeded),
                .optional(order.completion?.failed),
            ]
        )
    }

    /// The orders to extend renewal dates, newest first.
    func renewalExtensions(in name: ScopeName, limit: Int) throws -> [RenewalExtension] {
        guard let scope = try self.knownScope(name) else { return [] }
        return try self.all(.extensions, [.integer(scope.number), .integer(Int64(limit))]) { row in
            let id = RenewalExtensionID(try row.text())
            let product = ProductID(try row.text())
            let days = Int(try row.integer())
            let reason = Int32(truncatingIfNeeded: try row.integer())
            let storefronts = try RareJSON.value(try row.text(), as: [String].self)
            let orderedAt = try row.instant()
            let orderedBy = try row.text()
            let acceptedAt = try row.optionalInstant()
            let completedAt = try row.optionalInstant()
            let succeeded = try row.optionalInteger()
            let failed = try row.optionalInteger()
            return RenewalExtension(
                id: id,
                app: name.app,
                environment: name.environment,
                productID: product,
                days: days,
                reason: reason,
                storefronts: storefronts,
                orderedAt: orderedAt,
                orderedBy: orderedBy,
                acceptedAt: acceptedAt,
                completion: completedAt.map {
                    RenewalExtension.Completion(at: $0, succeeded: succeeded ?? 0, failed: failed ?? 0)
                }
            )
        }
    }

    /// Keeps that a renewal date could not be extended.
    func keep(_ failure: ExtensionFailure) throws {
        let scope = try self.scope(ScopeName(app: failure.app, environment: failure.environment))
        try self.run(
            .insertExtensionFailure,
            [
                .integer(scope.number), .text(failure.productID.rawValue), .instant(failure.at),
                .text(failure.originalTransactionID.rawValue),
            ]
        )
    }

    /// The renewal dates that could not be extended since an order was given.
    func failures(of order: RenewalExtension, limit: Int) throws -> [ExtensionFailure] {
        guard let scope = try self.knownScope(ScopeName(app: order.app, environment: order.environment)) else {
            return []
        }
        return try self.all(
            .extensionFailures,
            [
                .integer(scope.number), .text(order.productID.rawValue), .instant(order.orderedAt),
                .integer(Int64(limit)),
            ]
        ) { row in
            ExtensionFailure(
                app: order.app,
                environment: order.environment,
                productID: order.productID,
                originalTransactionID: OriginalTransactionID(try row.text()),
                at: try row.instant()
            )
        }
    }

    /// Keeps that an offer was signed, unless that would be more often than a limit allows.
    func keep(_ signed: SignedOffer, within limit: OfferLimit?) throws -> Bool {
        let app = try self.app(signed.app)
        let customer = try self.number(of: signed.customer, app: app)
        let key: [SQLValue] = [
            .integer(app), .integer(customer), .text(signed.productID.rawValue), .text(signed.offer.rawValue),
        ]
        if let limit {
            let start = limit.start(at: signed.signedAt)
            let earlier = try self.all(.signedOffers, key + [.instant(start)]) { row in try row.instant() }
            guard earlier.count < limit.count else { return false }
        }
        try self.run(.insertSignedOffer, key + [.instant(signed.signedAt), .token(signed.nonce)])
        return true
    }

    /// Takes back that an offer was signed.
    func takeBack(_ signed: SignedOffer) throws {
        guard let app = try self.knownApp(signed.app),
            let customer = try self.knownCustomer(signed.customer, app: app)
        else { return }
        try self.run(
            .deleteSignedOffer,
            [
                .integer(app), .integer(customer), .text(signed.productID.rawValue), .text(signed.offer.rawValue),
                .instant(signed.signedAt), .token(signed.nonce),
            ]
        )
    }

    /// When an offer of a product was signed for a customer since an instant.
    func signatures(
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
            .signedOffers,
            [
                .integer(app), .integer(customer), .text(productID.rawValue), .text(offer.rawValue), .instant(since),
            ]
        ) { row in try row.instant() }
    }
}
