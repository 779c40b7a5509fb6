package import PersistenceSQL

extension StorageMigrationTarget {
    /// Makes the parts of the table of evidence that rows of these dates lie in.
    package func makeEvidenceParts(_ dates: ClosedRange<Int64>) throws {
        try self.connection.enqueue(.begin)
        try EvidencePartitions().make(for: dates, on: self.connection)
        try self.connection.enqueue(.commit)
        try self.connection.drain()
    }

    /// Sends rows of a table with how far it has come then, as one transaction, without waiting for what becomes of it.
    ///
    /// Waits for what was sent before, and throws what has become of that; `finish` waits for the last.
    package func write(
        _ rows: StoredRows,
        to table: StorageMigrationTable,
        _ progress: StorageMigrationState.Progress
    ) throws {
        let arrays = try table.arrays(of: rows)
        try self.connection.drain()
        try self.send(table, arrays, progress)
    }

    /// Takes down that all rows of a table are there.
    package func finish(_ table: StorageMigrationTable, _ progress: StorageMigrationState.Progress) throws {
        try self.connection.drain()
        try self.send(table, nil, progress)
        try self.connection.drain()
    }

    private func send(
        _ table: StorageMigrationTable,
        _ arrays: [PostgreSQLValue]?,
        _ progress: StorageMigrationState.Progress
    ) throws(PostgreSQLFailure) {
        try self.connection.enqueue(.begin)
        try self.connection.enqueue(Self.lock)
        if let arrays { try self.connection.enqueue(table.insertion, arrays) }
        try self.connection.enqueue(
            Self.keepProgress,
            [
                .text(table.source.name), .integer(progress.rows),
                .optional(progress.key.map { StoredPosition.encode($0) }), .flag(progress.isDone),
            ]
        )
        try self.connection.enqueue(.commit)
        try self.connection.sync()
    }

    private static let keepProgress = PostgreSQLStatement(
        "storage_migration_keep",
        "UPDATE storage_migration_table SET rows = $2, position = $3, is_done = $4 WHERE name = $1"
    )
}
