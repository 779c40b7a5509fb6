package import Hummingbird
package import PurserService

/// What belongs to one request before anybody has shown who he is.
package struct PurserContext: RequestContext {
    /// What the framework keeps.
    package var coreContext: CoreRequestContextStorage
    /// The app whose secret key the request bears.
    package var app: ServedApp?

    /// A fresh context.
    package init(source: Source) {
        self.coreContext = CoreRequestContextStorage(source: source)
        self.app = nil
    }
}
