import HTTPTypes
import Hummingbird
package import Ledger
import PurserService

/// The caller of a request.
package struct Caller: Hashable, Sendable {
    /// The caller's principal.
    package let principal: Principal
    /// The app of the caller's key; `nil` for a key of all apps.
    package let app: AppName?
    /// The id of the caller's key; `nil` for the configured key.
    package let key: AccessKeyID?
    /// The claims about the customer of an installed app; `nil` without a customer.
    package let claims: CustomerClaims?
    /// The operator's name on this machine, for a caller at the operators' socket; `nil` for a caller with a key.
    package let operatorName: String?

    /// Creates a caller.
    package init(
        principal: Principal,
        app: AppName?,
        key: AccessKeyID?,
        claims: CustomerClaims? = nil,
        operatorName: String? = nil
    ) {
        self.principal = principal
        self.app = app
        self.key = key
        self.claims = claims
        self.operatorName = operatorName
    }

    /// The caller's name in the audit log.
    package var name: String { self.operatorName ?? self.key?.rawValue ?? "secret key" }

    /// Whether the caller has a secret, unlike an installed app.
    var isKnown: Bool {
        if case .publishable = self.principal { false } else { true }
    }

    /// Throws an error if the caller lacks a scope.
    package func require(_ scope: AccessScope) throws {
        guard !self.principal.scopes.contains(scope) else { return }
        throw Problem(
            .forbidden,
            code: "key_not_allowed",
            "This key lacks the scope \(scope.rawValue). Use another key, or create one: purser keys create"
        )
    }
}

/// The kind of caller.
package enum Principal: Hashable, Sendable {
    /// A shop's backend, with these scopes.
    case secret(Set<AccessScope>)
    /// An installed app, for this customer, or without one so far.
    case publishable(CustomerID?)
    /// A person or an internal tool, with a role.
    case `operator`(OperatorRole)

    /// The scopes of the principal.
    ///
    /// The operations for installed apps are a separate list, which contains no administration.
    package var scopes: Set<AccessScope> {
        switch self {
        case .secret(let scopes): scopes
        case .publishable: [.read, .write]
        case .operator(let role): role.scopes
        }
    }
}

/// The context of an authenticated request.
protocol AuthenticatedContext: RequestContext {
    /// The caller.
    var caller: Caller { get }
}

/// The context of an authenticated request, with or without an app.
struct CallerContext: ChildRequestContext, AuthenticatedContext {
    /// The framework's storage.
    var coreContext: CoreRequestContextStorage
    /// The caller.
    let caller: Caller
    /// The app of the request: the caller's own, or the one in the path.
    let app: ServedApp?

    /// Creates the context of a caller.
    init(context: PurserContext) throws {
        guard let caller = context.caller else { throw Problem.keyMissing }
        self.coreContext = context.coreContext
        self.caller = caller
        self.app = context.app
    }
}
