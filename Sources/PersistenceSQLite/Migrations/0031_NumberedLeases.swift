import GRDB

/// The numbers of the leases of requests that may come again.
enum NumberedLeases {
    /// Adds the column.
    static func migrate(_ database: Database) throws {
        try database.execute(sql: Self.schema)
    }

    private static let schema = """
        -- Which lease of the request stands: whoever has an earlier one writes nothing any more.
        ALTER TABLE idempotent_request ADD COLUMN lease INTEGER NOT NULL DEFAULT 0;
        """
}
