import Hummingbird
import PurserService

/// What belongs to a request that bears an app's secret key; a route that needs the app cannot be reached without one.
struct ShopContext: ChildRequestContext {
    /// What the framework keeps.
    var coreContext: CoreRequestContextStorage
    /// The app that the key belongs to.
    let app: ServedApp

    /// The context of the app whose key the request bears.
    init(context: PurserContext) throws {
        guard let app = context.app else {
            throw Problem(
                .unauthorized,
                code: "key_missing_or_unknown",
                "Send the app's secret key: Authorization: Bearer purser_sk_..."
            )
        }
        self.coreContext = context.coreContext
        self.app = app
    }
}
