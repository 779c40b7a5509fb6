import HTTPTypes
import Hummingbird
package import Ledger
import PurserService

/// Who calls.
package struct Caller: Hashable, Sendable {
    /// In which capacity.
    package let principal: Principal
    /// The app that his key belongs to; `nil` for a key of all apps.
    package let app: AppName?
    /// His key's name; the one in the configuration has none.
    package let key: AccessKeyID?
    /// What the shop says of the customer for whom an app in the field speaks; `nil` where none does.
    package let claims: CustomerClaims?
    /// The operator's name on this machine, for a caller at the operators' socket; `nil` for a caller with a key.
    package let operatorName: String?

    /// A caller of these parts.
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

    /// Whether his key is a secret, which an app in the field does not have.
    var isKnown: Bool {
        if case .publishable = self.principal { false } else { true }
    }

    /// Refuses whoever may not do what is asked.
    package func require(_ scope: AccessScope) throws {
        guard !self.principal.scopes.contains(scope) else { return }
        throw Problem(
            .forbidden,
            code: "key_not_allowed",
            "This key may not do this: it takes the scope \(scope.rawValue). Use another key, or make one: "
                + "purser keys create"
        )
    }
}

/// In which capacity somebody calls.
package enum Principal: Hashable, Sendable {
    /// A shop's backend, for these purposes.
    case secret(Set<AccessScope>)
    /// An app in the field, for this customer, or before it has one.
    case publishable(CustomerID?)
    /// A person or tool of the shop, in a role.
    case `operator`(OperatorRole)

    /// What it may be used for.
    ///
    /// What an app in the field may call is a list of its own, and nothing of it is administration.
    package var scopes: Set<AccessScope> {
        switch self {
        case .secret(let scopes): scopes
        case .publishable: [.read, .write]
        case .operator(let role): role.scopes
        }
    }
}

/// What belongs to a request of somebody who is known.
protocol AuthenticatedContext: RequestContext {
    /// Who calls.
    var caller: Caller { get }
}

/// What belongs to a request of somebody who is known, whether he names an app or not.
struct CallerContext: ChildRequestContext, AuthenticatedContext {
    /// What the framework keeps.
    var coreContext: CoreRequestContextStorage
    /// Who calls.
    let caller: Caller
    /// The app that the request is about: his own, or the one in the path.
    let app: ServedApp?

    /// The context of a caller.
    init(context: PurserContext) throws {
        guard let caller = context.caller else { throw Problem.keyMissing }
        self.coreContext = context.coreContext
        self.caller = caller
        self.app = context.app
    }
}
