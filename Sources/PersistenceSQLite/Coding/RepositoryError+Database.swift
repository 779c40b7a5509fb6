import Foundation
import GRDB
package import Ledger

extension RepositoryError {
    /// What an error on the writer's connection means.
    ///
    /// After an I/O error nobody knows what reached the disk: the kernel may have marked pages clean that were never
    /// written, so trying again could succeed without them. Only where the system refused to write at all, because
    /// there is no room or nothing may be written, everything is as it was before.
    package init(writing error: any Error, systemError: Int32) {
        if let error = error as? DatabaseError, error.resultCode == .SQLITE_IOERR {
            switch (error.extendedResultCode, systemError) {
            case (.SQLITE_IOERR_WRITE, ENOSPC), (.SQLITE_IOERR_WRITE, EDQUOT): self = .full
            case (.SQLITE_IOERR_SHMSIZE, ENOSPC), (.SQLITE_IOERR_SHMSIZE, EDQUOT): self = .full
            case (.SQLITE_IOERR_WRITE, EROFS), (.SQLITE_IOERR_SHMSIZE, EROFS): self = .readOnly
            default: self = .failedSync
            }
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
        case .SQLITE_FULL: self = .full
        case .SQLITE_READONLY where error.extendedResultCode == .SQLITE_READONLY_DBMOVED: self = .unreachable
        case .SQLITE_READONLY: self = .readOnly
        case .SQLITE_PERM, .SQLITE_CANTOPEN: self = .notWritable
        case .SQLITE_CORRUPT, .SQLITE_NOTADB, .SQLITE_CONSTRAINT, .SQLITE_MISMATCH, .SQLITE_ERROR, .SQLITE_SCHEMA:
            self = .corrupt
        default: self = .unavailable
        }
    }
}

/// An error as a log may say it: SQLite's number and words, never the statement that met it.
struct SQLiteFault: CustomStringConvertible {
    /// One line.
    let description: String

    /// The words for an error.
    init(_ error: any Error) {
        if let error = error as? DatabaseError {
            let words = error.message.map { ": \($0)" } ?? ""
            self.description = "SQLite error \(error.extendedResultCode.rawValue)\(words)"
        } else {
            self.description = "\(error)"
        }
    }
}
