import Crypto
import Foundation
import HTTPTypes
import Hummingbird
package import Ledger
import NIOCore
package import PurserService

/// Finds out who calls, from the key that a request bears (RFC 6750, section 2.1), and about which app.
struct AuthenticationMiddleware: RouterMiddleware {
    /// The header in which an app in the field says whom it speaks for.
    private static let customerToken = HTTPField.Name("Purser-Customer-Token")
    /// What describes the server, which people try to open in a browser.
    private static let documents: Set<String> = ["/docs", "/openapi.json", "/metrics"]

    /// The keys in the configuration.
    let configured: SecretKeys
    /// The keys in the database.
    let keys: AccessKeyService
    /// The apps by name.
    let apps: [AppName: ServedApp]
    /// Who may call which route.
    let rules: AuthorizationRules
    /// Whom customers' tokens stand for.
    let customers: CustomerTokens
    /// How often a key may be used.
    let rateLimiter: RateLimiter
    /// Returns who is at the other end of the operators' socket; `nil` for a connection from the network.
    let peer: @Sendable (any Channel) async -> OperatorPeer?

    /// Names the caller and the app in the context, or refuses the request.
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
        // What is held of his body is no stranger's. Everybody knows the key of an app in the field.
        if caller.isKnown, IdempotencyKey.isWrite(request.method) {
            context.channel.triggerUserOutboundEvent(BodyMeter.CallerIsKnown(), promise: nil)
        }
        if let scope = rule?.scope.flatMap({ AccessScope(rawValue: $0) }) { try caller.require(scope) }
        return try await next(request, context)
    }

    /// The operator at the other end of the operators' socket, who may do everything that a key can do, and more.
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

    /// The customer for whom an app in the field speaks and what his token says, where the app may come at all.
    private func claims(_ request: Request, context: PurserContext, app: AppName) async throws -> CustomerClaims? {
        let access = self.rules.access(request.method, context.endpointPath ?? "")
        guard let access, access.isForApps else {
            throw Problem(
                .forbidden,
                code: "publishable_key_not_allowed",
                "An app in the field may submit purchases, and read its own customer and the products. The rest is "
                    + "for a secret key, which belongs in your backend and never in an app."
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

    /// What stands after `Bearer`.
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

/// Who may call which route, as the routes themselves declare it.
///
/// What is not declared is closed to apps in the field. To others it is as open as its handler leaves it.
struct AuthorizationRules {
    private let rules: [String: [HTTPRequest.Method: APIAccess]]

    /// The rules that operations declare.
    init(operations: [APIOperation]) {
        var rules: [String: [HTTPRequest.Method: APIAccess]] = [:]
        for operation in operations {
            guard let method = HTTPRequest.Method(operation.method.rawValue.uppercased()) else { continue }
            for path in [operation.path, AppPaths.twin(of: operation.path)].compactMap(\.self) {
                rules[path, default: [:]][method] = operation.access
                // Asking for the head of an answer takes what asking for the answer takes.
                if method == .get { rules[path, default: [:]][.head] = operation.access }
            }
        }
        self.rules = rules
    }

    /// Who may call a route, or `nil` where none is declared.
    func access(_ method: HTTPRequest.Method, _ route: String) -> APIAccess? {
        self.rules[route]?[method == .head ? .get : method]
    }
}

/// How the server decides who may call, and how often.
package struct AuthenticationSettings: Sendable {
    /// How often.
    package var limits: RateLimits
    /// Whose word on who sent a request is believed.
    package var proxies: TrustedProxies
    /// The keys with which shops sign who their customers are, by app.
    package var customerTokens: [AppName: CustomerTokenKeys]

    /// Settings of these parts.
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

/// The secret keys of the apps, as hashes.
package struct SecretKeys: Sendable {
    private let entries: [(digest: SHA256Digest, app: ServedApp)]

    /// The keys of these apps.
    package init(_ keys: [(key: String, app: ServedApp)]) {
        self.entries = keys.map { (SHA256.hash(data: Array($0.key.utf8)), $0.app) }
    }

    /// The app that a key belongs to.
    ///
    /// Hashes are compared, and each of them, so the time taken tells nothing about a key.
    func app(of key: some Sequence<UInt8>) -> ServedApp? {
        let digest = SHA256.hash(data: Array(key))
        var found: ServedApp?
        for entry in self.entries where entry.digest == digest { found = entry.app }
        return found
    }
}
