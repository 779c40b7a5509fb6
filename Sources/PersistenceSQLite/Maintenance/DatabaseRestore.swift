import Foundation
import GRDB
package import Ledger
package import Logging

/// Puts a backup in the place of a database.
///
/// The backup is copied beside the database, checked and brought up to date there, and only then changes places with it
/// in one step. At every moment there is either the old database, or the new one, or a file that keeps everybody from
/// opening neither, which another restore clears away. The replaced database is kept.
package final class DatabaseRestore: Sendable {
    private let path: String
    private let schema: SQLiteSchema
    private let lock: FileLock

    private var partial: String { self.path + RestoredFile.partialSuffix }
    private var ready: String { self.path + RestoredFile.readySuffix }

    /// Takes the lock of the database, which holds until the value is gone.
    package init(path: String, schema: SQLiteSchema = .current) throws(SQLiteOpenError) {
        let folder = URL(filePath: path).deletingLastPathComponent().path
        guard FileIdentity(path: folder) != nil else { throw .unreadable(path: path) }
        self.path = path
        self.schema = schema
        self.lock = try FileLock(databasePath: path)
    }

    /// Copies a backup beside the database and looks through the copy; nothing else changes.
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

    /// Opens the prepared copy, bringing its schema up to date, for the last words that go into it.
    package func openPrepared(logger: Logger) throws(SQLiteOpenError) -> SQLiteRepository {
        try SQLiteRepository(path: self.partial, schema: self.schema, logger: logger) { _ in }
    }

    /// Puts the prepared copy, closed again, in the place of the database.
    ///
    /// - Parameter now: The instant that the replaced database is named after.
    /// - Returns: Where the replaced database is now; `nil` when there was none.
    /// - Throws: Why it could not. The old database is then in its place, or nobody can open any until it is done
    ///   again.
    package func finish(now: Instant) throws(MaintenanceError) -> String? {
        do {
            // Whoever closed the copy last has written its log into it; SQLite removes a log only after that.
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

    /// Removes the prepared copy again; nothing has changed.
    package func abandon() {
        self.discard()
    }

    /// Gives the old database another name, with the log that belongs to it.
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

/// What a finished restore has done.
package struct RestoreReport: Hashable, Sendable {
    /// Where the replaced database is now; `nil` when there was none.
    package let asidePath: String?
    /// What looking through the restored database found.
    package let check: CheckReport
}

/// The names of files on their way from a backup to the database's place.
enum RestoredFile {
    /// While the backup is copied and checked; whatever bears it may be removed.
    static let partialSuffix = ".restore-partial"
    /// From when it is complete until it is in its place.
    ///
    /// While a file bears it, nobody opens the database.
    static let readySuffix = ".restore-ready"
    /// What the replaced database is called from then on, with the instant behind it.
    static let asideSuffix = ".before-restore-"
}
