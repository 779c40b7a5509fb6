import Foundation
import GRDB

extension SQLiteMaintenance {
    /// The suffix of a copy until it is complete and checked.
    private static let partialSuffix = ".partial"

    /// Copies the file as it is at this moment, checks the copy, and only then gives it its name.
    ///
    /// The copy is one plain file that only its owner may read. It holds every commit up to one instant and nothing
    /// that is written later. When this throws, there is no copy, and a file that already had its name is unchanged.
    package func backup(
        to target: String,
        replacing: Bool,
        progress: @escaping @Sendable (MaintenanceProgress) -> Void
    ) async throws(MaintenanceError) -> BackupReport {
        do {
            guard FileIdentity(path: target) == nil || FileIdentity(path: target) != FileIdentity(path: self.path)
            else {
                throw MaintenanceError.ontoItself(path: target)
            }
            guard replacing || FileIdentity(path: target) == nil else { throw MaintenanceError.exists(path: target) }
            let partial = target + Self.partialSuffix
            return try await BlockingWork.run { work in
                try self.copy(to: partial, named: target, work: work, progress: progress)
                do {
                    let copy = try SQLiteMaintenance(path: partial, ownership: .callers, schema: self.schema)
                    let check = try copy.checkNow(work: work, progress: progress)
                    if let flaw = check.flaws.first { throw MaintenanceError.damaged(path: target, flaw: flaw.detail) }
                    try work.checkCancellation()
                    try Self.rename(partial, to: target, replacing: replacing)
                    return BackupReport(path: target, check: check)
                } catch {
                    Self.unlink(partial)
                    throw error
                }
            }
        } catch {
            throw MaintenanceError(error, path: target)
        }
    }

    /// Copies the file page by page into a new one that is synced; removes it when that fails.
    ///
    /// One read transaction spans the whole copy: otherwise every commit of the server would restart it.
    func copy(
        to partial: String,
        named target: String,
        work: BlockingWork,
        progress: @escaping (MaintenanceProgress) -> Void
    ) throws {
        try Self.create(partial, named: target)
        do {
            let source = try DatabaseQueue(path: self.path, configuration: self.configuration)
            defer { try? source.close() }
            try work.use(source)
            var configuration = Configuration()
            configuration.label = "purser-copy"
            let copy = try DatabaseQueue(path: partial, configuration: configuration)
            try source.unsafeRead { source in
                try source.execute(sql: "BEGIN DEFERRED")
                defer { try? source.execute(sql: "ROLLBACK") }
                let pages = try Int64.fetchOne(source, sql: "PRAGMA page_count") ?? 0
                let pageBytes = try Int64.fetchOne(source, sql: "PRAGMA page_size") ?? 0
                // The transaction's snapshot begins with its first read.
                _ = try Int64.fetchOne(source, sql: "SELECT count(*) FROM (SELECT 1 FROM sqlite_schema LIMIT 1)")
                if let free = DiskState(path: partial)?.freeBytes, free < pages * pageBytes {
                    throw MaintenanceError.noRoom(path: target, neededBytes: pages * pageBytes, freeBytes: free)
                }
                try copy.writeWithoutTransaction { copy in
                    // The copy is synced once, as a whole, before it gets its name.
                    try copy.execute(sql: "PRAGMA synchronous = OFF; PRAGMA journal_mode = MEMORY")
                    try source.backup(to: copy, pagesPerStep: Self.pagesPerStep) { step in
                        try work.checkCancellation()
                        progress(
                            MaintenanceProgress(
                                stage: .copying,
                                done: Int64(step.completedPageCount),
                                total: Int64(step.totalPageCount)
                            )
                        )
                    }
                    // One plain file, without a log beside it.
                    try copy.execute(sql: "PRAGMA journal_mode = DELETE")
                }
            }
            try copy.close()
            try Self.sync(partial, named: target)
        } catch {
            for suffix in ["", "-journal", "-wal", "-shm"] { Self.unlink(partial + suffix) }
            throw error
        }
    }

    /// Checks the file on this thread.
    func checkNow(work: BlockingWork, progress: (MaintenanceProgress) -> Void) throws -> CheckReport {
        let connection = try DatabaseQueue(path: self.path, configuration: Self.checkingConfiguration)
        defer { try? connection.close() }
        try work.use(connection)
        return try connection.unsafeRead { database in
            try self.check(database, whole: true, work: work, progress: progress)
        }
    }

    /// Creates an empty file that only its owner may read; replaces one that an earlier copy left behind.
    private static func create(_ partial: String, named target: String) throws {
        Self.unlink(partial)
        let descriptor = unsafe open(partial, O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC | O_NOFOLLOW, 0o600)
        guard descriptor >= 0 else {
            throw MaintenanceError.cannotCreate(path: target, reason: Self.systemReason)
        }
        close(descriptor)
    }

    /// Renames a file durably.
    static func rename(_ partial: String, to target: String, replacing: Bool) throws {
        if replacing {
            guard unsafe Foundation.rename(partial, target) == 0 else {
                throw MaintenanceError.cannotCreate(path: target, reason: Self.systemReason)
            }
        } else {
            // A link fails where a file has appeared meanwhile; a rename would replace it.
            guard unsafe link(partial, target) == 0 else {
                throw errno == EEXIST
                    ? MaintenanceError.exists(path: target)
                    : MaintenanceError.cannotCreate(path: target, reason: Self.systemReason)
            }
            Self.unlink(partial)
        }
        try Self.sync(URL(filePath: target).deletingLastPathComponent().path, named: target)
    }

    /// Syncs a file or folder.
    static func sync(_ path: String, named target: String) throws {
        let descriptor = unsafe open(path, O_RDONLY | O_CLOEXEC)
        guard descriptor >= 0 else { throw MaintenanceError.cannotCreate(path: target, reason: Self.systemReason) }
        defer { close(descriptor) }
        guard fsync(descriptor) == 0 else {
            throw MaintenanceError.cannotCreate(path: target, reason: Self.systemReason)
        }
    }

    /// The system's message for its last error.
    static var systemReason: String {
        let number = errno
        return unsafe String(cString: strerror(number)).lowercased()
    }

    @discardableResult
    private static func unlink(_ path: String) -> Bool {
        unsafe Foundation.unlink(path) == 0
    }
}

/// The result of a backup.
package struct BackupReport: Hashable, Sendable {
    /// The path of the copy.
    package let path: String
    /// The result of checking the copy, which has no flaws.
    package let check: CheckReport
}
