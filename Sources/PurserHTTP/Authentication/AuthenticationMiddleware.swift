import Crypto
import Foundation
import HTTPTypes
import Hummingbird
package import Ledger
import NIOCore
package import PurserService

/// Authenticates a request by its key (RFC 6750, section 2.1), and determines its app.
struct AuthenticationMiddleware: RouterMiddleware {
    /// The header with the customer token of an installed app.
    private static let customerToken = HTTPField.Name("Purser-Customer-Token")
    /// The documents that people try to open in a browser.
    private static let documents: Set<String> = ["/docs", "/openapi.json", "/metrics"]

    /// The keys in the configuration.
    let configured: SecretKeys
    /// The keys in the database.
    let keys: AccessKeyService
    /// The apps by name.
    let apps: [AppName: ServedApp]
    /// The access rules of the routes.
    let rules: AuthorizationRules
    /// The verifier of customer tokens.
    let customers: CustomerTokens
    /// The rate limit per key.
    let rateLimiter: RateLimiter
    /// Returns the peer at the operators' socket; `nil` for a connection from the network.
    let peer: @Sendable (any Channel) async -> OperatorPeer?

    /// Sets the caller and the app of the context, or refuses the request.
    func handle(
        _ request: Request,
        context: PurserContext,
        next: @concurrent (Request, PurserContext) async throws -> Response
    ) async throws -> Response {
        let rule = self.rules.access(request.method, context.endpointPath ?? "")
        var context = context
        if let peer = await self.peer(context.channel) {
            context.caller = try self.operator(peer, context: &context)
            return try await next(request, context)
        }
        guard let bearer = Self.bearer(request) else {
            throw Self.documents.contains(context.endpointPath ?? "") ? Problem.keyMissingInBrowser : .keyMissing
        }
        let caller = try await self.caller(bearer, request: request, context: &context)
        guard rule != .socket else { throw Problem.operatorsSocketOnly }
        context.caller = caller
        // The memory of a known caller's body counts separately. A publishable key is not secret, so it does not make a
        // caller known.
        if caller.isKnown, IdempotencyKey.isWrite(request.method) {
            context.channel.triggerUserOutboundEvent(BodyMeter.CallerIsKnown(), promise: nil)
        }
        if let scope = rule?.scope.flatMap({ AccessScope(rawValue: $0) }) { try caller.require(scope) }
        return try await next(request, context)
    }

    /// Sets the operator at the operators' socket as the caller; the operator has all scopes.
    private func `operator`(_ peer: OperatorPeer, context: inout PurserContext) throws -> Caller {
        guard peer.mayCommand else { throw Problem.operatorNotAllowed }
        if let name = context.parameters.get("app").map({ AppName($0) }) {
            guard let app = self.apps[name] else { throw Problem.appUnknown }
            context.app = app
        }
        return Caller(principal: .operator(.admin), app: nil, key: nil, operatorName: peer.name)
    }

    private func caller(
        _ bearer: [UInt8],
        request: Request,
        context: inout PurserContext
    ) async throws -> Caller {
        let named = context.parameters.get("app").map { AppName($0) }
        if let app = self.configured.app(of: bearer) {
            try self.rateLimiter.count(key: "configured:\(app.name)")
            guard named == nil || named == app.name else { throw Problem.appNotYours }
            context.app = app
            return Caller(principal: .secret(Set(AccessScope.allCases)), app: app.name, key: nil)
        }
        guard let key = try await self.keys.find(bearer) else { throw Problem.keyUnknown }
        guard key.revocation == nil else { throw Problem.keyRevoked }
        try self.rateLimiter.count(key: key.id.rawValue)
        if let own = key.app, let named, own != named { throw Problem.appNotYours }
        if let name = named ?? key.app {
            guard let app = self.apps[name] else { throw Problem.appUnknown }
            context.app = app
        }
        let principal: Principal
        var claims: CustomerClaims?
        switch key.grant {
        case .secret(let scopes): principal = .secret(scopes)
        case .operator(let role): principal = .operator(role)
        case .publishable:
            guard let app = context.app else { throw Problem.appUnknown }
            claims = try await self.claims(request, context: context, app: app.name)
            principal = .publishable(claims?.customer)
        }
        return Caller(principal: principal, app: key.app, key: key.id, claims: claims)
    }

