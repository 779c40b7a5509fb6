/// Keeps imports: their jobs, their rows, and what they said of transactions.
///
/// Each method is one whole unit of work, as those of `Repository` are.
package protocol ImportRepository: Sendable {
    /// Keeps a job that has just been started.
    func beginImport(_ job: ImportJob) async throws(RepositoryError)

    /// Adds rows to a job that is still receiving its file, each position once, and returns the job as it is then;
    /// `nil` when there is no such job or its file is complete.
    func addImportRows(
        _ rows: [ImportRow],
        to id: ImportJobID,
        of app: AppName
    ) async throws(RepositoryError) -> ImportJob?

    /// Moves a job on to a state if it is in one of some others, and returns the job as it is then; `nil` when there is
    /// no such job or it is in another state.
    func moveImport(
        _ id: ImportJobID,
        of app: AppName,
        from states: Set<ImportJob.State>,
        to state: ImportJob.State,
        pause: ImportJob.Pause?,
        at now: Instant
    ) async throws(RepositoryError) -> ImportJob?

    /// One job, or `nil`.
    func importJob(_ id: ImportJobID, of app: AppName) async throws(RepositoryError) -> ImportJob?

    /// The newest jobs of an app, newest first.
    func importJobs(of app: AppName, limit: Int) async throws(RepositoryError) -> [ImportJob]

    /// The jobs of an app in a state, oldest first.
    func importJobs(
        of app: AppName,
        in state: ImportJob.State,
        limit: Int
    ) async throws(RepositoryError) -> [ImportJob]

    /// The rows of a job that wait, in order, after a position.
    func pendingImportRows(
        of id: ImportJobID,
        in app: AppName,
        after position: ImportRow.Position,
        limit: Int
    ) async throws(RepositoryError) -> [ImportRow]

    /// The rows of a job that wait and name one of these ids of Apple's, in order.
    func pendingImportRows(
        of id: ImportJobID,
        in app: AppName,
        naming appleIDs: [String]
    ) async throws(RepositoryError) -> [ImportRow]

    /// Takes note of what became of rows that wait, counts them, and returns the job as it is then; rows that do not
    /// wait any longer stay as they are.
    ///
    /// A row that is imported is removed. A job that works and has no row left is finished.
    func settleImportRows(
        _ states: [ImportRow.Position: ImportRow.State],
        of id: ImportJobID,
        in app: AppName,
        at now: Instant
    ) async throws(RepositoryError) -> ImportJob?

    /// The rows of a job that could not be imported, in order, after a position.
    func failedImportRows(
        of id: ImportJobID,
        in app: AppName,
        after position: ImportRow.Position,
        limit: Int
    ) async throws(RepositoryError) -> [ImportRow]

    /// Lets rows of a job wait again that were understood and failed, at most so many, and returns how many.
    func retryImportRows(
        of id: ImportJobID,
        in app: AppName,
        limit: Int
    ) async throws(RepositoryError) -> Int

    /// Removes rows that wait in imports of an app that go on no longer, at most so many, and returns how many: those
    /// of jobs that were canceled, and of jobs whose file broke off.
    func removeAbandonedImportRows(of app: AppName, limit: Int) async throws(RepositoryError) -> Int

    /// What imports said of a transaction, the newest word on each thing; `nil` when none said anything.
    func importFact(
        of transaction: TransactionID,
        app: AppName,
        environment: StoreEnvironment
    ) async throws(RepositoryError) -> ImportFact?
}
