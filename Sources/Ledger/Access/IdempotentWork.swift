/// The work on a request that its sender may repeat, as the repository sees it.
///
/// Each transaction that is written for the work is written only while its lease stands, and the transaction that decides the
/// answer keeps the answer too: either both are on disk, or neither is. A repository reads `current` when it is called, so
/// that no method has to pass it on.
package struct IdempotentWork: Sendable {
    /// The work that the current task does.
    @TaskLocal package static var current: Self?
    /// What the outcome of the transaction that the current task writes decides.
    @TaskLocal private static var decision: (@Sendable (any Sendable) -> (any Sendable)?)?

    /// The leave to do it.
    package let lease: IdempotentLease
    private let answer: @Sendable (any Sendable) throws -> IdempotentAnswer?
    private let onKept: @Sendable () -> Void

    /// Work under a lease.
    ///
    /// - Parameters:
    ///   - lease: The leave to do it.
    ///   - answer: The answer that a decision makes, called within the transaction and perhaps more than once; `nil` where it
    ///     makes none.
    ///   - onKept: Called once a transaction is on disk that decided the answer.
    package init(
        lease: IdempotentLease,
        answer: @escaping @Sendable (any Sendable) throws -> IdempotentAnswer? = { _ in nil },
        onKept: @escaping @Sendable () -> Void = {}
    ) {
        self.lease = lease
        self.answer = answer
        self.onKept = onKept
    }

    /// Writes a transaction whose outcome decides what is answered.
    ///
    /// - Parameters:
    ///   - result: What the outcome means for the caller; `nil` where nothing was done, so that there is nothing to be kept.
    ///   - write: Calls one method of the repository that writes.
    /// - Returns: The outcome, once it is on disk, and with it the answer.
    /// - Throws: Why it was not written.
    package static func deciding<Outcome: Sendable, Decided: Sendable>(
        _ result: @escaping @Sendable (Outcome) -> Decided?,
        by write: () async throws(RepositoryError) -> Outcome
    ) async throws(RepositoryError) -> Outcome {
        guard let current else { return try await write() }
        let decision: @Sendable (any Sendable) -> (any Sendable)? = { written in
            guard let written = written as? Written<Outcome>, let decided = result(written.outcome) else { return nil }
            return decided
        }
        let written: Result<Outcome, RepositoryError> = await Self.$decision.withValue(decision) {
            do throws(RepositoryError) {
                return .success(try await write())
            } catch {
                return .failure(error)
            }
        }
        let outcome = try written.get()
        if result(outcome) != nil { current.onKept() }
        return outcome
    }

    /// What a transaction that is about to be written keeps besides: the answer to be kept with an outcome.
    ///
    /// A repository asks for it when it is called, and calls it within the transaction, after the work.
    package func keeping<Outcome: Sendable>() -> @Sendable (Outcome) throws -> IdempotentAnswer? {
        guard let decision = Self.decision else { return { _ in nil } }
        return { outcome in try decision(Written(outcome: outcome)).flatMap { try self.answer($0) } }
    }

    /// An outcome in a box, so that one which is optional itself is told from none.
    private struct Written<Outcome: Sendable>: Sendable {
        let outcome: Outcome
    }
}
