/// The tables of what Apple says of prices.
enum PriceTables {
    /// The statements that make them.
    static let sql = """
        -- Apple's prices, one row for each price that was new when it was fetched. Where Apple names no beginning, it
        -- is the lowest number.
        CREATE TABLE fetched_price (
            app INTEGER NOT NULL REFERENCES app (id),
            product TEXT NOT NULL,
            storefront TEXT NOT NULL,
            fetched_at INTEGER NOT NULL,
            starts_at INTEGER NOT NULL,
            amount INTEGER NOT NULL,
            currency TEXT NOT NULL,
            origin INTEGER NOT NULL,
            source INTEGER NOT NULL,
            fetched_by TEXT NOT NULL,
            PRIMARY KEY (app, product, storefront, fetched_at, starts_at)
        ) STRICT, WITHOUT ROWID;
        CREATE INDEX fetched_price_storefront ON fetched_price (app, storefront, product, fetched_at, starts_at);

        -- The price points that Apple offers in a storefront, as text.
        CREATE TABLE price_ladder (
            app INTEGER NOT NULL REFERENCES app (id),
            storefront TEXT NOT NULL,
            currency TEXT NOT NULL,
            points BLOB NOT NULL,
            kept_at INTEGER NOT NULL,
            kept_by TEXT NOT NULL,
            PRIMARY KEY (app, storefront)
        ) STRICT;
        """
}
