extension SQLiteRepository {
    /// Refuses a connection that may lose what it has committed.
    package static func requireDurability(
        path: String,
        journalMode: String,
        synchronous: Int64
    ) throws(SQLiteOpenError) {
        // 2 is FULL, 3 is EXTRA.
        guard journalMode == "wal", synchronous == 2 || synchronous == 3 else {
            throw .notDurable(path: path, journalMode: journalMode, synchronous: synchronous)
        }
    }
}
