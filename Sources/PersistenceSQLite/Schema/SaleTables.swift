/// The tables of sales and refunds by time.
enum SaleTables {
    /// The statements that make them.
    static let sql = """
        -- The sales of every chain, derived from it: what Apple's sales report would count. Kind: 0 sale, 1 refund, 2
        -- credit. Part: 0 money, 1 seats, 2 credit, 3 unpriced; excluded as 4 family, 5 assigned, 6 sandbox, 7 trial, 8
        -- promotional, 9 free, 10 unpriced, 11 restored, 12 not in an app, 13 empty, 14 out of bounds. Period: 0 none,
        -- 1 new, 2 renewal. Product, storefront and currency are interned strings. The price is that of the whole
        -- quantity; units are thousandths, negative where money was paid back. No column is about a person.
        CREATE TABLE sale (
            scope INTEGER NOT NULL REFERENCES scope (id),
            sold_at INTEGER NOT NULL,
            transaction_id ANY NOT NULL CHECK (typeof(transaction_id) IN ('integer', 'text')),
            kind INTEGER NOT NULL CHECK (kind BETWEEN 0 AND 2),
            part INTEGER NOT NULL CHECK (part BETWEEN 0 AND 14),
            product INTEGER NOT NULL,
            storefront INTEGER,
            currency INTEGER,
            price INTEGER,
            quantity INTEGER NOT NULL CHECK (quantity > 0),
            units INTEGER NOT NULL,
            period INTEGER NOT NULL CHECK (period BETWEEN 0 AND 2),
            has_offer INTEGER NOT NULL CHECK (has_offer IN (0, 1)),
            PRIMARY KEY (scope, sold_at, transaction_id, kind)
        ) STRICT, WITHOUT ROWID;
        """
}
