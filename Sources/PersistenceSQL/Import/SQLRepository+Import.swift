package import Ledger

extension SQLRepository {
    /// Stores a job that has just been started.
    package func beginImport(_ job: ImportJob) async throws(RepositoryError) {
        try await self.write { session in try session.beginImport(job) }
    }

    /// Adds rows to a job that is still receiving its file.
    package func addImportRows(
        _ rows: [ImportRow],
        to id: ImportJobID,
        of app: AppName
    ) async throws(RepositoryError) -> ImportJob? {
        try await self.write { session in try session.addImportRows(rows, to: id, of: app) }
    }

    /// Moves a job to a state if it is in one of some others.
    package func moveImport(
        _ id: ImportJobID,
        of app: AppName,
        from states: Set<ImportJob.State>,
        to state: ImportJob.State,
        pause: ImportJob.Pause?,
        at now: Instant
    ) async throws(RepositoryError) -> ImportJob? {
        try await self.write { session in
            try session.moveImport(id, of: app, from: states, to: state, pause: pause, at: now)
        }
    }

    /// Returns a job, or `nil`.
    package func importJob(_ id: ImportJobID, of app: AppName) async throws(RepositoryError) -> ImportJob? {
        try await self.read { session in try session.importJob(id, of: app)?.job }
    }

    /// Returns the newest jobs of an app, newest first.
    package func importJobs(of app: AppName, limit: Int) async throws(RepositoryError) -> [ImportJob] {
        try await self.read { session in try session.importJobs(of: app, limit: limit) }
    }

    /// Returns the jobs of an app in a state, oldest first.
    package func importJobs(
        of app: AppName,
        in state: ImportJob.State,
        limit: Int
    ) async throws(RepositoryError) -> [ImportJob] {
        try await self.read { session in try session.importJobs(of: app, in: state, limit: limit) }
    }

    /// Returns the pending rows of a job, in order, after a position.
    package func pendingImportRows(
        of id: ImportJobID,
        in app: AppName,
        after position: ImportRow.Position,
        limit: Int
    ) async throws(RepositoryError) -> [ImportRow] {
        try await self.read { session in
            try session.importRows(.pendingImportRows, of: id, in: app, after: position, limit: limit)
        }
    }

    /// Returns the pending rows of a job that contain one of these Apple ids, in order.
    package func pendingImportRows(
        of id: ImportJobID,
        in app: AppName,
        naming appleIDs: [String]
    ) async throws(RepositoryError) -> [ImportRow] {
        try await self.read { session in try session.pendingImportRows(of: id, in: app, naming: appleIDs) }
    }

    /// Records the outcome of pending rows.
    package func settleImportRows(
        _ states: [ImportRow.Position: ImportRow.State],
        of id: ImportJobID,
        in app: AppName,
        at now: Instant
    ) async throws(RepositoryError) -> ImportJob? {
        try await self.write { session in try session.settleImportRows(states, of: id, in: app, at: now) }
    }

    /// Returns the rows of a job that could not be imported, in order, after a position.
    package func failedImportRows(
        of id: ImportJobID,
        in app: AppName,
        after position: ImportRow.Position,
        limit: Int
    ) async throws(RepositoryError) -> [ImportRow] {
        try await self.read { session in
            try session.importRows(.failedImportRows, of: id, in: app, after: position, limit: limit)
        }
    }

    /// Makes rows of a job pending again that were parsed and failed.
    package func retryImportRows(
        of id: ImportJobID,
        in app: AppName,
        limit: Int
    ) async throws(RepositoryError) -> Int {
        try await self.write { session in try session.retryImportRows(of: id, in: app, limit: limit) }
    }

    /// Removes the pending rows of imports that do not continue.
    package func removeAbandonedImportRows(of app: AppName, limit: Int) async throws(RepositoryError) -> Int {
        try await self.write { session in try session.removeAbandonedImportRows(of: app, limit: limit) }
    }

    /// Returns the facts that imports recorded of a transaction, the newest for each field.
    package func importFact(
        of transaction: TransactionID,
        app: AppName,
        environment: StoreEnvironment
    ) async throws(RepositoryError) -> ImportFact? {
        try await self.read { session in
            try session.importFact(of: transaction, in: ScopeName(app: app, environment: environment))
        }
    }
}
