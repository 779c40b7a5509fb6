import GRDB

/// What finds the subscriptions whose paid period ended at an instant: all of the first 200,000, and of later ones one
/// in 64, so that the index stays small.
enum RenewalEnds {
    /// Adds the index.
    static func migrate(_ database: Database) throws {
        try database.execute(sql: Self.schema)
    }

    private static let schema = """
        CREATE INDEX renewal_end ON renewal (renewal_at)
        WHERE renewal_at IS NOT NULL AND (original <= 200000 OR original % 64 = 0);
        """
}
