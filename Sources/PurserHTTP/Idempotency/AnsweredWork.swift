import Hummingbird
import Ledger
import Synchronization

/// What a request that its sender may repeat was answered by the transaction that did its work.
final class AnsweredWork: Sendable {
    /// The work of the current task.
    @TaskLocal static var current: AnsweredWork?

    private struct State {
        var written: WrittenAnswer?
        var isKept = false
    }

    private let state = Mutex(State())

    /// The answer that is on disk with the work, if there is one.
    var kept: WrittenAnswer? { self.state.withLock { $0.isKept ? $0.written : nil } }

    /// Does work whose result is the answer, and keeps the answer in the transaction that decides the result.
    ///
    /// - Parameters:
    ///   - write: Writes the answer of a result; called within the transaction, and perhaps more than once.
    ///   - work: Does the work through a service that names the transaction that decides (`IdempotentWork.deciding`).
    /// - Returns: The answer, which is on disk where the request may be repeated.
    /// - Throws: What the work throws.
    static func answer<Result: Sendable>(
        _ write: @escaping @Sendable (Result) throws -> WrittenAnswer,
        _ work: () async throws -> Result
    ) async throws -> Response {
        guard let lease = IdempotentWork.current?.lease, let answered = Self.current else {
            return try write(try await work()).response
        }
        let repeatable = IdempotentWork(
            lease: lease,
            answer: { result in
                guard let result = result as? Result else { return nil }
                let answer = try write(result)
                answered.state.withLock { $0.written = answer }
                return answer.kept
            },
            onKept: { answered.state.withLock { $0.isKept = $0.written != nil } }
        )
        let result = try await IdempotentWork.$current.withValue(repeatable) { try await work() }
        return try (answered.kept ?? write(result)).response
    }
}
