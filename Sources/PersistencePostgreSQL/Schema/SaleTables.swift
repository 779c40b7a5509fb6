/// The tables of sales and refunds by time.
enum SaleTables {
    /// The SQL statements that create the tables.
    static let sql = """
        CREATE TABLE sale (
            scope bigint NOT NULL REFERENCES scope (id),
            sold_at bigint NOT NULL,
            transaction_id text COLLATE "C" NOT NULL,
            kind bigint NOT NULL CHECK (kind BETWEEN 0 AND 2),
            part bigint NOT NULL CHECK (part BETWEEN 0 AND 14),
            product bigint NOT NULL,
            storefront bigint,
            currency bigint,
            price bigint,
            quantity bigint NOT NULL CHECK (quantity > 0),
            units bigint NOT NULL,
            period bigint NOT NULL CHECK (period BETWEEN 0 AND 2),
            has_offer bigint NOT NULL CHECK (has_offer IN (0, 1)),
            PRIMARY KEY (scope, sold_at, transaction_id, kind)
        );
        """
}
