import Foundation
import GRDB
package import Ledger
package import Logging

/// Replaces a database by a backup.
///
/// The backup is copied beside the database, checked and brought up to date there, and only then takes its place in one
/// step. At every moment there is either the old database, or the new one, or a marker file that prevents opening
/// either and that another restore removes. The replaced database is kept.
package final class DatabaseRestore: Sendable {
    private let path: String
    private let schema: SQLiteSchema
    private let lock: FileLock

    private var partial: String { self.path + RestoredFile.partialSuffix }
    private var ready: String { self.path + RestoredFile.readySuffix }

    /// Takes the lock of the database for the life of the value.
    package init(path: String, schema: SQLiteSchema = .current) throws(SQLiteOpenError) {
        let folder = URL(filePath: path).deletingLastPathComponent().path
        guard FileIdentity(path: folder) != nil else { throw .unreadable(path: path) }
        self.path = path
        self.schema = schema
        self.lock = try FileLock(databasePath: path)
    }

    /// Copies a backup beside the database and checks the copy; changes nothing else.
    package func prepare(
        from backup: String,
        progress: @escaping @Sendable (MaintenanceProgress) -> Void
    ) async throws(MaintenanceError) -> CheckReport {
        do {
            guard FileIdentity(path: backup) != FileIdentity(path: self.path) || FileIdentity(path: backup) == nil
            else {
                throw MaintenanceError.ontoItself(path: backup)
            }
            let source = try SQLiteMaintenance(path: backup, ownership: .nobodys, schema: self.schema)
            self.discard()
            return try await BlockingWork.run { [partial, path, schema] work in
                try source.copy(to: partial, named: path, work: work, progress: progress)
                let copy = try SQLiteMaintenance(path: partial, ownership: .callers, schema: schema)
                let report = try copy.checkNow(work: work, progress: progress)
                if let flaw = report.flaws.first { throw MaintenanceError.damaged(path: backup, flaw: flaw.detail) }
                return report
            }
        } catch {
            self.discard()
            throw MaintenanceError(error, path: backup)
        }
    }

    /// Opens the prepared copy, bringing its schema up to date, for the final writes into it.
    package func openPrepared(logger: Logger) throws(SQLiteOpenError) -> SQLiteRepository {
        try SQLiteRepository(path: self.partial, schema: self.schema, logger: logger) { _ in }
    }

    /// Puts the prepared copy, which must be closed, in the place of the database.
    ///
    /// - Parameter now: The instant in the name of the replaced database.
    /// - Returns: The path of the replaced database; `nil` when there was none.
    /// - Throws: Why it failed. The old database is then in its place, or none can be opened until the restore is run
    ///   again.
    package func finish(now: Instant) throws(MaintenanceError) -> String? {
        do {
            // The connection that closed the copy last has written the log into it; SQLite removes a log only after
            // that.
            guard FileIdentity(path: self.partial + "-wal") == nil else {
                throw MaintenanceError.notWritten(path: self.path)
            }
            try SQLiteMaintenance.sync(self.partial, named: self.path)
            try SQLiteMaintenance.rename(self.partial, to: self.ready, replacing: true)
            let aside = try self.putAside(now: now)
            try SQLiteMaintenance.rename(self.ready, to: self.path, replacing: true)
            self.discard()
            return aside
        } catch {
            if FileIdentity(path: self.path) != nil { _ = unsafe unlink(self.ready) }
            throw MaintenanceError(error, path: self.path)
        }
    }

    /// Removes the prepared copy; the database is unchanged.
    package func abandon() {
        self.discard()
    }

    /// Renames the old database and its log.
    private func putAside(now: Instant) throws -> String? {
        let stamp = now.rfc3339.filter { $0 != ":" && $0 != "-" && $0 != "." }
        let aside = self.path + RestoredFile.asideSuffix + stamp
        var found = false
        for suffix in ["", "-wal", "-shm"] where FileIdentity(path: self.path + suffix) != nil {
            try SQLiteMaintenance.rename(self.path + suffix, to: aside + suffix, replacing: true)
            found = true
        }
        return found ? aside : nil
    }

    private func discard() {
        for suffix in ["", "-journal", "-wal", "-shm", ".lock"] {
            _ = unsafe unlink(self.partial + suffix)
        }
    }
}

/// The result of a restore.
package struct RestoreReport: Hashable, Sendable {
    /// The path of the replaced database; `nil` when there was none.
    package let asidePath: String?
    /// The result of checking the restored database.
    package let check: CheckReport
}

/// The suffixes of file names during a restore.
enum RestoredFile {
    /// The suffix while the backup is copied and checked; a file with it may be removed.
    static let partialSuffix = ".restore-partial"
    /// The suffix from when the copy is complete until it is in its place.
    ///
    /// While such a file exists, no process opens the database.
    static let readySuffix = ".restore-ready"
    /// The suffix of the replaced database, followed by the instant.
    static let asideSuffix = ".before-restore-"
}
