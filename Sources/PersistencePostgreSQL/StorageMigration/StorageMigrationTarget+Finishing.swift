import PersistenceSQL

extension StorageMigrationTarget {
    /// Restores the foreign keys, which checks every row, sets the sequences behind the numbers in use, and has the
    /// server gather statistics for its planner.
    ///
    /// `progress` is called with the number of finished steps and of all steps, and may throw to stop.
    package func complete(_ tables: [StorageMigrationTable], progress: (Int, Int) throws -> Void) throws {
        let references = try self.connection.query(Self.references)
        let count = references.rowCount + 2
        for row in 0..<references.rowCount {
            try progress(row, count)
            let place = try references.text(row: row, column: 0)
            let name = try references.text(row: row, column: 1)
            let definition = try references.text(row: row, column: 2)
            try self.connection.enqueue(.begin)
            try self.connection.execute(script: "ALTER TABLE \(place) ADD CONSTRAINT \(name) \(definition)")
            try self.connection.enqueue(Self.forgetReference, [.text(place), .text(name)])
            try self.connection.enqueue(.commit)
            try self.connection.drain()
        }
        try progress(count - 2, count)
        try self.continueNumbers()
        try progress(count - 1, count)
        let names = tables.map { StorageMigrationTable.quoted($0.source.name) }.joined(separator: ", ")
        try self.connection.execute(script: "ANALYZE \(names)")
        try progress(count, count)
    }

    /// Marks the data as complete: servers open the database from here on.
    package func open() throws {
        try self.connection.enqueue(.begin)
        try self.connection.query(Self.lock)
        try self.connection.execute(script: Self.dropProgress)
        try self.connection.enqueue(.commit)
        try self.connection.drain()
    }

    /// Sets the sequence of each numbered column behind the highest number in use.
    private func continueNumbers() throws {
        let columns = try self.connection.query(Self.numbered)
        for row in 0..<columns.rowCount {
            let table = try columns.text(row: row, column: 0)
            let column = try columns.text(row: row, column: 1)
            let place = StorageMigrationTable.quoted(column)
            let statement = PostgreSQLStatement(
                "storage_migration_numbers_\(table)",
                """
                SELECT setval(pg_get_serial_sequence($1, $2), greatest(coalesce(max(\(place)), 1), 1),
                coalesce(max(\(place)), 0) > 0) FROM \(StorageMigrationTable.quoted(table))
                """
            )
            try self.connection.query(statement, [.text(StorageMigrationTable.quoted(table)), .text(column)])
        }
    }

    private static let references = PostgreSQLStatement(
        "storage_migration_references",
        "SELECT place, name, definition FROM storage_migration_reference ORDER BY place, name"
    )
    private static let forgetReference = PostgreSQLStatement(
        "storage_migration_forget",
        "DELETE FROM storage_migration_reference WHERE place = $1 AND name = $2"
    )
    private static let numbered = PostgreSQLStatement(
        "storage_migration_numbered",
        """
        SELECT tables.relname::text, columns.attname::text
        FROM pg_class AS tables JOIN pg_attribute AS columns ON columns.attrelid = tables.oid
        WHERE tables.relnamespace = current_schema()::regnamespace AND NOT tables.relispartition
        AND columns.attidentity <> '' ORDER BY tables.relname
        """
    )
}
