import Ledger

/// One unit of work that waits for the writer.
struct WriteJob: Sendable {
    /// The evidence and facts that it records, if that is what it does: what it will ask can be known from them.
    let intake: Intake?
    /// Does the work and returns what resumes the waiting caller once it is committed.
    ///
    /// It may run a second time, after what it did the first time was rolled back.
    let perform: @Sendable (Session) throws -> @Sendable () -> Void
    /// Resumes the waiting caller with an error.
    let fail: @Sendable (RepositoryError) -> Void
}