    /// Returns the customer of an installed app's token and its claims, if the app may call the route.
    private func claims(_ request: Request, context: PurserContext, app: AppName) async throws -> CustomerClaims? {
        let access = self.rules.access(request.method, context.endpointPath ?? "")
        guard let access, access.isForApps else {
            throw Problem(
                .forbidden,
                code: "publishable_key_not_allowed",
                "An installed app may submit purchases, and read its own customer and the products. Everything else "
                    + "needs a secret key, which belongs in your backend and never in an app."
            )
        }
        let named = context.parameters.get("customer")
        guard let token = Self.customerToken.flatMap({ request.headers[$0] }) else {
            if named != nil { throw Problem.customerTokenMissing }
            return nil
        }
        let claims = try await self.customers.claims(of: token, in: app)
        if let named {
            guard let named = CustomerID(named) else {
                throw CustomerParameter.invalid(field: "customer")
            }
            guard named == claims.customer else { throw Problem.customerNotYours }
        }
        return claims
    }

    /// Returns the text after `Bearer`.
    private static func bearer(_ request: Request) -> [UInt8]? {
        let scheme = "bearer "
        guard let value = request.headers[.authorization] else { return nil }
        let bytes = Array(value.utf8)
        guard bytes.count > scheme.utf8.count,
            zip(bytes, scheme.utf8).allSatisfy({ $0 == $1 || $0 | 0x20 == $1 })
        else { return nil }
        return Array(bytes.dropFirst(scheme.utf8.count))
    }
}

/// The access rules of the routes, as operations declare them.
///
/// A route without a declaration is closed to installed apps; for other callers its handler decides.
struct AuthorizationRules {
    private let rules: [String: [HTTPRequest.Method: APIAccess]]

    /// Creates the rules of operations.
    init(operations: [APIOperation]) {
        var rules: [String: [HTTPRequest.Method: APIAccess]] = [:]
        for operation in operations {
            guard let method = HTTPRequest.Method(operation.method.rawValue.uppercased()) else { continue }
            for path in [operation.path, AppPaths.twin(of: operation.path)].compactMap(\.self) {
                rules[path, default: [:]][method] = operation.access
                // HEAD needs the same access as GET.
                if method == .get { rules[path, default: [:]][.head] = operation.access }
            }
        }
        self.rules = rules
    }

    /// Returns the access rule of a route; `nil` if there is none.
    func access(_ method: HTTPRequest.Method, _ route: String) -> APIAccess? {
        self.rules[route]?[method == .head ? .get : method]
    }
}

/// The settings of authentication and rate limits.
package struct AuthenticationSettings: Sendable {
    /// The rate limits.
    package var limits: RateLimits
    /// The proxies whose headers about clients are trusted.
    package var proxies: TrustedProxies
    /// The keys with which shops sign customer tokens, by app.
    package var customerTokens: [AppName: CustomerTokenKeys]

    /// Creates settings.
    package init(
        limits: RateLimits = RateLimits(),
        proxies: TrustedProxies = TrustedProxies(),
        customerTokens: [AppName: CustomerTokenKeys] = [:]
    ) {
        self.limits = limits
        self.proxies = proxies
        self.customerTokens = customerTokens
    }
}

/// The configured secret keys of the apps, as hashes.
package struct SecretKeys: Sendable {
    private let entries: [(digest: SHA256Digest, app: ServedApp)]

    /// Creates the keys of these apps.
    package init(_ keys: [(key: String, app: ServedApp)]) {
        self.entries = keys.map { (SHA256.hash(data: Array($0.key.utf8)), $0.app) }
    }

    /// Returns the app of a key.
    ///
    /// It compares the hash with every known one, so that the duration reveals nothing about a key.
    func app(of key: some Sequence<UInt8>) -> ServedApp? {
        let digest = SHA256.hash(data: Array(key))
        var found: ServedApp?
        for entry in self.entries where entry.digest == digest { found = entry.app }
        return found
    }
}
