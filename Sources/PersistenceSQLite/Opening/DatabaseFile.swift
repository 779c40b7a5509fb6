import Foundation
import GRDB
import GRDBSQLite
import Ledger
import Logging

/// A database file that this process owns, open for one writer and several readers.
struct DatabaseFile: ~Copyable {
    /// The size of a page in bytes.
    ///
    /// Evidence is kept in rows of about a kilobyte. On pages of 4096 bytes, SQLite's default, a seventh of the space
    /// would stay empty because one more row does not fit; on larger pages each change writes more.
    static let pageBytes: Int64 = 8192
    /// The writer's cache in KiB.
    static let writerCacheKibibytes: Int64 = 65536
    /// A reader's cache in KiB.
    static let readerCacheKibibytes: Int64 = 8192

    /// How long the writer waits for a lock that another program holds.
    static let writerPatienceSeconds: Double = 5

    /// The one connection that writes and checkpoints.
    let writer: DatabaseQueue
    /// The connections that read, as they were opened.
    let readers: [DatabaseQueue]
    /// The identities of the database and its log when they were opened.
    let identities: [(path: String, identity: FileIdentity?)]
    private let lock: FileLock

    /// Opens the file and brings its schema up to date, as the policy allows.
    init(
        path: String,
        schema: SQLiteSchema,
        policy: SchemaPolicy,
        readerCount: Int,
        logger: Logger
    ) throws(SQLiteOpenError) {
        switch policy {
        case .migrate: try Self.prepareFolder(of: path)
        case .requireCurrent:
            guard FileIdentity(path: path) != nil else { throw .absent(path: path) }
        }
        let lock = try FileLock(databasePath: path)
        guard FileIdentity(path: path + RestoredFile.readySuffix) == nil else {
            throw .restoreInterrupted(path: path)
        }
        try Self.prepareFile(path)
        do {
            let writer = try DatabaseQueue(path: path, configuration: Self.writerConfiguration)
            // Nothing is written into a file that may not be Purser's.
            let state = try writer.unsafeRead { database in try SchemaState(of: database, schema) }
            try Self.requireSchema(schema, state, path: path, policy: policy)
            try writer.writeWithoutTransaction { database in
                let journalMode = try String.fetchOne(database, sql: "PRAGMA journal_mode = WAL") ?? ""
                try database.execute(sql: "PRAGMA synchronous = FULL")
                let synchronous = try Int64.fetchOne(database, sql: "PRAGMA synchronous") ?? -1
                try SQLiteRepository.requireDurability(path: path, journalMode: journalMode, synchronous: synchronous)
            }
            try Self.rewriteLog(of: writer)
            if policy == .migrate { try schema.migrator.migrate(writer) }
            // A first write through the log, so that a file that cannot be written is found now.
            try writer.write { database in
                try database.execute(sql: "UPDATE counter SET openings = openings + 1")
                try Self.endLeases(in: database)
            }
            var readers: [DatabaseQueue] = []
            for _ in 0..<readerCount { readers.append(try Self.openReader(path)) }
            self.writer = writer
            self.readers = readers
        } catch {
            let reason = SQLiteOpenError(error, path: path)
            if !(error is SQLiteOpenError) {
                logger.error("The database could not be opened.", metadata: ["error": "\(SQLiteFault(error))"])
            }
            throw reason
        }
        self.identities = [path, path + "-wal"].map { (path: $0, identity: FileIdentity(path: $0)) }
        self.lock = lock
        let version = unsafe String(cString: sqlite3_libversion())
        logger.info("The database is open.", metadata: ["sqlite": "\(version)"])
    }

    /// Opens a connection that reads.
    static func openReader(_ path: String) throws -> DatabaseQueue {
        try DatabaseQueue(path: path, configuration: Self.readerConfiguration)
    }

    /// Closes the writer and the connections that now read, and releases the lock.
    ///
    /// The last connection that closes writes the log into the database and removes it, unless it is read-only. So
    /// where the log must stay as it is, because a sync has failed, the writer closes before the readers.
    consuming func close(_ readers: [DatabaseQueue], keepsLog: Bool, logger: Logger) {
        for connection in keepsLog ? [self.writer] + readers : readers + [self.writer] {
            do {
                try connection.close()
            } catch {
                logger.error("A connection could not be closed.", metadata: ["error": "\(SQLiteFault(error))"])
            }
        }
    }

    /// Throws for a database whose schema this version cannot work with.
    private static func requireSchema(
        _ schema: SQLiteSchema,
        _ state: SchemaState,
        path: String,
        policy: SchemaPolicy
    ) throws(SQLiteOpenError) {
        switch state {
        case .empty where policy == .requireCurrent: throw .missing(path: path)
        case .empty: return
        case .changed(let count) where count < schema.steps.count && policy == .requireCurrent:
            throw .olderSchema(path: path)
        case .changed: return
        case .newer: throw .tooNewSchema(path: path)
        case .halfMigrated(let detail): throw .halfMigrated(path: path, detail: detail)
        case .foreign: throw .notADatabase(path: path)
        }
    }

