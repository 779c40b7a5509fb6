/// Sales whose price is none that their product could have had: neither the one that counted, nor an offer's, nor one
/// that was preserved.
///
/// Sales are added one after another; what is kept grows with the number of different prices, up to a limit.
package struct PriceMismatches: Sendable {
    /// A price that a product should not have had.
    package struct Key: Hashable, Comparable, Sendable {
        /// The product.
        package let product: ProductID
        /// The storefront.
        package let storefront: String
        /// What customers paid for one.
        package let price: Money

        /// Mismatches stand in the order of products, storefronts and prices.
        package static func < (one: Self, other: Self) -> Bool {
            let (left, right) = (one.price, other.price)
            return (one.product.rawValue, one.storefront, left.currency, left.amountMilliunits)
                < (other.product.rawValue, other.storefront, right.currency, right.amountMilliunits)
        }
    }

    /// The sales with such a price.
    package struct Mismatch: Hashable, Sendable {
        /// How many there are.
        package var count = 0
        /// When the first was.
        package var first: Instant
        /// When the last was.
        package var last: Instant
        /// The first of them, by Apple's transaction ids.
        package var examples: [TransactionID] = []
        /// The price that counted at the last.
        package var expected: Money?
    }

    /// How long before and after a change of a price either of the two may be charged: Apple changes prices by the
    /// storefront's clock and not at one instant.
    package static let leeway = Span.hours(24)
    /// The most examples of one mismatch.
    package static let exampleLimit = 5

    /// The mismatches.
    package private(set) var found: [Key: Mismatch] = [:]
    /// How many sales were looked at.
    package private(set) var saleCount = 0
    /// How many could not be judged, because no price was known.
    package private(set) var unknownCount = 0
    /// How many sales had a price that is not listed, because too many are.
    package private(set) var unlistedCount = 0
    private var histories: [ProductID: PriceHistory]
    private let limit: Int

    /// Creates an empty list.
    ///
    /// - Parameters:
    ///   - histories: The prices of each product.
    ///   - limit: The most mismatches that are listed.
    package init(histories: [ProductID: PriceHistory] = [:], limit: Int = 1000) {
        self.histories = histories
        self.limit = limit
    }

    /// Returns whether the prices of a product are known here.
    package func knows(_ product: ProductID) -> Bool { self.histories[product] != nil }

    /// Takes the prices of a product, before its sales are added.
    package mutating func take(_ history: PriceHistory, of product: ProductID) { self.histories[product] = history }

    /// Looks at a sale.
    ///
    /// Refunds are not looked at, nor what has no price of its own: sales of several seats, upgrades, free shares of a
    /// family. An average per seat is no price of the product.
    package mutating func add(_ sale: Sale) {
        guard sale.direction == .sale, sale.part == .money, !sale.hasOffer, let paid = sale.price else { return }
        self.saleCount += 1
        guard let storefront = sale.storefront, let history = self.histories[sale.product] else {
            self.unknownCount += 1
            return
        }
        let span = sale.at - Self.leeway...sale.at + Self.leeway
        let allowed = history.prices(in: storefront, within: span)
        guard !allowed.isEmpty else {
            self.unknownCount += 1
            return
        }
        let isPaid = { (price: Money) in Self.isTotal(paid, of: price, quantity: sale.quantity) }
        if allowed.contains(where: isPaid) { return }
        if sale.period == .renewal, history.hadPrice(isPaid, in: storefront, before: sale.at) { return }
        let expected = history.entry(in: storefront, at: sale.at)?.price
        self.note(sale, Self.single(paid, quantity: sale.quantity), in: storefront, expected: expected)
    }

    private mutating func note(_ sale: Sale, _ price: Money, in storefront: String, expected: Money?) {
        let key = Key(product: sale.product, storefront: storefront, price: price)
        guard self.found[key] != nil || self.found.count < self.limit else {
            self.unlistedCount += 1
            return
        }
        var mismatch = self.found[key] ?? Mismatch(first: sale.at, last: sale.at)
        mismatch.count += 1
        mismatch.first = min(mismatch.first, sale.at)
        if sale.at >= mismatch.last {
            mismatch.last = sale.at
            mismatch.expected = expected
        }
        if mismatch.examples.count < Self.exampleLimit { mismatch.examples.append(sale.transactionID) }
        self.found[key] = mismatch
    }

    /// Returns whether a sum is so many times a price.
    private static func isTotal(_ sum: Money, of price: Money, quantity: Int64) -> Bool {
        guard sum.currency == price.currency else { return false }
        let (total, isTooLarge) = price.amountMilliunits.multipliedReportingOverflow(by: quantity)
        return !isTooLarge && total == sum.amountMilliunits
    }

    /// Returns the price of one, or the whole sum where it cannot be divided.
    private static func single(_ sum: Money, quantity: Int64) -> Money {
        guard quantity > 1, sum.amountMilliunits % quantity == 0 else { return sum }
        return Money(amountMilliunits: sum.amountMilliunits / quantity, currency: sum.currency)
    }
}
