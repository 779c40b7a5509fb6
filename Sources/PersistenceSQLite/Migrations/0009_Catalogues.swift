import GRDB

/// The catalogues that were applied.
enum Catalogues {
    /// Adds the table.
    static func migrate(_ database: Database) throws {
        try database.execute(sql: Self.schema)
    }

    private static let schema = """
        -- Every catalogue that was ever applied, byte for byte, so that each can be applied again.
        CREATE TABLE catalogue_version (
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
