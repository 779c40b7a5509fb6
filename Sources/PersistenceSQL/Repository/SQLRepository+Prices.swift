package import Ledger

extension SQLRepository {
    /// Keeps prices, all of them or none.
    package func keep(_ prices: [FetchedPrice], of app: AppName) async throws(RepositoryError) {
        try await self.write { session in try session.keep(prices, of: app) }
    }

    /// The fetched prices of a product.
    package func fetchedPrices(
        of product: ProductID,
        app: AppName,
        limit: Int
    ) async throws(RepositoryError) -> [FetchedPrice] {
        try await self.read { session in try session.fetchedPrices(of: product, app: app, limit: limit) }
    }

    /// The fetched prices in a storefront.
    package func fetchedPrices(
        in storefront: String,
        app: AppName,
        limit: Int
    ) async throws(RepositoryError) -> [FetchedPrice] {
        try await self.read { session in try session.fetchedPrices(in: storefront, app: app, limit: limit) }
    }

    /// Keeps the price points of storefronts, all of them or none.
    package func keep(
        _ ladders: [PriceLadder],
        of app: AppName,
        at now: Instant,
        by name: String
    ) async throws(RepositoryError) {
        try await self.write { session in try session.keep(ladders, of: app, at: now, by: name) }
    }

    /// The price points of the storefronts with a currency.
    package func priceLadders(in currency: String, app: AppName) async throws(RepositoryError) -> [PriceLadder] {
        try await self.read { session in try session.priceLadders(in: currency, app: app) }
    }

    /// A part of what customers said to higher prices.
    package func priceConsents(
        of app: AppName,
        after place: Int64,
        limit: Int
    ) async throws(RepositoryError) -> PriceConsentPage {
        try await self.read { session in try session.priceConsents(of: app, after: place, limit: limit) }
    }
}
