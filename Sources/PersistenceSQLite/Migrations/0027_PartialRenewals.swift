import GRDB

/// What old interfaces say of renewals is told apart from what Apple signed.
enum PartialRenewals {
    /// Adds the column.
    static func migrate(_ database: Database) throws {
        try database.execute(
            sql: """
                -- 1 where an old interface said it, which knows no token.
                ALTER TABLE renewal_word ADD COLUMN partial INTEGER CHECK (partial = 1);
                """
        )
    }
}
