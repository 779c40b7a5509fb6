package import Ledger

extension ForwardingRepository {
    package func keep(_ version: CatalogVersion, text: CatalogText) async throws(RepositoryError) -> Bool {
        try await self.base.keep(version, text: text)
    }

    package func catalogVersions(
        of app: AppName,
        before number: Int64?,
        limit: Int
    ) async throws(RepositoryError) -> [CatalogVersion] {
        try await self.base.catalogVersions(of: app, before: number, limit: limit)
    }

    package func catalogText(_ number: Int64, of app: AppName) async throws(RepositoryError) -> CatalogText? {
        try await self.base.catalogText(number, of: app)
    }
}

extension ForwardingRepository {
    package func keep(_ prices: [FetchedPrice], of app: AppName) async throws(RepositoryError) {
        try await self.base.keep(prices, of: app)
    }

    package func fetchedPrices(
        of product: ProductID,
        app: AppName,
        limit: Int
    ) async throws(RepositoryError) -> [FetchedPrice] {
        try await self.base.fetchedPrices(of: product, app: app, limit: limit)
    }

    package func fetchedPrices(
        in storefront: String,
        app: AppName,
        limit: Int
    ) async throws(RepositoryError) -> [FetchedPrice] {
        try await self.base.fetchedPrices(in: storefront, app: app, limit: limit)
    }

    package func keep(
        _ ladders: [PriceLadder],
        of app: AppName,
        at now: Instant,
        by name: String
    ) async throws(RepositoryError) {
        try await self.base.keep(ladders, of: app, at: now, by: name)
    }

    package func priceLadders(in currency: String, app: AppName) async throws(RepositoryError) -> [PriceLadder] {
        try await self.base.priceLadders(in: currency, app: app)
    }

    package func priceConsents(
        of app: AppName,
        after place: Int64,
        limit: Int
    ) async throws(RepositoryError) -> PriceConsentPage {
        try await self.base.priceConsents(of: app, after: place, limit: limit)
    }
}
