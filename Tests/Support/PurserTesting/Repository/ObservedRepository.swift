package import Ledger

/// A repository around another, which a test watches, holds up or breaks off.
///
/// It knows a unit of work by the use case that runs it. A unit of work that fails before or after it ran looks to its
/// caller as one that the database refused, or whose answer was lost.
package protocol ObservedRepository: Repository {
    /// The repository that does the work.
    var base: any Repository { get }

    /// Called before each unit of work; what it throws, the caller gets instead.
    func willRun(_ call: RepositoryCall) async throws(RepositoryError)

    /// Called after each unit of work, which is committed by then; what it throws, the caller gets instead of the
    /// outcome.
    func didRun(_ call: RepositoryCall, _ outcome: any Sendable) async throws(RepositoryError)
}

/// A unit of work that is given to a repository.
package struct RepositoryCall: Sendable {
    /// The name of the function that runs it, such as `orders(in:app:after:limit:)`.
    package let useCase: String
    /// Whether it may write.
    package let isWrite: Bool
    /// What it records.
    package let intake: Intake?

    /// Whether a function of this name runs it, whatever its parameters are.
    package func isFrom(_ function: String) -> Bool {
        self.useCase == function || self.useCase.hasPrefix(function + "(")
    }
}

extension ObservedRepository {
    /// Lets every unit of work begin.
    package func willRun(_ call: RepositoryCall) async throws(RepositoryError) {}

    /// Passes every outcome on.
    package func didRun(_ call: RepositoryCall, _ outcome: any Sendable) async throws(RepositoryError) {}

    /// Runs work that only reads, with what the test does around it.
    package func read<Outcome: Sendable>(
        as name: StaticString,
        _ work: @escaping @Sendable (any ReadView) throws -> Outcome
    ) async throws(RepositoryError) -> Outcome {
        let call = RepositoryCall(useCase: "\(name)", isWrite: false, intake: nil)
        try await self.willRun(call)
        let outcome = try await self.base.read(as: name, work)
        try await self.didRun(call, outcome)
        return outcome
    }

    /// Runs work as one unit, with what the test does around it.
    package func write<Outcome: Sendable>(
        as name: StaticString,
        recording intake: Intake?,
        _ work: @escaping @Sendable (any UnitOfWork) throws -> Outcome
    ) async throws(RepositoryError) -> Outcome {
        let call = RepositoryCall(useCase: "\(name)", isWrite: true, intake: intake)
        try await self.willRun(call)
        let outcome = try await self.base.write(as: name, recording: intake, work)
        try await self.didRun(call, outcome)
        return outcome
    }

    /// Closes the repository that does the work.
    package func close() async { await self.base.close() }
}
