import Foundation
import GRDB
package import Ledger

extension RepositoryError {
    /// Creates the repository's error for an error on the writer's connection.
    ///
    /// After an I/O error the content of the disk is unknown: the kernel may have marked pages as clean that were never
    /// written, so trying again could succeed without them. Only where the system refused to write at all, because the
    /// disk is full or read-only, everything is as it was before.
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

    /// Creates the repository's error for an error on a reader's connection.
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

/// An error in a form that a log may contain: SQLite's number and message, without the statement.
struct SQLiteFault: CustomStringConvertible {
    /// The error in one line.
    let description: String

    /// Describes an error.
    init(_ error: any Error) {
        if let error = error as? DatabaseError {
            let words = error.message.map { ": \($0)" } ?? ""
            self.description = "SQLite error \(error.extendedResultCode.rawValue)\(words)"
        } else {
            self.description = "\(error)"
        }
    }
}
