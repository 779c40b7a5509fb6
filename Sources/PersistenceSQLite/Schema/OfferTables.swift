/// The tables of offers: the terms that purchases name, and the offers that were signed.
enum OfferTables {
    /// The statements that make them.
    static let sql = """
        CREATE TABLE offer (
            id INTEGER PRIMARY KEY,
            app INTEGER NOT NULL REFERENCES app (id),
            type INTEGER NOT NULL,
            identifier INTEGER REFERENCES interned_string (id),
            discount_type INTEGER REFERENCES interned_string (id),
            period INTEGER REFERENCES interned_string (id)
        ) STRICT;
        CREATE UNIQUE INDEX offer_terms
            ON offer (app, type, ifnull(identifier, 0), ifnull(discount_type, 0), ifnull(period, 0));

        -- The offers that were signed, by customer, for the limits on how many are signed.
        CREATE TABLE signed_offer (
            app INTEGER NOT NULL REFERENCES app (id),
            customer INTEGER NOT NULL REFERENCES customer (id),
            product TEXT NOT NULL,
            offer TEXT NOT NULL,
            signed_at INTEGER NOT NULL,
            nonce BLOB NOT NULL CHECK (length(nonce) = 16),
            PRIMARY KEY (app, customer, product, offer, signed_at, nonce)
        ) STRICT, WITHOUT ROWID;
        """
}
