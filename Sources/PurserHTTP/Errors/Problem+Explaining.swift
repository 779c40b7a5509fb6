import HTTPTypes
import Hummingbird
import Ledger
import NIOCore

extension Problem {
    /// Returns the code with which `ProblemMiddleware` answers an error, one of a fixed list; `nil` for work that was
    /// cancelled, which is not answered.
    static func code(of error: any Error) -> String? {
        switch error {
        case let problem as Problem: problem.code
        case let error as RepositoryError: Self.storage(error).code
        case is NIOTooManyBytesError: Self.framework(.contentTooLarge).code
        case let error as any HTTPResponseError: Self.framework(error.status).code
        case is CancellationError: nil
        default: Self.unknown.code
        }
    }

    /// Does work of a service, and refuses with what it says is wrong.
    ///
    /// - Parameters:
    ///   - explain: Makes a problem of what the service says.
    ///   - work: The work.
    /// - Returns: What the work returns.
    /// - Throws: The problem.
    static func explaining<Answer, Failure: Error>(
        by explain: (Failure) -> Problem,
        _ work: () async throws(Failure) -> Answer
    ) async throws -> Answer {
        do throws(Failure) {
            return try await work()
        } catch {
            throw explain(error)
        }
    }
}
