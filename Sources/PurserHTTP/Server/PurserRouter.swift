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
        /// Applies and remembers catalogues.
        package let catalogues: CatalogueDesk
        /// Makes a catalogue from Xcode's file; `nil` where none is made.
        package let storeKit: CatalogueTranslation.Way?
        /// Bounds the memory for bodies.
        package let limits: BodyLimits
        /// The keys in the database.
        package let accessKeys: AccessKeys
        /// Real time, whatever clock the books follow.
        package let wall: Ambient
        /// Who may call, and how often.
        package let access: AccessSettings
        /// Awaited before each request; a server that follows a simulated clock catches up with it here.
        package let beforeRequest: (@Sendable () async throws -> Void)?

        /// The parts of one server.
        ///
        /// Where no `wall` is given, the ambient's time is real time; where no `accessKeys` are, nobody else needs them.
        package init(
            apps: [ServedApp],
            keys: SecretKeys,
            ingest: Ingest,
            repository: any Repository,
            ambient: Ambient,
            trust: String,
            imports: Imports? = nil,
            catalogues: CatalogueDesk? = nil,
            storeKit: CatalogueTranslation.Way? = nil,
            limits: BodyLimits = BodyLimits(),
            accessKeys: AccessKeys? = nil,
            wall: Ambient? = nil,
            access: AccessSettings = AccessSettings(),
            beforeRequest: (@Sendable () async throws -> Void)? = nil
        ) {
            self.apps = apps
            self.keys = keys
            self.ingest = ingest
            self.repository = repository
            self.ambient = ambient
            self.trust = trust
            self.imports = imports
            self.storeKit = storeKit
            self.catalogues = catalogues ?? CatalogueDesk(repository: repository, ambient: ambient, apps: apps)
            self.limits = limits
            self.wall = wall ?? ambient
            self.accessKeys =
                accessKeys
                ?? AccessKeys(repository: repository, ambient: wall ?? ambient, apps: Set(apps.map(\.name)))
            self.access = access
            self.beforeRequest = beforeRequest
        }
    }

    /// The router of a server made of these parts.
    package static func make(_ parts: Parts) -> Router<PurserContext> {
        let router = Router(context: PurserContext.self)
        router.add(middleware: ProblemMiddleware())
        let rates = CallRates(limits: parts.access.limits, now: parts.wall.now)
        router.add(middleware: ClientMiddleware(proxies: parts.access.proxies, rates: rates))
        if let beforeRequest = parts.beforeRequest {
            router.add(middleware: ClockMiddleware(catchUp: beforeRequest))
        }
        let apps = Dictionary(parts.apps.map { ($0.name, $0) }) { first, _ in first }
        NotificationRoutes(ingest: parts.ingest, apps: apps, limits: parts.limits).add(to: router)
        HealthRoutes(repository: parts.repository, trust: parts.trust).add(to: router)

        let known = AppPaths(router: router).group()
            .add(middleware: Self.access(parts, apps: apps, rates: rates))
        let shop = known.group(context: ShopContext.self)
        let query = CustomerQuery(repository: parts.repository, ambient: parts.ambient)
        PurchaseRoutes(ingest: parts.ingest, query: query, limits: parts.limits).add(to: shop)
        CustomerRoutes(query: query).add(to: shop)
        CatalogueRoutes(
            exchange: CatalogueExchange(desk: parts.catalogues, limits: parts.limits),
            storeKit: parts.storeKit
        ).add(to: shop)
        if let imports = parts.imports { ImportRoutes(exchange: ImportExchange(imports: imports)).add(to: shop) }
        return router
    }

    /// What finds out who calls.
    private static func access(
        _ parts: Parts,
        apps: [AppName: ServedApp],
        rates: CallRates
    ) -> AccessMiddleware {
        AccessMiddleware(
            configured: parts.keys,
            keys: parts.accessKeys,
            apps: apps,
            rules: AccessRules(operations: Self.shopOperations),
            customers: CustomerTokens(
                keys: parts.access.customerTokens,
                repository: parts.repository,
                now: parts.wall.now
            ),
            rates: rates
        )
    }

    /// What shops and apps may call.
    private static let shopOperations: [APIOperation] =
        PurchaseRoutes.operations + CustomerRoutes.operations + ImportRoutes.operations
        + CatalogueRoutes.operations
}
