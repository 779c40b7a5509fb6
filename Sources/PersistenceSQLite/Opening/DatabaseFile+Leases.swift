import GRDB

extension DatabaseFile {
    /// Ends every lease of an earlier process.
    ///
    /// One process owns the file, so whoever held these lanes is gone, however long the leases would still last: what was
    /// to be told when the process ended is told as soon as the next one is there. A lane that was put back waits on.
    static func endLeases(in database: Database) throws {
        // The index finds what is due at some later instant; most of what waits is due at once.
        try database.execute(
            sql: """
                UPDATE pending_lane SET due_at = 0, lease = NULL
                WHERE sink IN (SELECT id FROM sink) AND due_at > 0 AND lease IS NOT NULL
                """
        )
    }
}
