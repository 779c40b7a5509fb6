import GRDB

/// What finds the subscriptions whose paid period ended at an instant.
enum RenewalEnds {
    /// Adds the index.
    static func migrate(_ database: Database) throws {
        try database.execute(sql: Self.schema)
    }

    private static let schema = """
        CREATE INDEX renewal_end ON renewal (renewal_at) WHERE renewal_at IS NOT NULL;
        """
}
