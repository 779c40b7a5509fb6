import Foundation
import GRDB
import GRDBSQLite
import Ledger
import Logging

/// A database file that this process owns, open for one writer and several readers.
struct DatabaseFile: ~Copyable {
    /// The size of a page in bytes.
    ///
    /// Evidence is kept in rows of about a kilobyte. On pages of 4096 bytes, SQLite's default, a seventh of the space would
    /// stay empty because one more row does not fit; on larger pages each change writes more.
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
    init(path: String, policy: SchemaPolicy, readerCount: Int, logger: Logger) throws(SQLiteOpenError) {
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
            try Self.requireSchema(try writer.unsafeRead(SchemaState.init), path: path, policy: policy)
            try writer.writeWithoutTransaction { database in
                let journalMode = try String.fetchOne(database, sql: "PRAGMA journal_mode = WAL") ?? ""
                try database.execute(sql: "PRAGMA synchronous = FULL")
                let synchronous = try Int64.fetchOne(database, sql: "PRAGMA synchronous") ?? -1
                try SQLiteRepository.requireDurability(path: path, journalMode: journalMode, synchronous: synchronous)
            }
            try Self.rewriteLog(of: writer)
            if policy == .migrate { try Migrations.all.migrate(writer) }
            // A first write through the log, so that a file that cannot be written is found now.
            try writer.write { database in
                try database.execute(sql: "UPDATE book SET openings = openings + 1")
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
    /// The last connection that closes writes the log into the database and removes it, unless it may only read. So where the
    /// log must stay as it is, because a sync has failed, the writer closes before the readers.
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
        _ state: SchemaState,
        path: String,
        policy: SchemaPolicy
    ) throws(SQLiteOpenError) {
        switch state {
        case .empty where policy == .requireCurrent: throw .missing(path: path)
        case .empty: return
        case .changed(let count) where count < Migrations.steps.count && policy == .requireCurrent:
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
