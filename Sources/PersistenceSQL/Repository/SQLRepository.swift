package import Ledger

/// A repository on a database that speaks SQL.
///
/// What is asked and written is the same on each, and so are the statements; a database brings its connections, its
/// schema and what its errors mean. Each method of `Repository` is one call of `read` or `write` with work for a session.
package protocol SQLRepository: Repository {
    /// What the writer has done since opening.
    var statistics: WriteStatistics { get }

    /// The reads and writes that failed since opening, by reason.
    var failureCounts: [RepositoryError: Int] { get }

    /// The version of the schema that is worked on, as four digits.
    var schema: String { get }

    /// Does work within the next transaction and returns once that is committed.
    ///
    /// The work may run a second time, after what it did the first time was rolled back. Of work that records an intake it can
    /// be foreseen what it will ask.
    func write<Outcome: Sendable>(
        recording intake: Intake?,
        _ work: @escaping @Sendable (Session) throws -> Outcome
    ) async throws(RepositoryError) -> Outcome

    /// Does work that only reads, within one snapshot of the database.
    func read<Outcome: Sendable>(
        _ work: @escaping @Sendable (Session) throws -> Outcome
    ) async throws(RepositoryError) -> Outcome
}

extension SQLRepository {
    /// Does work within the next transaction and returns once that is committed.
    package func write<Outcome: Sendable>(
        _ work: @escaping @Sendable (Session) throws -> Outcome
    ) async throws(RepositoryError) -> Outcome {
        try await self.write(recording: nil, work)
    }
}
