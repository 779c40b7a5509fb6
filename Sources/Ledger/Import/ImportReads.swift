/// Reads imports: their jobs, their rows, and the values they state about transactions.
package protocol ImportReads {
    /// Returns a job; `nil` when it does not exist.
    func importJob(_ id: ImportJobID, of app: AppName) throws -> ImportJob?

    /// Returns the newest jobs of an app, newest first.
    func importJobs(of app: AppName, limit: Int) throws -> [ImportJob]

    /// Returns the jobs of an app in a state, oldest first.
    func importJobs(of app: AppName, in state: ImportJob.State, limit: Int) throws -> [ImportJob]

    /// Returns the pending rows of a job, in order, after a position.
    func pendingImportRows(
        of id: ImportJobID,
        in app: AppName,
        after position: ImportRow.Position,
        limit: Int
    ) throws -> [ImportRow]

    /// Returns the pending rows of a job that name one of these IDs of Apple's, in order.
    func pendingImportRows(of id: ImportJobID, in app: AppName, naming appleIDs: [String]) throws -> [ImportRow]

    /// Returns the rows of a job that could not be imported, in order, after a position.
    func failedImportRows(
        of id: ImportJobID,
        in app: AppName,
        after position: ImportRow.Position,
        limit: Int
    ) throws -> [ImportRow]

    /// Returns what imports state about a transaction, the newest value of each kind; `nil` when they state nothing.
    func importFact(of transaction: TransactionID, app: AppName, environment: StoreEnvironment) throws -> ImportFact?
}

/// Stores imports: their jobs, their rows, and the values they state about transactions.
package protocol ImportWrites {
    /// Stores a job that has just been started.
    func beginImport(_ job: ImportJob) throws

    /// Adds rows to a job that is still receiving its file, each position once, and returns the job as it is then;
    /// `nil` when the job does not exist or its file is complete.
    func addImportRows(_ rows: [ImportRow], to id: ImportJobID, of app: AppName) throws -> ImportJob?

    /// Changes the state of a job that is in one of `states`, and returns the job as it is then; `nil` when the job
    /// does not exist or is in another state.
    func moveImport(
        _ id: ImportJobID,
        of app: AppName,
        from states: Set<ImportJob.State>,
        to state: ImportJob.State,
        pause: ImportJob.Pause?,
        at now: Instant
    ) throws -> ImportJob?

    /// Records the results of pending rows, counts them, and returns the job as it is then.
    ///
    /// Rows that are not pending stay as they are. An imported row is deleted. A working job without pending rows
    /// becomes finished.
    func settleImportRows(
        _ states: [ImportRow.Position: ImportRow.State],
        of id: ImportJobID,
        in app: AppName,
        at now: Instant
    ) throws -> ImportJob?

    /// Makes at most `limit` failed rows of a job pending again, among those that could be parsed, and returns how
    /// many.
    func retryImportRows(of id: ImportJobID, in app: AppName, limit: Int) throws -> Int

    /// Deletes at most `limit` pending rows of an app's imports that will not continue, and returns how many: rows of
    /// jobs that were canceled, and of jobs whose upload was interrupted.
    func removeAbandonedImportRows(of app: AppName, limit: Int) throws -> Int
}
