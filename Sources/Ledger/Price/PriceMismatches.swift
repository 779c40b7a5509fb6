/// Sales at a price that their product could not have had: neither a list price in effect, nor an offer's price, nor a
/// preserved price.
///
/// Sales are added one after another; memory grows with the number of different prices, up to a limit.
package struct PriceMismatches: Sendable {
    /// An unexpected price of a product in a storefront.
    package struct Key: Hashable, Comparable, Sendable {
        /// The product.
        package let product: ProductID
        /// The storefront.
        package let storefront: String
        /// The price that customers paid for one unit.
        package let price: Money

        /// Orders mismatches by product, storefront and price.
        package static func < (one: Self, other: Self) -> Bool {
            let (left, right) = (one.price, other.price)
            return (one.product.rawValue, one.storefront, left.currency, left.amountMilliunits)
                < (other.product.rawValue, other.storefront, right.currency, right.amountMilliunits)
        }
    }

    /// The sales at one unexpected price.
    package struct Mismatch: Hashable, Sendable {
        /// The number of sales.
        package var count = 0
        /// The instant of the first sale.
        package var first: Instant
        /// The instant of the last sale.
        package var last: Instant
        /// Apple's transaction ids of the first sales, at most ``exampleLimit``.
        package var examples: [TransactionID] = []
        /// The price that was in effect at the last sale.
        package var expected: Money?
    }

    /// The time before and after a price change in which Apple may charge either price: Apple changes prices by the
    /// storefront's clock and not at one instant.
    package static let leeway = Span.hours(24)
    /// The maximum number of examples of one mismatch.
    package static let exampleLimit = 5

    /// The mismatches.
    package private(set) var found: [Key: Mismatch] = [:]
    /// The number of sales that were checked.
    package private(set) var saleCount = 0
    /// The number of sales that could not be checked because no price was known.
    package private(set) var unknownCount = 0
    /// The number of mismatched sales that are not listed because the list is full.
    package private(set) var unlistedCount = 0
    private var histories: [ProductID: PriceHistory]
    private let limit: Int

    /// Creates an empty list.
    ///
    /// - Parameters:
    ///   - histories: The prices of each product.
    ///   - limit: The maximum number of mismatches that are listed.
    package init(histories: [ProductID: PriceHistory] = [:], limit: Int = 1000) {
        self.histories = histories
        self.limit = limit
    }

    /// Returns whether the prices of a product are in this list.
    package func knows(_ product: ProductID) -> Bool { self.histories[product] != nil }

    /// Adds the prices of a product.
    ///
    /// They have to be added before its sales.
    package mutating func take(_ history: PriceHistory, of product: ProductID) { self.histories[product] = history }

    /// Checks a sale and adds it where its price is a mismatch.
    ///
    /// Refunds are not checked, nor sales without a price of their own: several seats, upgrades, and family members'
    /// shares. The average per seat is not a price of the product.
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

    /// Returns whether a sum is a multiple of a price by a quantity.
    private static func isTotal(_ sum: Money, of price: Money, quantity: Int64) -> Bool {
        guard sum.currency == price.currency else { return false }
        let (total, isTooLarge) = price.amountMilliunits.multipliedReportingOverflow(by: quantity)
        return !isTooLarge && total == sum.amountMilliunits
    }

    /// Returns the price of one unit, or the whole sum where it is not divisible.
    private static func single(_ sum: Money, quantity: Int64) -> Money {
        guard quantity > 1, sum.amountMilliunits % quantity == 0 else { return sum }
        return Money(amountMilliunits: sum.amountMilliunits / quantity, currency: sum.currency)
    }
}
