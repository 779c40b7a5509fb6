/// Reads Apple's prices: the prices of products, and the price points of storefronts.
package protocol PriceReads {
    /// Returns the fetched prices of a product, sorted by storefront, then by fetch, then by beginning.
    func fetchedPrices(of product: ProductID, app: AppName, limit: Int) throws -> [FetchedPrice]

    /// Returns the fetched prices in a storefront, sorted by product, then by fetch, then by beginning.
    func fetchedPrices(in storefront: String, app: AppName, limit: Int) throws -> [FetchedPrice]

    /// Returns the price points of the storefronts with a currency, sorted by storefront.
    func priceLadders(in currency: String, app: AppName) throws -> [PriceLadder]

    /// Returns one page of the customers' responses to price increases of an app in Production.
    ///
    /// - Parameters:
    ///   - app: The app.
    ///   - place: The start of the page, as the previous page named it; 0 for the first page.
    ///   - limit: The maximum number of subscriptions, of any app, that the page reads.
    /// - Returns: The counts of the page, and the start of the next one.
    /// - Throws: A repository error when the counts cannot be read.
    func priceConsents(of app: AppName, after place: Int64, limit: Int) throws -> PriceConsentPage
}

/// Stores Apple's prices: the prices of products, and the price points of storefronts.
package protocol PriceWrites {
    /// Stores prices, all of them or none.
    ///
    /// Replaces a price of the same product, storefront and beginning that was fetched at the same instant.
    func keep(_ prices: [FetchedPrice], of app: AppName) throws

    /// Replaces the price points of storefronts, all of them or none.
    func keep(_ ladders: [PriceLadder], of app: AppName, at now: Instant, by name: String) throws
}

/// The responses of a subscription's customers to a price increase, by the last status that Apple stated for each.
package struct PriceConsents: Hashable, Sendable {
    /// The number of customers whose consent is still required.
    package var waiting: Int
    /// The number of customers who consented or whose consent was not required.
    package var agreed: Int

    /// Creates counts.
    package init(waiting: Int = 0, agreed: Int = 0) {
        self.waiting = waiting
        self.agreed = agreed
    }

    /// Counts one customer by Apple's `priceIncreaseStatus`; counts nothing where Apple states none.
    package mutating func count(_ status: Int?) {
        switch status {
        case 0: self.waiting += 1
        case 1: self.agreed += 1
        default: break
        }
    }

    /// Adds other counts.
    package static func += (one: inout Self, other: Self) {
        one.waiting += other.waiting
        one.agreed += other.agreed
    }
}

/// A page of responses to price increases.
package struct PriceConsentPage: Hashable, Sendable {
    /// The counts by product, without products for which Apple states nothing.
    package let counts: [ProductID: PriceConsents]
    /// The start of the next page; `nil` on the last page.
    package let next: Int64?

    /// Creates a page.
    package init(counts: [ProductID: PriceConsents], next: Int64?) {
        self.counts = counts
        self.next = next
    }
}
