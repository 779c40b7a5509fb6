/// Loads and saves imports: their jobs, their rows, and the values they state about transactions.
package protocol ImportStorage: CustomerStorage {
    /// Returns a job; `nil` when it does not exist.
    func numberedImport(_ id: ImportJobID, of app: AppName) throws -> NumberedImport?

    /// Saves the progress of a job.
    func put(_ stored: NumberedImport) throws

    /// Adds a row to a job, and returns whether it did: not where the job has a row at this position.
    func insert(_ row: ImportRow, of job: Int64) throws -> Bool

    /// Deletes a pending row that was imported, and returns whether it was pending.
    func deletePendingRow(at position: ImportRow.Position, of job: Int64) throws -> Bool

    /// Saves why a pending row could not be imported, and returns whether it was pending.
    func failPendingRow(at position: ImportRow.Position, of job: Int64, _ failure: ImportRow.Failure) throws -> Bool

    /// Makes so many failed rows pending again that could be parsed, and returns their number.
    func retryFailedRows(of job: Int64, limit: Int) throws -> Int

    /// Returns what imports state about a transaction, the newest first.
    func importFacts(of transaction: TransactionID, scope: Scope) throws -> [ImportFact]

    /// Returns what imports state about a transaction at an instant.
    func importFact(of transaction: TransactionID, statedAt: Instant, scope: Scope) throws -> ImportFact?

    /// Saves what imports state about a transaction at an instant.
    func put(_ fact: ImportFact, scope: Scope) throws
}

/// An import job as the repository stores it.
package struct NumberedImport: Sendable {
    /// The number of the job.
    package let number: Int64
    /// The job.
    package var job: ImportJob

    /// Creates a job with its number.
    package init(number: Int64, job: ImportJob) {
        self.number = number
        self.job = job
    }
}
