package import Ledger

extension ForwardingRepository {
    package func beginImport(_ job: ImportJob) async throws(RepositoryError) {
        try await self.base.beginImport(job)
    }

    package func addImportRows(
        _ rows: [ImportRow],
        to id: ImportJobID,
        of app: AppName
    ) async throws(RepositoryError) -> ImportJob? {
        try await self.base.addImportRows(rows, to: id, of: app)
    }

    package func moveImport(
        _ id: ImportJobID,
        of app: AppName,
        from states: Set<ImportJob.State>,
        to state: ImportJob.State,
        pause: ImportJob.Pause?,
        at now: Instant
    ) async throws(RepositoryError) -> ImportJob? {
        try await self.base.moveImport(id, of: app, from: states, to: state, pause: pause, at: now)
    }

    package func importJob(_ id: ImportJobID, of app: AppName) async throws(RepositoryError) -> ImportJob? {
        try await self.base.importJob(id, of: app)
    }

    package func importJobs(of app: AppName, limit: Int) async throws(RepositoryError) -> [ImportJob] {
        try await self.base.importJobs(of: app, limit: limit)
    }

    package func importJobs(
        of app: AppName,
        in state: ImportJob.State,
        limit: Int
    ) async throws(RepositoryError) -> [ImportJob] {
        try await self.base.importJobs(of: app, in: state, limit: limit)
    }

    package func pendingImportRows(
        of id: ImportJobID,
        in app: AppName,
        after position: ImportRow.Position,
        limit: Int
    ) async throws(RepositoryError) -> [ImportRow] {
        try await self.base.pendingImportRows(of: id, in: app, after: position, limit: limit)
    }

    package func pendingImportRows(
        of id: ImportJobID,
        in app: AppName,
        naming appleIDs: [String]
    ) async throws(RepositoryError) -> [ImportRow] {
        try await self.base.pendingImportRows(of: id, in: app, naming: appleIDs)
    }

    package func settleImportRows(
        _ states: [ImportRow.Position: ImportRow.State],
        of id: ImportJobID,
        in app: AppName,
        at now: Instant
    ) async throws(RepositoryError) -> ImportJob? {
        try await self.base.settleImportRows(states, of: id, in: app, at: now)
    }

    package func failedImportRows(
        of id: ImportJobID,
        in app: AppName,
        after position: ImportRow.Position,
        limit: Int
    ) async throws(RepositoryError) -> [ImportRow] {
        try await self.base.failedImportRows(of: id, in: app, after: position, limit: limit)
    }

    package func retryImportRows(
        of id: ImportJobID,
        in app: AppName,
        limit: Int
    ) async throws(RepositoryError) -> Int {
        try await self.base.retryImportRows(of: id, in: app, limit: limit)
    }

    package func removeAbandonedImportRows(of app: AppName, limit: Int) async throws(RepositoryError) -> Int {
        try await self.base.removeAbandonedImportRows(of: app, limit: limit)
    }

    package func importFact(
        of transaction: TransactionID,
        app: AppName,
        environment: StoreEnvironment
    ) async throws(RepositoryError) -> ImportFact? {
        try await self.base.importFact(of: transaction, app: app, environment: environment)
    }
}
