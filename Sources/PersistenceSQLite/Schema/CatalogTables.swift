/// The table of the catalogs that were applied.
enum CatalogTables {
    /// The statements that make it.
    static let sql = """
        -- Every catalog that was ever applied, byte for byte, so that each can be applied again.
        CREATE TABLE catalog_version (
            app INTEGER NOT NULL REFERENCES app (id),
            number INTEGER NOT NULL CHECK (number > 0),
            digest TEXT NOT NULL,
            applied_at INTEGER NOT NULL,
            applied_by TEXT NOT NULL,
            origin INTEGER NOT NULL,
            note TEXT,
            document BLOB NOT NULL,
            price_points BLOB,
            PRIMARY KEY (app, number)
        ) STRICT;
        """
}
