import Foundation
import HTTPTypes
import Hummingbird
import PurserService

/// Handles requests on threads of their own, so that no number of them delays a notification of Apple's.
///
/// What Apple posts and what asks whether the process lives stay on Swift's pool, where little else runs.
struct RequestThreadsMiddleware: RouterMiddleware {
    /// Passes the request on.
    func handle(
        _ request: Request,
        context: PurserContext,
        next: @concurrent (Request, PurserContext) async throws -> Response
    ) async throws -> Response {
        if Self.staysOnPool(request) { return try await next(request, context) }
        return try await withTaskExecutorPreference(RequestThreads.shared) { try await next(request, context) }
    }

    private static func staysOnPool(_ request: Request) -> Bool {
        let path = request.uri.path.utf8
        if path.elementsEqual("/health/live".utf8) { return true }
        return request.method == .post && path.starts(with: "/apple/".utf8)
            && ["/notifications", "/retention"].contains { path.suffix($0.utf8.count).elementsEqual($0.utf8) }
    }
}

/// The threads on which requests are handled, all but those of Apple's notifications.
///
/// A task of Swift's own pool waits behind every task that was ready before it. A notification suspends about ten
/// times, so a few hundred reads that are ready at once, each some milliseconds long, would delay it by seconds. With
/// threads of their own, other requests wait behind each other.
enum RequestThreads {
    /// The threads of this process, one for each core: what a request does between two waits is computing.
    static let shared = ThreadExecutor(count: ProcessInfo.processInfo.activeProcessorCount, named: "purser-request")
}
