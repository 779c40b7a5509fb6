import Ledger

extension CatalogReader {
    /// The prices of a product by storefront, as a catalog declares them.
    struct StorefrontPrices {
        /// The price schedule, in which every price is always in effect.
        let schedule: PriceSchedule
        /// The price of the base storefront.
        let basePrice: Money
    }

    private static let pricesExample = "prices: { base: USA, USA: 9.99, CHN: 68.00 }"

    /// Reads Apple's prices of a product: its base storefront, and prices by storefront including the base.
    mutating func prices(_ field: DocumentField?, points: PricePoints) -> StorefrontPrices? {
        guard let field, let entries = self.validation.openMap(field, example: Self.pricesExample) else { return nil }
        var base = Storefront.defaultBase
        if let named = entries["base"] {
            guard let code = self.validation.string(named, example: "base: USA") else { return nil }
            guard StorefrontCode.contains(code) else {
                self.refuseStorefront(code, named.node.origin, named.keyPath)
                return nil
            }
            base = code
        }
        var prices: [String: Money] = [:]
        for (storefront, value) in entries.all where !storefront.hasSameBytes(as: "base") {
            guard StorefrontCode.contains(storefront) else {
                self.refuseStorefront(storefront, value.keyOrigin, value.keyPath)
                continue
            }
            guard let price = self.price(value, in: storefront) else { continue }
            prices[storefront] = price
            if let nearest = points.nearest(notBelow: price), nearest == price { continue }
            if points.currencies.contains(price.currency) {
                self.warn(
                    value,
                    "is none of the price points in \(price.currency)",
                    "Write one of them, or add it to pricePoints."
                )
            }
        }
        guard self.validation.required(base, in: entries, example: "\(base): 9.99") != nil,
            let basePrice = prices[base]
        else { return nil }
        return StorefrontPrices(schedule: PriceSchedule(base: base, always: prices), basePrice: basePrice)
    }

    /// Returns the schedule of a product for which the catalog declares one price: the price of the default base
    /// storefront, unless the price is in another currency.
    static func schedule(of price: Money?) -> PriceSchedule? {
        let base = Storefront.defaultBase
        guard let price, price.currency == Storefront(code: base)?.currency else { return nil }
        return PriceSchedule(base: base, always: [base: price])
    }

    /// Notes a price of a product that contradicts the price of its base storefront.
    mutating func checkAgreement(of price: Money?, with prices: StorefrontPrices?, _ field: DocumentField?) {
        guard let field, let price, let prices, price != prices.basePrice else { return }
        let base = prices.schedule.base
        self.validation.note(
            field,
            problem: "is \(price.spelling), but prices.\(base), the base storefront, is \(prices.basePrice.spelling)",
            remedy: "Remove price: the price of the base storefront is the product's."
        )
    }

    /// Reads a price in a storefront, in the storefront's currency unless the value names another.
    private mutating func price(_ field: DocumentField, in storefront: String) -> Money? {
        let currency = Storefront(code: storefront)?.currency
        let example = "\(storefront): \(currency == nil ? "EUR 9.99" : "9.99")"
        guard let text = self.validation.string(field, example: example) else { return nil }
        guard let price = Money(spelling: text) ?? currency.flatMap({ Money(spelling: "\($0) \(text)") }),
            price.amountMilliunits > 0
        else {
            let expected = currency.map { "a price in \($0)" } ?? "a currency code and a price"
            self.validation.refuse(field, expected: expected, example: example)
            return nil
        }
        return price
    }

    private mutating func refuseStorefront(_ code: String, _ origin: DocumentNode.Origin, _ keyPath: String) {
        self.validation.note(
            origin,
            keyPath: keyPath,
            problem: "\"\(Validation.shortened(code))\" is not a storefront of the App Store",
            remedy: self.validation.nearest(to: code, among: StorefrontCode.all).map { "Did you mean \"\($0)\"?" }
                ?? "Write ISO 3166-1 alpha-3 codes, for example: \(Self.pricesExample)"
        )
    }
}

/// The storefronts of the App Store, by ISO 3166-1 alpha-3 code.
package enum StorefrontCode {
    /// Every code, in order.
    package static let all: [String] = Storefront.all.map(\.code)

    /// Returns whether a text is the code of a storefront.
    package static func contains(_ text: String) -> Bool { self.set.contains(Array(text.utf8)) }

    private static let set = Set(Self.all.map { Array($0.utf8) })
}
