import HTTPTypes
import Hummingbird
import Ledger
import PurserService

/// The context of a request about one app, which every such route requires.
struct AppContext: ChildRequestContext, AuthenticatedContext {
    /// The framework's storage.
    var coreContext: CoreRequestContextStorage
    /// The app of the request.
    let app: ServedApp
    /// The caller.
    let caller: Caller
    /// The client's address, if known.
    let client: NetworkAddress?

    /// The caller's principal.
    var principal: Principal { self.caller.principal }

    /// The caller's name in the audit log.
    var name: String { self.caller.name }

    /// Creates the context of a caller and an app.
    init(context: PurserContext) throws {
        guard let caller = context.caller else { throw Problem.keyMissing }
        guard let app = context.app else {
            throw Problem(
                .badRequest,
                code: "app_missing",
                "This key is for all apps. Name the app in the path: /v1/apps/{app}/...",
                field: "app"
            )
        }
        self.coreContext = context.coreContext
        // A publishable key can be extracted from an app, so requests with it are untrusted.
        self.app = if case .publishable = caller.principal { app.admitting(context.admission) } else { app }
        self.caller = caller
        self.client = context.client
    }

    /// Throws an error if the caller lacks a scope.
    ///
    /// An installed app may read and write in the operations that `APIAccess` allows.
    func require(_ scope: AccessScope) throws {
        try self.caller.require(scope)
    }

    /// Throws an error if an installed app requests the data of another customer; otherwise returns the customer.
    @discardableResult
    func customer(named customer: CustomerID) throws -> CustomerID {
        guard case .publishable(let own) = self.principal else { return customer }
        guard let own else { throw Problem.customerTokenMissing }
        guard own == customer else { throw Problem.customerNotYours }
        return customer
    }

    /// Throws an error if an installed app requests a signature for another environment than its customers' Production;
    /// otherwise returns the environment.
    ///
    /// Other systems trust what is signed for such an app. With the Sandbox, an app could evade the catalog's limits on
    /// Sandbox purchases and on signed offers. This does not apply to a server that accepts no Production purchases.
    func environment(_ environment: StoreEnvironment) throws -> StoreEnvironment {
        guard case .publishable = self.principal, self.app.takesProduction, environment != .production else {
            return environment
        }
        throw Problem(
            .forbidden,
            code: "environment_not_allowed",
            "With a publishable key this is signed for Production only, with the Sandbox entitlements that the "
                + "catalog allows. Leave environment out, or call from your backend with a secret key.",
            field: "environment"
        )
    }
}
