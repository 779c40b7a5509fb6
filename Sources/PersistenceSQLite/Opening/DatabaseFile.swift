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
    /// After how many pages of the write-ahead log the writer checkpoints: 32 MB.
    static let checkpointPages: Int64 = 4096
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
    private let lock: FileLock

    /// Opens the file, making it and its folder if need be, and brings its schema up to date.
    init(path: String, readerCount: Int, logger: Logger) throws(SQLiteOpenError) {
        try Self.prepareFile(path)
        let lock = try FileLock(databasePath: path)
        do {
            let writer = try DatabaseQueue(path: path, configuration: Self.writerConfiguration)
            try writer.writeWithoutTransaction { database in
                let journalMode = try String.fetchOne(database, sql: "PRAGMA journal_mode = WAL") ?? ""
                try database.execute(sql: "PRAGMA synchronous = FULL")
                let synchronous = try Int64.fetchOne(database, sql: "PRAGMA synchronous") ?? -1
                try SQLiteRepository.requireDurability(path: path, journalMode: journalMode, synchronous: synchronous)
            }
            let isTooNew = try writer.read { database in try Migrations.all.hasBeenSuperseded(database) }
            guard !isTooNew else { throw SQLiteOpenError.tooNewSchema(path: path) }
            try Self.rewriteLog(of: writer)
            try Migrations.all.migrate(writer)
            // A first write through the log, so that a file that cannot be written is found now.
            try writer.write { database in try database.execute(sql: "UPDATE book SET openings = openings + 1") }
            var readers: [DatabaseQueue] = []
            for _ in 0..<max(1, readerCount) {
                readers.append(try DatabaseQueue(path: path, configuration: Self.readerConfiguration))
            }
            self.writer = writer
            self.readers = readers
        } catch let error as SQLiteOpenError {
            throw error
        } catch {
            logger.error("The database could not be opened.", metadata: ["error": "\(error)"])
            throw SQLiteOpenError(error, path: path)
        }
        self.lock = lock
        let version = unsafe String(cString: sqlite3_libversion())
        logger.info("The database is open.", metadata: ["sqlite": "\(version)"])
    }

    /// Closes every connection and lets go of the lock.
    consuming func close(logger: Logger) {
        for connection in self.readers + [self.writer] {
            do {
                try connection.close()
            } catch {
                logger.error("A connection could not be closed.", metadata: ["error": "\(error)"])
            }
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
                    PRAGMA wal_autocheckpoint = \(Self.checkpointPages);
                    PRAGMA journal_size_limit = \(Self.checkpointPages * Self.pageBytes);
                    PRAGMA cache_size = -\(Self.writerCacheKibibytes);
                    PRAGMA temp_store = MEMORY;
                    """
            )
        }
        return configuration
    }

    private static var readerConfiguration: Configuration {
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

    /// Makes the file and its folder, readable by their owner only; what exists is left as it is.
    private static func prepareFile(_ path: String) throws(SQLiteOpenError) {
        let folder = URL(filePath: path).deletingLastPathComponent()
        do {
            try FileManager.default.createDirectory(
                at: folder,
                withIntermediateDirectories: true,
                attributes: [.posixPermissions: 0o700]
            )
        } catch {
            throw .notWritable(path: path)
        }
        let descriptor = unsafe Foundation.open(path, O_RDWR | O_CREAT | O_CLOEXEC, 0o600)
        guard descriptor >= 0 else {
            let isReadable = unsafe access(path, R_OK) == 0
            throw isReadable ? .notWritable(path: path) : .unreadable(path: path)
        }
        _ = Foundation.close(descriptor)
    }
}
