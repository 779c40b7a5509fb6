import AppStore
import Hummingbird
import PurserService

/// Finds out from where a request comes, and refuses what is too much from one address.
///
/// What comes from this machine itself, or from a trusted proxy that names nobody, is not counted: it would be everybody.
struct ClientMiddleware: RouterMiddleware {
    /// Where Apple's notifications arrive.
    private static let apple = "/apple/"

    /// Whose word is believed.
    let proxies: TrustedProxies
    /// Counts.
    let rates: CallRates

    /// Names the client in the context, or refuses the request.
    func handle(
        _ request: Request,
        context: PurserContext,
        next: @concurrent (Request, PurserContext) async throws -> Response
    ) async throws -> Response {
        guard let peer = context.peer else { return try await next(request, context) }
        let client = self.proxies.ranges.isEmpty ? peer : self.proxies.client(of: request, from: peer)
        var context = context
        context.client = client
        if !client.isLoopback, !self.proxies.contains(client) {
            if request.uri.path.hasPrefix(Self.apple) {
                try self.rates.count(apple: client)
            } else {
                try self.rates.count(address: client)
            }
            context.admission = UnknownSignerAdmission { [rates] in
                (try? rates.count(unknownSignerFrom: client)) != nil
            }
        }
        return try await next(request, context)
    }
}
