import GRDB
import GRDBSQLite

extension DatabaseFile {
    /// How much of the log is written at a time, in bytes.
    ///
    /// It is SQLite's largest page size: SQLite uses only the lower 17 bits of a length.
    private static let logPartBytes: Int64 = 1 << 16

    /// How much of the log's index is mapped at a time, in bytes.
    private static let indexPartBytes: Int32 = 32768
    /// The offset in the index of the number of frames that were written into the database.
    private static let checkpointedOffset = 96

    /// Writes the write-ahead log that an earlier process left once more, unchanged, and syncs it.
    ///
    /// When a sync failed, the kernel may have marked pages as clean that never reached the disk. The process stopped,
    /// but the next one reads those pages as if they were on disk, and its own sync does not write them: what it
    /// appends and acknowledges would follow a gap, and be lost in a power failure. Written again, the pages are dirty
    /// again, and this sync covers them. A checkpoint would not suffice: if the power failed during it, the database
    /// would hold half of a transaction whose other half is in no log.
    ///
    /// The record of how much of the log an earlier process wrote into the database is reset too, because not all of
    /// that may have been synced. SQLite resets it by itself, unless another process has had the file open all the
    /// while.
    static func rewriteLog(of writer: DatabaseQueue) throws {
        try writer.writeWithoutTransaction { database in
            // A first read opens the log; the lock prevents changes meanwhile.
            try database.execute(sql: "BEGIN IMMEDIATE")
            defer { try? database.execute(sql: "ROLLBACK") }
            _ = try Int64.fetchOne(database, sql: "SELECT count(*) FROM sqlite_schema")
            let connection = unsafe database.sqliteConnection
            var log: UnsafeMutablePointer<sqlite3_file>?
            try Self.require(unsafe sqlite3_file_control(connection, "main", SQLITE_FCNTL_JOURNAL_POINTER, &log))
            // Without a log there is nothing to write.
            guard let log = unsafe log, let methods = unsafe log.pointee.pMethods?.pointee else { return }
            guard let size = unsafe methods.xFileSize, let read = unsafe methods.xRead,
                let write = unsafe methods.xWrite, let sync = unsafe methods.xSync
            else { return }
            var byteCount: Int64 = 0
            try Self.require(unsafe size(log, &byteCount))
            guard byteCount > 0 else { return }
            let part = UnsafeMutableRawPointer.allocate(byteCount: Int(Self.logPartBytes), alignment: 8)
            defer { unsafe part.deallocate() }
            for offset in stride(from: 0, to: byteCount, by: Int64.Stride(Self.logPartBytes)) {
                let length = Int32(min(Self.logPartBytes, byteCount - offset))
                try Self.require(unsafe read(log, part, length, offset))
                try Self.require(unsafe write(log, part, length, offset))
            }
            try Self.require(unsafe sync(log, SQLITE_SYNC_NORMAL))
            try unsafe Self.forgetCheckpoints(of: connection)
        }
    }

    /// Makes the next checkpoint start at the beginning of the log; must run within a transaction that writes.
    ///
    /// The number is `nBackfill` of the [WAL-index header](https://sqlite.org/walformat.html#the_wal_index_header).
    private static func forgetCheckpoints(of connection: OpaquePointer?) throws {
        var file: UnsafeMutablePointer<sqlite3_file>?
        try Self.require(unsafe sqlite3_file_control(connection, "main", SQLITE_FCNTL_FILE_POINTER, &file))
        guard let file = unsafe file, let map = unsafe file.pointee.pMethods?.pointee.xShmMap else { return }
        var index: UnsafeMutableRawPointer?
        try Self.require(unsafe map(file, 0, Self.indexPartBytes, 0, &index))
        unsafe index?.storeBytes(of: 0, toByteOffset: Self.checkpointedOffset, as: UInt32.self)
    }

    private static func require(_ code: Int32) throws {
        guard code == SQLITE_OK else { throw DatabaseError(resultCode: ResultCode(rawValue: code)) }
    }
}
