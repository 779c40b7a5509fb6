import Ledger

/// One unit of work that waits for the writer.
struct WriteJob: Sendable {
    /// Does the work inside a savepoint and returns what resumes the waiting caller once it is committed.
    let perform: @Sendable (Session) throws -> @Sendable () -> Void
    /// Resumes the waiting caller with an error.
    let fail: @Sendable (RepositoryError) -> Void
}
