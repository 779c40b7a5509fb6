import Foundation
import GRDB
package import Ledger
import PersistenceSQL

extension SQLiteRepository {
    /// The number of the newest step of the schema that this version knows.
    package static var schemaVersion: String { SQLiteSchema.current.version }

    /// Returns the size of the file and its write-ahead log in bytes.
    package func databaseBytes() async throws(RepositoryError) -> Int64? {
        let sizes = [self.path, self.path + "-wal"].compactMap { path in
            try? FileManager.default.attributesOfItem(atPath: path)[.size] as? NSNumber
        }
        guard !sizes.isEmpty else { throw .unreachable }
        return sizes.reduce(0) { $0 + $1.int64Value }
    }

    /// Every statement that runs after opening, in SQL, by name.
    package static var statements: [(name: String, sql: String)] {
        Query.allCases.map { (name: "\($0)", sql: $0.sql) }
    }

    /// Returns the settings of the connections.
    package func settings() async throws(RepositoryError) -> SQLiteSettings {
        var readerCheckpointPages: [Int64] = []
        for number in 0..<self.readerCount {
            let pages = try self.read(withReader: number) { session in
                try Int64.fetchOne(Self.database(of: session), sql: "PRAGMA wal_autocheckpoint") ?? -1
            }
            readerCheckpointPages.append(pages)
        }
        let readerPages = readerCheckpointPages
        return try await self.write { session in
            let database = try Self.database(of: session)
            let integer = { (pragma: String) in try Int64.fetchOne(database, sql: pragma) ?? -1 }
            return SQLiteSettings(
                journalMode: try String.fetchOne(database, sql: "PRAGMA journal_mode") ?? "",
                synchronous: try integer("PRAGMA synchronous"),
                enforcesForeignKeys: try integer("PRAGMA foreign_keys") == 1,
                writerCheckpointPages: try Self.connection(of: session).checkpointPages ?? 0,
                readerCheckpointPages: readerPages,
                pageBytes: try integer("PRAGMA page_size"),
                pageCount: try integer("PRAGMA page_count")
            )
        }
    }

    /// Limits the file to this number of pages; `nil` removes the limit.
    ///
    /// At the limit, writes fail with `RepositoryError.full`, as on a full disk.
    package func limit(pageCount: Int64?) async throws(RepositoryError) {
        try await self.write { session in
            try Self.database(of: session).execute(sql: "PRAGMA max_page_count = \(pageCount ?? Int64(UInt32.max - 1))")
        }
    }

    private static func database(of session: Session) throws(RepositoryError) -> Database {
        try Self.connection(of: session).database
    }

    private static func connection(of session: Session) throws(RepositoryError) -> SQLiteConnection {
        guard let connection = session.connection as? SQLiteConnection else { throw .corrupt }
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
