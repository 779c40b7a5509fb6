package import Hummingbird
package import Ledger
package import PurserService

/// Everything that the server answers, as one table of contents.
package enum PurserRouter {
    /// What the routes work with.
    package struct Parts: Sendable {
        /// The apps that are served.
        package let apps: [ServedApp]
        /// Their secret keys.
        package let keys: SecretKeys
        /// Takes evidence in.
        package let ingest: Ingest
        /// Keeps the books.
        package let repository: any Repository
        /// Now and chance.
        package let ambient: Ambient
        /// What the process trusts, for health.
        package let trust: String
        /// What can be done with imports; `nil` where nothing is imported.
        package let imports: Imports?
        /// Bounds the memory for bodies.
        package let limits: BodyLimits
        /// Awaited before each request; a server that follows a simulated clock catches up with it here.
        package let beforeRequest: (@Sendable () async throws -> Void)?

        /// The parts of one server.
        package init(
            apps: [ServedApp],
            keys: SecretKeys,
            ingest: Ingest,
            repository: any Repository,
            ambient: Ambient,
            trust: String,
            imports: Imports? = nil,
            limits: BodyLimits = BodyLimits(),
            beforeRequest: (@Sendable () async throws -> Void)? = nil
        ) {
            self.apps = apps
            self.keys = keys
            self.ingest = ingest
            self.repository = repository
            self.ambient = ambient
            self.trust = trust
            self.imports = imports
            self.limits = limits
            self.beforeRequest = beforeRequest
        }
    }

    /// The router of a server made of these parts.
    package static func make(_ parts: Parts) -> Router<PurserContext> {
        let router = Router(context: PurserContext.self)
        router.add(middleware: ProblemMiddleware())
        if let beforeRequest = parts.beforeRequest {
            router.add(middleware: ClockMiddleware(catchUp: beforeRequest))
        }
        let apps = Dictionary(parts.apps.map { ($0.name, $0) }) { first, _ in first }
        NotificationRoutes(ingest: parts.ingest, apps: apps, limits: parts.limits).add(to: router)
        HealthRoutes(repository: parts.repository, trust: parts.trust).add(to: router)

        let shop = router.group()
            .add(middleware: SecretKeyMiddleware(keys: parts.keys))
            .group(context: ShopContext.self)
        let query = CustomerQuery(repository: parts.repository, ambient: parts.ambient)
        PurchaseRoutes(ingest: parts.ingest, query: query, limits: parts.limits).add(to: shop)
        CustomerRoutes(query: query).add(to: shop)
        if let imports = parts.imports { ImportRoutes(exchange: ImportExchange(imports: imports)).add(to: shop) }
        return router
    }
}
