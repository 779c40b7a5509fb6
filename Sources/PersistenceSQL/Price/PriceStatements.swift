import Ledger

/// The statements on prices.
package struct PriceStatements: Sendable {
    package let putFetchedPrice = SQLStatement(
        """
        INSERT INTO fetched_price (app, product, storefront, fetched_at, starts_at, amount, currency, origin,
        source, fetched_by) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
        ON CONFLICT (app, product, storefront, fetched_at, starts_at) DO UPDATE SET amount = excluded.amount,
        currency = excluded.currency, origin = excluded.origin, source = excluded.source,
        fetched_by = excluded.fetched_by
        """
    )
    package let fetchedPricesOfProduct = SQLStatement(
        """
        \(Self.priceColumns) WHERE app = (SELECT id FROM app WHERE name = ?) AND product = ?
        ORDER BY storefront, fetched_at, starts_at LIMIT ?
        """
    )
    package let fetchedPricesInStorefront = SQLStatement(
        """
        \(Self.priceColumns) WHERE app = (SELECT id FROM app WHERE name = ?) AND storefront = ?
        ORDER BY product, fetched_at, starts_at LIMIT ?
        """
    )
    package let putPriceLadder = SQLStatement(
        """
        INSERT INTO price_ladder (app, storefront, currency, points, kept_at, kept_by) VALUES (?, ?, ?, ?, ?, ?)
        ON CONFLICT (app, storefront) DO UPDATE SET currency = excluded.currency, points = excluded.points,
        kept_at = excluded.kept_at, kept_by = excluded.kept_by
        """
    )
    package let priceLadders = SQLStatement(
        """
        SELECT storefront, currency, points FROM price_ladder
        WHERE app = (SELECT id FROM app WHERE name = ?) AND currency = ? ORDER BY storefront
        """
    )
    package let priceConsents = SQLStatement(
        """
        SELECT renewal.original, original.scope, renewal.terms, renewal.rare
        FROM renewal CROSS JOIN original ON original.id = renewal.original
        WHERE renewal.original > ? ORDER BY renewal.original LIMIT ?
        """
    )

    private static let priceColumns = """
        SELECT product, storefront, fetched_at, starts_at, amount, currency, origin, source, fetched_by
        FROM fetched_price
        """
}

extension SQLStatement {
    /// The statements on prices.
    package static let prices = PriceStatements()
}
