import Ledger

/// The terms that many purchases or many renewals share: the product and its price in a storefront.
struct Terms: Sendable {
    /// The product.
    let productID: ProductID
    /// The product's kind; `nil` for a renewal.
    let kind: TransactionSnapshot.Kind?
    /// Whether the customer or the App Store started it.
    let reason: TransactionSnapshot.Reason?
    /// The product that renews next.
    let nextProductID: ProductID?
    /// Whether it renews.
    let autoRenew: Bool?
    /// The offer.
    let offer: Offer?
    /// The price.
    let price: Money?
    /// The storefront.
    let storefront: String?
}

/// The terms of one app, with numbers in place of strings and offers.
struct StoredTerms: Hashable, Sendable {
    /// The app's number.
    let app: Int64
    /// The number of the product.
    let product: Int64
    /// The code of the product's kind; `nil` for a renewal.
    var kind: Int64?
    /// The code of the reason.
    var reason: Int64?
    /// The number of the product that renews next.
    var nextProduct: Int64?
    /// Whether it renews: 0 or 1.
    var autoRenew: Int64?
    /// The number of the offer.
    var offer: Int64?
    /// The price in thousandths of the currency unit.
    var price: Int64?
    /// The number of the price's currency.
    var currency: Int64?
    /// The number of the storefront.
    var storefront: Int64?

    /// The values in the order of the columns.
    var values: [SQLValue] {
        [.integer(self.app), .integer(self.product)]
            + [
                self.kind, self.reason, self.nextProduct, self.autoRenew, self.offer, self.price,
                self.currency,
                self.storefront,
            ].map(SQLValue.optional)
    }
}

/// An offer of one app, with numbers in place of strings.
struct StoredOffer: Hashable, Sendable {
    /// The app's number.
    let app: Int64
    /// Apple's `offerType`.
    let type: Int64
    /// The number of Apple's `offerIdentifier`.
    let identifier: Int64?
    /// The number of Apple's `offerDiscountType`.
    let discountType: Int64?
    /// The number of Apple's `offerPeriod`.
    let period: Int64?
}

extension Session {
    /// Returns the number of a transaction's terms, creating it if necessary.
    func numberOfTerms(of snapshot: TransactionSnapshot, app: Int64) throws -> Int64 {
        var terms = StoredTerms(
            app: app,
            product: try self.number(ofInternedString: snapshot.productID.rawValue, app: app)
        )
        terms.kind = snapshot.kind.code
        terms.reason = snapshot.reason?.code
        terms.storefront = try snapshot.storefront.map { try self.number(ofInternedString: $0, app: app) }
        try self.set(snapshot.offer, snapshot.price, in: &terms)
        return try self.number(of: terms)
    }

    /// Returns the number of a renewal's terms, creating it if necessary.
    func numberOfTerms(of renewal: RenewalSnapshot, app: Int64) throws -> Int64 {
        var terms = StoredTerms(
            app: app,
            product: try self.number(ofInternedString: renewal.productID.rawValue, app: app)
        )
        terms.nextProduct = try renewal.autoRenewProductID.map {
            try self.number(ofInternedString: $0.rawValue, app: app)
        }
        terms.autoRenew = renewal.autoRenew.map { $0 ? 1 : 0 }
        try self.set(renewal.offer, renewal.price, in: &terms)
        return try self.number(of: terms)
    }

    /// Returns the terms with a number.
    func terms(_ number: Int64) throws -> Terms {
        let terms = try self.interningCache.terms.value(of: number) {
            let stored = try self.first(.interned.terms, [.integer(number)]) { row in
                (
                    product: try row.integer(), kind: try row.optionalCoded(TransactionSnapshot.Kind.self),
                    reason: try row.optionalCoded(TransactionSnapshot.Reason.self),
                    nextProduct: try row.optionalInteger(), autoRenew: try row.optionalInteger(),
                    offer: try row.optionalInteger(), price: try row.optionalInteger(),
                    currency: try row.optionalInteger(), storefront: try row.optionalInteger()
                )
            }
            guard let stored else { return nil }
            var price: Money?
            if let amount = stored.price, let currency = stored.currency {
                price = Money(amountMilliunits: amount, currency: try self.internedString(currency))
            }
            return Terms(
                productID: ProductID(try self.internedString(stored.product)),
                kind: stored.kind,
                reason: stored.reason,
                nextProductID: try stored.nextProduct.map { ProductID(try self.internedString($0)) },
                autoRenew: stored.autoRenew.map { $0 == 1 },
                offer: try stored.offer.map(self.offer),
                price: price,
                storefront: try stored.storefront.map(self.internedString)
            )
        }
        guard let terms else { throw RepositoryError.corrupt }
        return terms
    }

    private func set(_ offer: Offer?, _ price: Money?, in terms: inout StoredTerms) throws {
        let app = terms.app
        terms.offer = try offer.map { try self.number(of: $0, app: app) }
        terms.price = price?.amountMilliunits
        terms.currency = try price.map { try self.number(ofInternedString: $0.currency, app: app) }
    }

    private func number(of terms: StoredTerms) throws -> Int64 {
        try self.interningCache.termNumbers.value(of: terms) {
            try self.first(.interned.termsByValues, terms.values) { row in try row.integer() }
                ?? self.insert(.interned.insertTerms, terms.values)
        }
    }
}
