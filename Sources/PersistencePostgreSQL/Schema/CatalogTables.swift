/// The table of the applied catalogs.
enum CatalogTables {
    /// The SQL statements that create the table.
    static let sql = """
        CREATE TABLE catalog_version (
            app bigint NOT NULL REFERENCES app (id),
            number bigint NOT NULL CHECK (number > 0),
            digest text COLLATE "C" NOT NULL,
            applied_at bigint NOT NULL,
            applied_by text COLLATE "C" NOT NULL,
            origin bigint NOT NULL,
            note text COLLATE "C",
            document bytea NOT NULL,
            price_points bytea,
            PRIMARY KEY (app, number)
        );
        """
}
