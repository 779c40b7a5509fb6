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
    /// The connections that read.
    let readers: [DatabaseQueue]
    /// The database and its log as they were opened.
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
            // Nothing is written into a file that is not known to be ours.
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
            for _ in 0..<max(1, readerCount) {
                readers.append(try DatabaseQueue(path: path, configuration: Self.readerConfiguration))
            }
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

    /// Closes every connection and lets go of the lock.
    ///
    /// The last connection that closes writes the log into the database and removes it, unless it may only read. So
    /// where the log must stay as it is, because a sync has failed, the writer closes before the readers.
    consuming func close(keepsLog: Bool, logger: Logger) {
        for connection in keepsLog ? [self.writer] + self.readers : self.readers + [self.writer] {
            do {
                try connection.close()
            } catch {
                logger.error("A connection could not be closed.", metadata: ["error": "\(SQLiteFault(error))"])
            }
        }
    }

    /// Refuses a database whose schema is not one that this version can go on with.
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
        // Only an operator's own tool could ever be in the way, and not for long.
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

    /// How connections that only read are set; they never checkpoint.
    static var readerConfiguration: Configuration {
        var configuration = Configuration()
        configuration.label = "purser-reader"
        configuration.readonly = true
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

    /// Makes the folder, for its owner only; one that exists is left as it is.
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

    /// Makes the file, for its owner only; one that exists is left as it is.
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
    /// One process owns the file, so whoever held these event streams is gone, however long the leases would still
    /// last: what was to be told when the process ended is told as soon as the next one is there. An event stream that
    /// was put back waits on.
    static func endLeases(in database: Database) throws {
        // The index finds what is due at some later instant; most of what waits is due at once.
        try database.execute(
            sql: """
                UPDATE pending_stream SET due_at = 0, lease = NULL
                WHERE sink IN (SELECT id FROM sink) AND due_at > 0 AND lease IS NOT NULL
                """
        )
    }
}

/// What becomes of a database whose schema is not the newest.
package enum SchemaPolicy: Sendable {
    /// It is brought up to date, and made if it is not there.
    case migrate
    /// It is refused, and so is one that is not there.
    case requireCurrent
}

/// The lock that lets one process own a database file.
///
/// It is held as long as the value's descriptor is open, and the kernel lets go of it when the process ends in whatever
/// way, so that no stale lock is ever in the way. Two openings in one process exclude each other too.
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
        // Let go of by name: a child that is just being started may have the descriptor too, until it is another
        // program.
        flock(self.descriptor, LOCK_UN)
        _ = Foundation.close(self.descriptor)
    }
}

/// Which file a path leads to.
///
/// A file that was moved or removed can still be written to by whoever has it open, and all of that is lost with it.
struct FileIdentity: Hashable, Sendable {
    private let device: UInt64
    private let file: UInt64

    /// The file at a path, or `nil` when there is none.
    init?(path: String) {
        var found = stat()
        guard unsafe stat(path, &found) == 0 else { return nil }
        self.device = UInt64(found.st_dev)
        self.file = UInt64(found.st_ino)
    }
}
