import HTTPTypes
import Ledger
import PurserService

extension ShopContext {
    /// Refuses an app in the field that chooses another environment than its customers' where those pay, and returns the
    /// environment.
    ///
    /// What is signed for such an app is believed elsewhere. By naming the Sandbox it would go around what the catalogue lets
    /// purchases of the Sandbox give, and around how often an offer may be had. A server that takes no purchases of Production
    /// has nothing to go around.
    func environment(_ environment: StoreEnvironment) throws -> StoreEnvironment {
        guard case .publishable = self.principal, self.app.takesProduction, environment != .production else {
            return environment
        }
        throw Problem(
            .forbidden,
            code: "environment_not_allowed",
            "With a publishable key this is signed for Production only, with the rights of the Sandbox that the catalogue "
                + "allows. Leave environment out, or ask from your backend with a secret key.",
            field: "environment"
        )
    }
}
