import AppStore
import HTTPTypes
package import Hummingbird
import Logging
package import PurserService
import Synchronization

/// Finds out from where a request comes, and refuses what is too much from one address.
///
/// What comes from this machine itself, or from a trusted proxy that names nobody, is not counted: it would be
/// everybody.
struct ClientMiddleware: RouterMiddleware {
    /// Where Apple's notifications arrive.
    static let apple = "/apple/"

    /// Whose word is believed.
    let proxies: TrustedProxies
    /// Counts.
    let rateLimiter: RateLimiter
    /// Notices a proxy that is not trusted.
    private let watch: ForwardedAddressWatch

    /// A middleware that believes these proxies and counts here.
    init(proxies: TrustedProxies, rateLimiter: RateLimiter) {
        self.proxies = proxies
        self.rateLimiter = rateLimiter
        self.watch = ForwardedAddressWatch(proxies: proxies)
    }

    /// Names the client in the context, or refuses the request.
    func handle(
        _ request: Request,
        context: PurserContext,
        next: @concurrent (Request, PurserContext) async throws -> Response
    ) async throws -> Response {
        guard let peer = context.peer else { return try await next(request, context) }
        if let header = self.watch.notice(request, from: peer) {
            context.logger.warning(
                """
                A request came with a forwarded address from a proxy that is not among server.trustedProxies. Everybody \
                behind it counts as one client, or nobody is counted, and first launches share one rate. Name the proxy, \
                or have it checked who sends this header.
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

/// Notices, once, that a proxy stands in front which is not among those that are trusted.
///
/// Then everything that comes through it counts as one address, or not at all where it runs on this machine. A stranger
/// can write such a header too, which is why this is said once and changes nothing.
package final class ForwardedAddressWatch: Sendable {
    private let proxies: TrustedProxies
    private let isNoticed = Atomic(false)

    /// A watch that has noticed nothing yet.
    package init(proxies: TrustedProxies) {
        self.proxies = proxies
    }

    /// The header that names another client than an address that is not trusted, the first time that there is one.
    package func notice(_ request: Request, from peer: NetworkAddress) -> TrustedProxies.Header? {
        guard !self.isNoticed.load(ordering: .relaxed), !self.proxies.contains(peer) else { return nil }
        // Where proxies are trusted, only their own header says that another one is missing in the list.
        let headers = self.proxies.ranges.isEmpty ? TrustedProxies.Header.allCases : [self.proxies.header]
        let found = headers.first { header in
            HTTPField.Name(header.rawValue).map { request.headers.contains($0) } ?? false
        }
        guard let found else { return nil }
        return self.isNoticed.exchange(true, ordering: .relaxed) ? nil : found
    }
}