    private static var writerConfiguration: Configuration {
        var configuration = Configuration()
        configuration.label = "purser-writer"
        // Only an operator's own tool could hold a lock, and not for long.
        configuration.busyMode = .timeout(Self.writerPatienceSeconds)
        configuration.prepareDatabase { database in
            try database.execute(
                sql: """
                    PRAGMA page_size = \(Self.pageBytes);
                    PRAGMA wal_autocheckpoint = \(SQLiteRepository.checkpointPages);
                    PRAGMA journal_size_limit = \(SQLiteRepository.checkpointPages * Self.pageBytes);
                    PRAGMA cache_size = -\(Self.writerCacheKibibytes);
                    PRAGMA temp_store = MEMORY;
                    PRAGMA secure_delete = ON;
                    """
            )
        }
        return configuration
    }

    /// The configuration of connections that only read; they never checkpoint.
    static var readerConfiguration: Configuration {
        var configuration = Configuration()
        configuration.label = "purser-reader"
        configuration.readonly = true
        // A broken connection may be closed within a transaction, for which GRDB would end the process.
        configuration.allowsUnsafeTransactions = true
        configuration.prepareDatabase { database in
            try database.execute(
                sql: """
                    PRAGMA wal_autocheckpoint = 0;
                    PRAGMA cache_size = -\(Self.readerCacheKibibytes);
                    """
            )
        }
        return configuration
    }

    /// Creates the folder, with access for its owner only; an existing one is left as it is.
    private static func prepareFolder(of path: String) throws(SQLiteOpenError) {
        let folder = URL(filePath: path).deletingLastPathComponent()
        do {
            try FileManager.default.createDirectory(
                at: folder,
                withIntermediateDirectories: true,
                attributes: [.posixPermissions: 0o700]
            )
        } catch {
            throw .unwritable(path: path)
        }
    }

    /// Creates the file, with access for its owner only; an existing one is left as it is.
    private static func prepareFile(_ path: String) throws(SQLiteOpenError) {
        let descriptor = unsafe Foundation.open(path, O_RDWR | O_CREAT | O_CLOEXEC, 0o600)
        guard descriptor >= 0 else {
            let isReadable = unsafe access(path, R_OK) == 0
            throw isReadable || FileIdentity(path: path) == nil ? .unwritable(path: path) : .unreadable(path: path)
        }
        _ = Foundation.close(descriptor)
    }
}

extension DatabaseFile {
    /// Ends every lease of an earlier process.
    ///
    /// One process owns the file, so the process that held these leases is gone, however long they would still last:
    /// events that were due when it ended are published as soon as the next process is running. An event stream that
    /// was deferred keeps its due time.
    static func endLeases(in database: Database) throws {
        // The index finds the rows that are due at a later instant; most rows are due at once.
        try database.execute(
            sql: """
                UPDATE pending_stream SET due_at = 0, lease = NULL
                WHERE sink IN (SELECT id FROM sink) AND due_at > 0 AND lease IS NOT NULL
                """
        )
    }
}

/// What to do with a database whose schema is not the newest.
package enum SchemaPolicy: Sendable {
    /// The schema is brought up to date, and made if the file does not exist.
    case migrate
    /// The file is refused, and so is a missing one.
    case requireCurrent
}

/// The lock that lets one process own a database file.
///
/// It is held as long as the value's descriptor is open. The kernel releases it however the process ends, so there are
/// no stale locks. Two openings in one process exclude each other too.
package struct FileLock: ~Copyable {
    private let descriptor: CInt

    /// Takes the lock of the database file at this path.
    package init(databasePath: String) throws(SQLiteOpenError) {
        let descriptor = unsafe open(databasePath + ".lock", O_RDWR | O_CREAT | O_CLOEXEC, 0o600)
        guard descriptor >= 0 else { throw SQLiteOpenError.unwritable(path: databasePath) }
        guard flock(descriptor, LOCK_EX | LOCK_NB) == 0 else {
            let isTaken = errno == EWOULDBLOCK
            _ = Foundation.close(descriptor)
            throw isTaken ? .locked(path: databasePath) : .unwritable(path: databasePath)
        }
        self.descriptor = descriptor
    }

    deinit {
        // Released explicitly: a child process that is just being started may share the descriptor until it executes
        // another program.
        flock(self.descriptor, LOCK_UN)
        _ = Foundation.close(self.descriptor)
    }
}

/// The identity of the file at a path.
///
/// A process that has a moved or removed file open can still write to it, and all of that is lost with it.
struct FileIdentity: Hashable, Sendable {
    private let device: UInt64
    private let file: UInt64

    /// Returns the identity of the file at a path, or `nil` when there is none.
    init?(path: String) {
        var found = stat()
        guard unsafe stat(path, &found) == 0 else { return nil }
        self.device = UInt64(found.st_dev)
        self.file = UInt64(found.st_ino)
    }
}
