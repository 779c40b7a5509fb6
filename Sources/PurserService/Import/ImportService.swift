package import Ledger
import Notation

/// The use cases of imports, for a shop over HTTP and for an operator's command.
package struct ImportService: Sendable {
    /// The number of failed rows that are set to waiting in one unit of work.
    private static let retryCount = 5000
    /// The number of random bytes in an import's id.
    private static let nameBytes = 8

    private let repository: any Repository
    private let ambient: Ambient
    private let audit: AuditLog
    private let apps: [AppName: ServedApp]

    /// Creates the service of the imports in this ledger.
    ///
    /// - Parameters:
    ///   - repository: The ledger.
    ///   - ambient: The ledger's time, and randomness.
    ///   - audit: Records who started, retried and canceled which import.
    ///   - apps: The apps that the server serves.
    package init(
        repository: any Repository,
        ambient: Ambient,
        audit: AuditLog,
        apps: [ServedApp]
    ) {
        self.repository = repository
        self.ambient = ambient
        self.audit = audit
        self.apps = Dictionary(apps.map { ($0.name, $0) }) { first, _ in first }
    }

    /// Begins the upload of a file.
    package func begin(
        for app: AppName,
        format: ImportFormat,
        publishesEvents: Bool,
        by name: String
    ) async throws(ImportError) -> ImportUpload {
        let served = try self.askable(app)
        let now = self.ambient.now()
        let job = ImportJob(
            id: ImportJobID(Hexadecimal.text(self.ambient.randomBytes(Self.nameBytes))),
            app: app,
            publishesEvents: publishesEvents,
            startedBy: name,
            startedAt: now
        )
        return ImportUpload(
            job: job,
            reader: Self.reader(of: served, format, at: now),
            repository: self.repository,
            ambient: self.ambient,
            audit: self.audit,
            record: Self.record(of: .importStart, job, by: name)
        )
    }

    /// Reads a whole file without storing it or asking Apple, and returns how many rows it has, and which of them
    /// cannot be imported, at most so many.
    package func check(
        _ file: [UInt8],
        _ format: ImportFormat,
        for app: AppName,
        limit: Int
    ) throws(ImportError) -> (rows: Int, failed: Int, failures: [ImportRow]) {
        let served = try self.askable(app)
        var reader = Self.reader(of: served, format, at: self.ambient.now())
        var rows: [ImportRow] = []
        do throws(ImportFileError) {
            try reader.read(file) { rows += $0 }
            try reader.finish { rows += $0 }
            guard !rows.isEmpty else { throw ImportFileError(.fileEmpty, "The file has no rows.") }
        } catch {
            throw .file(error, nil)
        }
        let failures = rows.filter { row in
            if case .failed = row.state { true } else { false }
        }
        return (rows.count, failures.count, Array(failures.prefix(limit)))
    }

    private static func reader(of app: ServedApp, _ format: ImportFormat, at now: Instant) -> ImportReader {
        ImportReader(format: format, startedAt: now) { base64, decides throws(ImportRow.Failure) in
            try ImportReader.chains(inReceipt: base64, decides: decides, app: app, at: now)
        }
    }

    /// Returns the newest imports of an app, newest first.
    package func list(of app: AppName, limit: Int) async throws(ImportError) -> [ImportJob] {
        do throws(RepositoryError) {
            return try await self.repository.read { view in try view.importJobs(of: app, limit: limit) }
        } catch {
            throw .storage(error)
        }
    }

    /// Returns one import.
    package func job(_ id: ImportJobID, of app: AppName) async throws(ImportError) -> ImportJob {
        let found: ImportJob?
        do throws(RepositoryError) {
            found = try await self.repository.read { view in try view.importJob(id, of: app) }
        } catch {
            throw .storage(error)
        }
        guard let found else { throw .unknown }
        return found
    }

    /// Returns the rows that could not be imported, in order, after a position.
    package func failures(
        of id: ImportJobID,
        in app: AppName,
        after position: ImportRow.Position,
        limit: Int
    ) async throws(ImportError) -> [ImportRow] {
        do throws(RepositoryError) {
            return try await self.repository.read { view in
                try view.failedImportRows(of: id, in: app, after: position, limit: limit)
            }
        } catch {
            throw .storage(error)
        }
    }

    /// Retries the rows that failed although they were understood, and resumes a paused import; without either there is
    /// no change.
    package func retry(
        _ id: ImportJobID,
        of app: AppName,
        by name: String
    ) async throws(ImportError) -> ActionResult<ImportJob> {
        try self.askable(app)
        // The retry takes several steps, any of which may be the last that is on disk.
        let (job, begun) = try await self.changing { unit -> Result<(ImportJob, AuditEntry), ImportError> in
            guard let job = try unit.importJob(id, of: app) else { return .failure(.unknown) }
            let record = Self.record(of: .importRetry, job, by: name)
            guard job.state == .working || job.state == .paused || job.state == .finished else {
                return .failure(try self.refused(record, job, in: unit))
            }
            return .success((job, try self.audit.add(record, .begun, to: unit)))
        }
        var hasFailed = false
        while try await self.changing({ unit in
            .success(try unit.retryImportRows(of: id, in: app, limit: Self.retryCount))
        }) > 0 {
            hasFailed = true
        }
        let isNothing = !hasFailed && job.state != .paused
        let now = self.ambient.now()
        let resumed = try await self.changing { unit -> Result<ImportJob, ImportError> in
            _ = try unit.moveImport(id, of: app, from: [.paused], to: .working, pause: nil, at: now)
            guard let resumed = try unit.importJob(id, of: app) else { return .failure(.unknown) }
            let record = Self.record(of: .importRetry, job, by: name)
            try self.audit.add(record.ending(begun), isNothing ? .nothing : .done, to: unit)
            return .success(resumed)
        }
        return ActionResult(resumed, nothing: isNothing ? .importNothingFailed : nil)
    }

    /// Cancels an import; what it has recorded stays.
    package func cancel(_ id: ImportJobID, of app: AppName, by name: String) async throws(ImportError) -> ImportJob {
        let now = self.ambient.now()
        return try await self.changing { unit in
            guard let job = try unit.importJob(id, of: app) else { return .failure(.unknown) }
            let record = Self.record(of: .importCancel, job, by: name)
            let canceled = try unit.moveImport(
                id,
                of: app,
                from: [.receiving, .working, .paused],
                to: .canceled,
                pause: nil,
                at: now
            )
            guard let canceled else { return .failure(try self.refused(record, job, in: unit)) }
            try self.audit.add(record, to: unit)
            return .success(canceled)
        }
    }

    /// Returns the app, if the server serves it and can ask Apple about it.
    @discardableResult
    private func askable(_ app: AppName) throws(ImportError) -> ServedApp {
        guard let served = self.apps[app] else { throw .appUnknown }
        guard !served.askable.isEmpty else { throw .keyMissing(app) }
        return served
    }

    /// Returns why the import's state does not allow an action, after adding an entry to the audit log.
    private func refused(
        _ record: AuditRecord,
        _ job: ImportJob,
        in unit: any UnitOfWork
    ) throws -> ImportError {
        let refusal = ImportError.wrongState(job.state)
        try self.audit.add(record, .refused(code: refusal.code), to: unit)
        return refusal
    }

    /// Runs one unit of work, and throws its refusal and the errors of the ledger as errors of this service.
    private func changing<Changed: Sendable>(
        name: StaticString = #function,
        _ work: @escaping @Sendable (any UnitOfWork) throws -> Result<Changed, ImportError>
    ) async throws(ImportError) -> Changed {
        let changed: Result<Changed, ImportError>
        do throws(RepositoryError) {
            changed = try await self.repository.write(name: name, work)
        } catch {
            throw .storage(error)
        }
        return try changed.get()
    }

    private static func record(of action: AuditAction, _ job: ImportJob, by name: String) -> AuditRecord {
        AuditRecord(
            by: name,
            action,
            on: job.id.rawValue,
            details: ["app": job.app.rawValue, "events": job.publishesEvents ? "on" : "off"]
        )
    }
}
