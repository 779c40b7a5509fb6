import Hummingbird
import Ledger
import PurserService

/// Bounds how many requests of one caller are at work at once.
struct RequestsAtWorkMiddleware: RouterMiddleware {
    private let requests = RequestsAtWork()

    /// Passes the request on when it is its turn.
    ///
    /// While it waits for its body (`BodyLimits.withBody`), others have its place.
    /// What streams its answer is at work until the answer begins.
    func handle(
        _ request: Request,
        context: PurserContext,
        next: @concurrent (Request, PurserContext) async throws -> Response
    ) async throws -> Response {
        guard let caller = context.caller else { return try await next(request, context) }
        let key = caller.key?.rawValue ?? "configured:\(context.app?.name.rawValue ?? "")"
        var name = RequestsAtWork.Name(key: key)
        var maximum = RequestsAtWork.maximumOfKey
        if case .publishable = caller.principal {
            // All phones have the same key, and what comes from a proxy that names nobody may be any of them.
            guard let network = context.countedClient?.network else { return try await next(request, context) }
            name = RequestsAtWork.Name(key: key, network: network)
            maximum = RequestsAtWork.maximumOfAppsAtAddress
        }
        return try await self.requests.whenFree(name, maximum: maximum) { try await next(request, context) }
    }
}
