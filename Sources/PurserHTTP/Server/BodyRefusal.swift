import HTTPTypes
import NIOCore

/// Why a body is not read to its end.
///
/// A handler of the connection lets the body end with it, and whoever collects the body answers with its problem.
package enum BodyRefusal: Error, Hashable, Sendable {
    /// The memory is needed for others.
    case serverBusy
    /// The body did not come in time.
    case late
    /// What stands around the chunks of the body is more than anybody needs.
    case framing

    /// What is answered.
    var problem: Problem {
        switch self {
        case .serverBusy:
            Problem(
                .serviceUnavailable,
                code: "server_busy",
                "The server is reading as much as it can hold. Try again.",
                retryAfterSeconds: 1
            )
        case .late:
            Problem(
                .requestTimeout,
                code: "body_timeout",
                "The body did not come within \(RequestDeadlines.body.nanoseconds / 1_000_000_000) seconds. Send all of it again."
            )
        case .framing: Problem.framework(.contentTooLarge)
        }
    }
}
