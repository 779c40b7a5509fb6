/// Keeps what Apple says of prices: the prices of products, and the price points of storefronts.
///
/// Each method is one whole unit of work, as those of `Repository` are.
package protocol PriceRepository: Sendable {
    /// Keeps prices, all of them or none.
    ///
    /// A price of the same product, storefront and beginning that was fetched at the same instant is replaced.
    func keep(_ prices: [FetchedPrice], of app: AppName) async throws(RepositoryError)

    /// The fetched prices of a product, by storefront, then in the order of their fetching, then of their beginnings.
    func fetchedPrices(
        of product: ProductID,
        app: AppName,
        limit: Int
    ) async throws(RepositoryError) -> [FetchedPrice]

    /// The fetched prices in a storefront, by product, then in the order of their fetching, then of their beginnings.
    func fetchedPrices(
        in storefront: String,
        app: AppName,
        limit: Int
    ) async throws(RepositoryError) -> [FetchedPrice]

    /// Keeps the price points of storefronts, all of them or none, instead of those that were kept before.
    func keep(
        _ ladders: [PriceLadder],
        of app: AppName,
        at now: Instant,
        by name: String
    ) async throws(RepositoryError)

    /// The price points of the storefronts with a currency, by storefront.
    func priceLadders(in currency: String, app: AppName) async throws(RepositoryError) -> [PriceLadder]

    /// What the customers of an app said to higher prices in Production, a part after another.
    ///
    /// - Parameters:
    ///   - app: The app.
    ///   - place: Where the part begins, as the part before named it; 0 for the first.
    ///   - limit: The most subscriptions of any app that are looked at.
    /// - Returns: The counts of the part, and where the next begins.
    /// - Throws: Why they cannot be read.
    func priceConsents(
        of app: AppName,
        after place: Int64,
        limit: Int
    ) async throws(RepositoryError) -> PriceConsentPage
}

/// What the customers of a subscription said to a higher price, as Apple stated it last of each.
package struct PriceConsents: Hashable, Sendable {
    /// How many were asked and have not agreed.
    package var waiting: Int
    /// How many agreed, or did not have to.
    package var agreed: Int

    /// Creates counts.
    package init(waiting: Int = 0, agreed: Int = 0) {
        self.waiting = waiting
        self.agreed = agreed
    }

    /// Counts what Apple states of one: its `priceIncreaseStatus`; nothing where Apple says nothing.
    package mutating func count(_ status: Int?) {
        switch status {
        case 0: self.waiting += 1
        case 1: self.agreed += 1
        default: break
        }
    }

    /// Adds the counts of others.
    package static func += (one: inout Self, other: Self) {
        one.waiting += other.waiting
        one.agreed += other.agreed
    }
}

/// A part of what customers said to higher prices.
package struct PriceConsentPage: Hashable, Sendable {
    /// The counts, by product; without products of which Apple says nothing.
    package let counts: [ProductID: PriceConsents]
    /// Where the next part begins; `nil` at the end.
    package let next: Int64?

    /// Creates a part.
    package init(counts: [ProductID: PriceConsents], next: Int64?) {
        self.counts = counts
        self.next = next
    }
}
