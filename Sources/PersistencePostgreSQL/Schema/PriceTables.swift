/// The tables of the prices that Apple lists for products, and of its price ladders.
enum PriceTables {
    /// The SQL statements that create the tables.
    static let sql = """
        CREATE TABLE fetched_price (
            app bigint NOT NULL REFERENCES app (id),
            product text COLLATE "C" NOT NULL,
            storefront text COLLATE "C" NOT NULL,
            fetched_at bigint NOT NULL,
            starts_at bigint NOT NULL,
            amount bigint NOT NULL,
            currency text COLLATE "C" NOT NULL,
            origin bigint NOT NULL,
            source bigint NOT NULL,
            fetched_by text COLLATE "C" NOT NULL,
            PRIMARY KEY (app, product, storefront, fetched_at, starts_at)
        );
        CREATE INDEX fetched_price_storefront ON fetched_price (app, storefront, product, fetched_at, starts_at);

        CREATE TABLE price_ladder (
            app bigint NOT NULL REFERENCES app (id),
            storefront text COLLATE "C" NOT NULL,
            currency text COLLATE "C" NOT NULL,
            points bytea NOT NULL,
            kept_at bigint NOT NULL,
            kept_by text COLLATE "C" NOT NULL,
            PRIMARY KEY (app, storefront)
        );
        """
}
