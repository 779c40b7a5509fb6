import AppStore
import HTTPTypes
package import Hummingbird
import Logging
package import PurserService
import Synchronization

/// Determines the address of the client, and refuses requests beyond the rate limit of an address.
///
/// Requests from this machine, or from a trusted proxy that names no client, are not counted, because they may come
/// from any client.
struct ClientMiddleware: RouterMiddleware {
    /// The prefix of the paths for Apple's notifications.
    static let apple = "/apple/"

    /// The proxies whose headers are trusted.
    let proxies: TrustedProxies
    /// The rate limiter.
    let rateLimiter: RateLimiter
    /// The detection of a proxy that is not trusted.
    private let watch: ForwardedAddressWatch

    /// Creates a middleware with these proxies and this rate limiter.
    init(proxies: TrustedProxies, rateLimiter: RateLimiter) {
        self.proxies = proxies
        self.rateLimiter = rateLimiter
        self.watch = ForwardedAddressWatch(proxies: proxies)
    }

    /// Sets the client of the context, or refuses the request.
    func handle(
        _ request: Request,
        context: PurserContext,
        next: @concurrent (Request, PurserContext) async throws -> Response
    ) async throws -> Response {
        guard let peer = context.peer else { return try await next(request, context) }
        if let header = self.watch.notice(request, from: peer) {
            context.logger.warning(
                """
                A request came with a forwarded address from a proxy that is not among server.trustedProxies. All \
                clients behind it count as one, or none is counted, and first launches share one rate. Add the proxy, \
                or find out who sends this header.
                """,
                metadata: ["proxy": "\(peer)", "header": "\(header.rawValue)", "code": "proxies_missing"]
            )
        }
        let client = self.proxies.client(of: request.headers, from: peer)
        var context = context
        context.client = client
        if !client.isLoopback, !self.proxies.contains(client) {
            context.countedClient = client
            if request.uri.path.hasPrefix(Self.apple) {
                try self.rateLimiter.count(apple: client)
            } else {
                try self.rateLimiter.count(address: client)
            }
            context.admission = UnknownSignerAdmission { [rateLimiter] in
                (try? rateLimiter.count(unknownSignerFrom: client)) != nil
            }
        }
        return try await next(request, context)
    }
}

/// Detects a proxy that is not among the trusted ones, and reports it once.
///
/// All requests through such a proxy count as one address, or are not counted if it runs on this machine. A client can
/// write such a header too, so the detection only logs one message.
package final class ForwardedAddressWatch: Sendable {
    private let proxies: TrustedProxies
    private let isNoticed = Atomic(false)

    /// Creates a detection that has reported nothing yet.
    package init(proxies: TrustedProxies) {
        self.proxies = proxies
    }

    /// Returns the header that names another client than an untrusted address, the first time.
    package func notice(_ request: Request, from peer: NetworkAddress) -> TrustedProxies.Header? {
        guard !self.isNoticed.load(ordering: .relaxed), !self.proxies.contains(peer) else { return nil }
        // If proxies are trusted, only their own header shows that another one is missing in the list.
        let headers = self.proxies.ranges.isEmpty ? TrustedProxies.Header.allCases : [self.proxies.header]
        let found = headers.first { header in
            HTTPField.Name(header.rawValue).map { request.headers.contains($0) } ?? false
        }
        guard let found else { return nil }
        return self.isNoticed.exchange(true, ordering: .relaxed) ? nil : found
    }
}
