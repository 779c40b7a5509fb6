/// The table of how often each format is used, old and new.
enum LegacyUsageTables {
    /// The SQL statements that create the table.
    static let sql = """
        CREATE TABLE legacy_use (
            app bigint NOT NULL REFERENCES app (id),
            day bigint NOT NULL,
            format bigint NOT NULL CHECK (format BETWEEN 0 AND 6),
            version text COLLATE "C" NOT NULL,
            count bigint NOT NULL CHECK (count > 0),
            PRIMARY KEY (app, day, format, version)
        );
        """
}
