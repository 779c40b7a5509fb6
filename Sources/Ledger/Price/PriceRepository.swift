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
