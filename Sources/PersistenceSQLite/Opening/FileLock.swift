import Foundation

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
        // Let go of by name: a child that is just being started may have the descriptor too, until it is another program.
        flock(self.descriptor, LOCK_UN)
        _ = Foundation.close(self.descriptor)
    }
}
