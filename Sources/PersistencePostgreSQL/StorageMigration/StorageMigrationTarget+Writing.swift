package import PersistenceSQL

extension StorageMigrationTarget {
    /// Makes the partitions of the table of evidence for rows of these dates.
    package func makeEvidenceParts(_ dates: ClosedRange<Int64>) throws {
        try self.connection.enqueue(.begin)
        try EvidencePartitions().make(for: dates, on: self.connection)
        try self.connection.enqueue(.commit)
        try self.connection.drain()
    }

    /// Sends rows of a table together with the progress of that table, as one transaction, without waiting for the
    /// outcome.
    ///
    /// It waits for what was sent before and throws its error; `finish` waits for the last.
    package func write(
        _ rows: StoredRows,
        to table: StorageMigrationTable,
        _ progress: StorageMigrationState.Progress
    ) throws {
        let arrays = try table.arrays(of: rows)
        try self.connection.drain()
        try self.send(table, arrays, progress)
    }

    /// Records that all rows of a table are copied.
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
