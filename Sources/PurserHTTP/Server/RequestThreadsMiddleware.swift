import Foundation
import HTTPTypes
import Hummingbird
import Ledger
import PurserService

/// Handles requests on separate threads, so that no number of them delays a notification from Apple.
///
/// Where the repository has threads that read, these are the ones, so that a request needs no other thread to read.
/// Apple's notifications and liveness checks stay on Swift's pool, where little else runs.
struct RequestThreadsMiddleware: RouterMiddleware {
    private let threads: any TaskExecutor

    /// Creates the middleware for requests that read from a repository.
    init(_ repository: any Repository) {
        self.threads = repository.readThreads ?? RequestThreads.shared
    }

    /// Passes the request on.
    func handle(
        _ request: Request,
        context: PurserContext,
        next: @concurrent (Request, PurserContext) async throws -> Response
    ) async throws -> Response {
        if Self.staysOnPool(request) { return try await next(request, context) }
        return try await withTaskExecutorPreference(self.threads) { try await next(request, context) }
    }

    private static func staysOnPool(_ request: Request) -> Bool {
        let path = request.uri.path.utf8
        if path.elementsEqual("/health/live".utf8) { return true }
        return request.method == .post && path.starts(with: "/apple/".utf8)
            && ["/notifications", "/retention"].contains { path.suffix($0.utf8.count).elementsEqual($0.utf8) }
    }
}

/// The threads for all requests except Apple's notifications.
///
/// A task in Swift's own pool waits behind every task that was ready before it. A notification suspends about ten
/// times, so a few hundred ready reads of some milliseconds each would delay it by seconds. On separate threads, other
/// requests wait behind each other.
enum RequestThreads {
    /// The threads of this process, one for each core, because a request computes between two waits.
    static let shared = ThreadExecutor(count: ProcessInfo.processInfo.activeProcessorCount, named: "purser-request")
}
