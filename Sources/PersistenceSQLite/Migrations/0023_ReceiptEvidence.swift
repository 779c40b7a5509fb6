import GRDB

/// Receipts are a fifth kind of evidence.
enum ReceiptEvidence {
    /// Widens what a column may hold.
    ///
    /// SQLite has no statement for that, and copying the largest table for one number would take hours. Its manual names
    /// this way for changes that no stored row can contradict: the text of the schema, and a schema version that makes
    /// every connection read it anew.
    static func migrate(_ database: Database) throws {
        let version = try Int64.fetchOne(database, sql: "PRAGMA schema_version") ?? 0
        try database.execute(sql: "PRAGMA writable_schema = ON")
        try database.execute(
            sql: """
                UPDATE sqlite_schema SET sql = replace(sql, 'kind BETWEEN 1 AND 4', 'kind BETWEEN 1 AND 5')
                WHERE type = 'table' AND name = 'evidence'
                """
        )
        // A text that is another one than ours would leave the column as narrow as it was.
        guard database.changesCount == 1 else {
            throw DatabaseError(resultCode: .SQLITE_SCHEMA, message: "The table of evidence is not as it was made.")
        }
        try database.execute(sql: "PRAGMA schema_version = \(version + 1)")
        try database.execute(sql: "PRAGMA writable_schema = OFF")
    }
}
