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
        let receiptIDs: ImportReader.ReceiptIDs = { base64, decides throws(ImportRow.Failure) in
            try ImportReader.chains(inReceipt: base64, decides: decides, app: served, at: now)
        }
        return ImportUpload(
            job: job,
            reader: ImportReader(format: format, startedAt: now, receiptIDs: receiptIDs),
            repository: self.repository,
            ambient: self.ambient,
            audit: self.audit,
            record: Self.record(of: .importStart, job, by: name)
        )
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
        let job = try await self.job(id, of: app)
        guard job.state == .working || job.state == .paused || job.state == .finished else {
            throw try await self.refused(.importRetry, job, by: name)
        }
        let record = Self.record(of: .importRetry, job, by: name)
        // The retry takes several steps, any of which may be the last that is on disk.
        let isNothing = try await self.audit.around(
            record,
            as: { (isNothing: Bool) in isNothing ? .nothing : .done },
            code: { (_: ImportError) in nil },
            trouble: { ImportError.storage($0) },
            { () throws(ImportError) -> Bool in try await self.retry(job) }
        )
        return ActionResult(try await self.job(id, of: app), nothing: isNothing ? .importNothingFailed : nil)
    }

    /// Sets failed rows to waiting and resumes a paused import; returns whether there was neither.
    private func retry(_ job: ImportJob) async throws(ImportError) -> Bool {
        var isNothing = job.state != .paused
        do throws(RepositoryError) {
            while try await self.repository.write({ unit in
                try unit.retryImportRows(of: job.id, in: job.app, limit: Self.retryCount)
            }) > 0 {
                isNothing = false
            }
            _ = try await self.repository.write({ unit in
                try unit.moveImport(
                    job.id,
                    of: job.app,
                    from: [.paused],
                    to: .working,
                    pause: nil,
                    at: self.ambient.now()
                )
            })
        } catch {
            throw .storage(error)
        }
        return isNothing
    }

    /// Cancels an import; what it has recorded stays.
    package func cancel(_ id: ImportJobID, of app: AppName, by name: String) async throws(ImportError) -> ImportJob {
        let job = try await self.job(id, of: app)
        guard job.state != .finished, job.state != .canceled else {
            throw try await self.refused(.importCancel, job, by: name)
        }
        let moved: ImportJob?
        do throws(RepositoryError) {
            moved = try await self.audit.enter(Self.record(of: .importCancel, job, by: name)) { (moved: ImportJob?) in
                moved == nil ? .refused(code: ImportError.wrongState(.finished).code) : .done
            } by: { () throws(RepositoryError) in
                try await self.repository.write { unit in
                    try unit.moveImport(
                        id,
                        of: app,
                        from: [.receiving, .working, .paused],
                        to: .canceled,
                        pause: nil,
                        at: self.ambient.now()
                    )
                }
            }
        } catch {
            throw .storage(error)
        }
        guard let moved else { throw .wrongState(.finished) }
        return moved
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
        _ action: AuditAction,
        _ job: ImportJob,
        by name: String
    ) async throws(ImportError) -> ImportError {
        let refusal = ImportError.wrongState(job.state)
        do throws(RepositoryError) {
            try await self.audit.add(Self.record(of: action, job, by: name), .refused(code: refusal.code))
        } catch {
            throw .storage(error)
        }
        return refusal
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
