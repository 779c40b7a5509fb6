import HTTPTypes
import Hummingbird
import Ledger
import PurserService

/// What belongs to a request about one app; a route that needs the app cannot be reached without one.
struct AppContext: ChildRequestContext, AuthenticatedContext {
    /// What the framework keeps.
    var coreContext: CoreRequestContextStorage
    /// The app that the request is about.
    let app: ServedApp
    /// Who calls.
    let caller: Caller
    /// The address of whoever sent the request, as far as it can be told.
    let client: NetworkAddress?

    /// In which capacity he calls.
    var principal: Principal { self.caller.principal }

    /// Who is taken down as having done what the key did.
    var name: String { self.caller.name }

    /// The context of a caller and an app.
    init(context: PurserContext) throws {
        guard let caller = context.caller else { throw Problem.keyMissing }
        guard let app = context.app else {
            throw Problem(
                .badRequest,
                code: "app_missing",
                "This key is one of all apps; name the app in the address: /v1/apps/{app}/...",
                field: "app"
            )
        }
        self.coreContext = context.coreContext
        // Anybody can take the key out of an app, so what comes with it is a stranger's.
        self.app = if case .publishable = caller.principal { app.admitting(context.admission) } else { app }
        self.caller = caller
        self.client = context.client
    }

    /// Refuses whoever may not do what is asked.
    ///
    /// An app in the field may read and write where it comes at all, which `APIAccess` says of each operation.
    func require(_ scope: AccessScope) throws {
        try self.caller.require(scope)
    }

    /// Refuses an app in the field that asks about somebody else than its own customer, and returns the customer.
    @discardableResult
    func customer(named customer: CustomerID) throws -> CustomerID {
        guard case .publishable(let own) = self.principal else { return customer }
        guard let own else { throw Problem.customerTokenMissing }
        guard own == customer else { throw Problem.customerNotYours }
        return customer
    }

    /// Refuses an app in the field that chooses another environment than its customers' where those pay, and returns
    /// the environment.
    ///
    /// What is signed for such an app is believed elsewhere. By naming the Sandbox it would go around what the catalog
    /// lets purchases of the Sandbox give, and around how often an offer may be had. A server that takes no purchases
    /// of Production has nothing to go around.
    func environment(_ environment: StoreEnvironment) throws -> StoreEnvironment {
        guard case .publishable = self.principal, self.app.takesProduction, environment != .production else {
            return environment
        }
        throw Problem(
            .forbidden,
            code: "environment_not_allowed",
            "With a publishable key this is signed for Production only, with the entitlements of the Sandbox that the catalog "
                + "allows. Leave environment out, or ask from your backend with a secret key.",
            field: "environment"
        )
    }
}
