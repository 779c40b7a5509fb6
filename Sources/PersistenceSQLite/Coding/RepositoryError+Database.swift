import GRDB
package import Ledger

extension RepositoryError {
    /// What an error on the writer's connection means.
    ///
    /// After an I/O error nobody knows what reached the disk: the kernel may have marked pages clean that were never
    /// written, so trying again could succeed without them.
    package init(writing error: any Error) {
        if let error = error as? DatabaseError, error.resultCode == .SQLITE_IOERR {
            self = .failedSync
        } else {
            self.init(reading: error)
        }
    }

    /// What an error on a reader's connection means.
    package init(reading error: any Error) {
        if let error = error as? RepositoryError {
            self = error
            return
        }
        guard let error = error as? DatabaseError else {
            self = .unavailable
            return
        }
        switch error.resultCode {
        case .SQLITE_FULL, .SQLITE_READONLY, .SQLITE_PERM, .SQLITE_CANTOPEN: self = .notWritable
        case .SQLITE_CORRUPT, .SQLITE_NOTADB, .SQLITE_CONSTRAINT, .SQLITE_MISMATCH, .SQLITE_ERROR, .SQLITE_SCHEMA:
            self = .corrupt
        default: self = .unavailable
        }
    }
}
