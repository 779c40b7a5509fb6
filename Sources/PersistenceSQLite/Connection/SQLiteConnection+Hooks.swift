import GRDB
import GRDBSQLite

extension SQLiteConnection {
    /// The system's error number of the last error on the connection.
    var systemError: Int32 {
        unsafe sqlite3_system_errno(self.database.sqliteConnection)
    }

    /// How long emptying the log waits for readers, in milliseconds: longer than any read except an operator's.
    private static let logPatienceMilliseconds: Int32 = 250

    /// Writes the whole log into the database and truncates it; returns whether that succeeded.
    ///
    /// Otherwise erased data would stay in the log until other pages overwrite it.
    func emptyLog() throws -> Bool {
        let connection = unsafe self.database.sqliteConnection
        unsafe sqlite3_busy_timeout(connection, Self.logPatienceMilliseconds)
        defer { unsafe sqlite3_busy_timeout(connection, Int32(DatabaseFile.writerPatienceSeconds * 1000)) }
        return try self.checkpoint(SQLITE_CHECKPOINT_TRUNCATE)
    }

    /// Writes the log into the database; returns whether no reader and no error prevented it.
    ///
    /// What cannot be written stays in the log, and the next checkpoint writes it. A checkpoint does not write again
    /// what an earlier one has written, although that is synced only when nothing is left. So a sync that fails may
    /// have lost pages that no later checkpoint writes, and the log would be truncated as if they were in the database.
    /// Therefore the process stops then, and the next process writes the whole log again.
    func checkpoint(_ mode: Int32) throws -> Bool {
        let connection = unsafe self.database.sqliteConnection
        let code = unsafe sqlite3_wal_checkpoint_v2(connection, "main", mode, nil, nil)
        guard code != SQLITE_OK else { return true }
        // Any other failure, such as a full disk, has changed nothing.
        guard code & 0xFF == SQLITE_IOERR else { return false }
        throw DatabaseError(
            resultCode: ResultCode(rawValue: unsafe sqlite3_extended_errcode(connection)),
            message: "A checkpoint failed."
        )
    }

    /// Removes GRDB's hooks for commits and rollbacks from the connection, and SQLite's own for checkpoints.
    ///
    /// GRDB expects to step every statement itself and tracks transactions for its observers. This connection has no
    /// observers and its statements are stepped here, so that tracking would be wrong. SQLite's automatic checkpoints
    /// do not report that they failed; so here the hook only records the length of the log, and `tidy` checkpoints.
    ///
    /// The connection must outlive its last commit.
    func replaceHooks() {
        let connection = unsafe self.database.sqliteConnection
        unsafe sqlite3_commit_hook(connection, nil, nil)
        unsafe sqlite3_rollback_hook(connection, nil, nil)
        let this = unsafe Unmanaged.passUnretained(self).toOpaque()
        _ = unsafe sqlite3_wal_hook(
            connection,
            { context, _, _, pages in
                guard let context = unsafe context else { return SQLITE_OK }
                unsafe Unmanaged<SQLiteConnection>.fromOpaque(context).takeUnretainedValue().logPages = Int64(pages)
                return SQLITE_OK
            },
            this
        )
    }

    /// Removes the hook for commits.
    func removeHooks() {
        unsafe sqlite3_wal_hook(self.database.sqliteConnection, nil, nil)
    }
}
