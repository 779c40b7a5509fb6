import GRDB
package import Ledger
import PersistenceSQL

extension SQLiteRepository {
    /// The number of the newest step of the schema that this version knows.
    package static var schemaVersion: String { SQLiteSchema.current.version }

    /// Every statement that runs after opening, in SQL, by name.
    package static var statements: [(name: String, sql: String)] {
        SQLStatement.all.map { (name: $0.name, sql: $0.statement.sql) }
    }

    /// Returns the settings of the connections.
    package func settings() async throws(RepositoryError) -> SQLiteSettings {
        var readerCheckpointPages: [Int64] = []
        for number in 0..<self.readerCount {
            let pages = try await self.read(as: #function, withReader: number) { view in
                try Int64.fetchOne(Self.database(of: view), sql: "PRAGMA wal_autocheckpoint") ?? -1
            }
            readerCheckpointPages.append(pages)
        }
        let readerPages = readerCheckpointPages
        return try await self.write { unit in
            let database = try Self.database(of: unit)
            let integer = { (pragma: String) in try Int64.fetchOne(database, sql: pragma) ?? -1 }
            return SQLiteSettings(
                journalMode: try String.fetchOne(database, sql: "PRAGMA journal_mode") ?? "",
                synchronous: try integer("PRAGMA synchronous"),
                enforcesForeignKeys: try integer("PRAGMA foreign_keys") == 1,
                writerCheckpointPages: try Self.connection(of: unit).checkpointPages ?? 0,
                readerCheckpointPages: readerPages,
                pageBytes: try integer("PRAGMA page_size"),
                pageCount: try integer("PRAGMA page_count")
            )
        }
    }

    /// The number of reads that wait for a reader.
    package var waitingReadCount: Int { self.readers.waitingCount }

    /// Returns how many statements each reader has prepared on its connection.
    package func preparationCounts() async throws(RepositoryError) -> [Int] {
        var counts: [Int] = []
        for number in 0..<self.readerCount {
            counts.append(
                try await self.read(as: #function, withReader: number) { view in
                    try Self.connection(of: view).preparationCount
                }
            )
        }
        return counts
    }

    /// Returns the number of rows written on the connection of a view since it was opened.
    package static func writtenCount(on view: any ReadView) throws -> Int {
        try Self.database(of: view).totalChangesCount
    }

    /// Runs SQL on the connection of a view, for tests that need a long statement.
    package static func execute(_ sql: String, on view: any ReadView) throws {
        try Self.database(of: view).execute(sql: sql)
    }

    /// Returns how many rows a table has, for tests of rows that no answer shows.
    package static func rowCount(of table: String, on view: any ReadView) throws -> Int {
        try Int.fetchOne(Self.database(of: view), sql: "SELECT count(*) FROM \(table)") ?? 0
    }

    /// Limits the file to this number of pages; `nil` removes the limit.
    ///
    /// At the limit, writes fail with `RepositoryError.full`, as on a full disk.
    package func limit(pageCount: Int64?) async throws(RepositoryError) {
        try await self.write { unit in
            try Self.database(of: unit).execute(sql: "PRAGMA max_page_count = \(pageCount ?? Int64(UInt32.max - 1))")
        }
    }

    private static func database(of view: any ReadView) throws(RepositoryError) -> Database {
        try Self.connection(of: view).database
    }

    private static func connection(of view: any ReadView) throws(RepositoryError) -> SQLiteConnection {
        guard let connection = (view as? Session)?.connection as? SQLiteConnection else { throw .corrupt }
        return connection
    }
}

extension SQLiteRepository {
    /// Throws for a connection that may lose what it has committed.
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

/// The settings of the connections, as SQLite reports them.
package struct SQLiteSettings: Hashable, Sendable {
    /// The journal mode.
    package let journalMode: String
    /// The writer's `synchronous`: 2 is FULL.
    package let synchronous: Int64
    /// Whether the writer enforces foreign keys.
    package let enforcesForeignKeys: Bool
    /// The number of pages at which the writer checkpoints.
    package let writerCheckpointPages: Int64
    /// The number of pages at which each reader would checkpoint; 0 is never.
    package let readerCheckpointPages: [Int64]
    /// The size of a page in bytes.
    package let pageBytes: Int64
    /// The number of pages of the file.
    package let pageCount: Int64
}
