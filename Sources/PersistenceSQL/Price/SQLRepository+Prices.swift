package import Ledger

extension SQLRepository {
    /// Stores prices, all of them or none.
    package func keep(_ prices: [FetchedPrice], of app: AppName) async throws(RepositoryError) {
        try await self.write { session in try session.keep(prices, of: app) }
    }

    /// Returns the fetched prices of a product.
    package func fetchedPrices(
        of product: ProductID,
        app: AppName,
        limit: Int
    ) async throws(RepositoryError) -> [FetchedPrice] {
        try await self.read { session in try session.fetchedPrices(of: product, app: app, limit: limit) }
    }

    /// Returns the fetched prices in a storefront.
    package func fetchedPrices(
        in storefront: String,
        app: AppName,
        limit: Int
    ) async throws(RepositoryError) -> [FetchedPrice] {
        try await self.read { session in try session.fetchedPrices(in: storefront, app: app, limit: limit) }
    }

    /// Stores the price points of storefronts, all of them or none.
    package func keep(
        _ ladders: [PriceLadder],
        of app: AppName,
        at now: Instant,
        by name: String
    ) async throws(RepositoryError) {
        try await self.write { session in try session.keep(ladders, of: app, at: now, by: name) }
    }

    /// Returns the price points of the storefronts with a currency.
    package func priceLadders(in currency: String, app: AppName) async throws(RepositoryError) -> [PriceLadder] {
        try await self.read { session in try session.priceLadders(in: currency, app: app) }
    }

    /// Returns a page of customers' responses to price increases.
    package func priceConsents(
        of app: AppName,
        after place: Int64,
        limit: Int
    ) async throws(RepositoryError) -> PriceConsentPage {
        try await self.read { session in try session.priceConsents(of: app, after: place, limit: limit) }
    }
}

extension Query {
    /// The SQL of the statements on Apple's prices.
    var priceSQL: String {
        switch self {
        case .putFetchedPrice:
            """
            INSERT INTO fetched_price (app, product, storefront, fetched_at, starts_at, amount, currency, origin,
            source, fetched_by) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
            ON CONFLICT (app, product, storefront, fetched_at, starts_at) DO UPDATE SET amount = excluded.amount,
            currency = excluded.currency, origin = excluded.origin, source = excluded.source,
            fetched_by = excluded.fetched_by
            """
        case .fetchedPricesOfProduct:
            """
            \(Self.priceColumns) WHERE app = (SELECT id FROM app WHERE name = ?) AND product = ?
            ORDER BY storefront, fetched_at, starts_at LIMIT ?
            """
        case .fetchedPricesInStorefront:
            """
            \(Self.priceColumns) WHERE app = (SELECT id FROM app WHERE name = ?) AND storefront = ?
            ORDER BY product, fetched_at, starts_at LIMIT ?
            """
        case .putPriceLadder:
            """
            INSERT INTO price_ladder (app, storefront, currency, points, kept_at, kept_by) VALUES (?, ?, ?, ?, ?, ?)
            ON CONFLICT (app, storefront) DO UPDATE SET currency = excluded.currency, points = excluded.points,
            kept_at = excluded.kept_at, kept_by = excluded.kept_by
            """
        case .priceLadders:
            """
            SELECT storefront, currency, points FROM price_ladder
            WHERE app = (SELECT id FROM app WHERE name = ?) AND currency = ? ORDER BY storefront
            """
        case .priceConsents:
            """
            SELECT renewal.original, original.scope, renewal.terms, renewal.rare
            FROM renewal CROSS JOIN original ON original.id = renewal.original
            WHERE renewal.original > ? ORDER BY renewal.original LIMIT ?
            """
        default: self.auditSQL
        }
    }

    private static let priceColumns = """
        SELECT product, storefront, fetched_at, starts_at, amount, currency, origin, source, fetched_by
        FROM fetched_price
        """
}
