package import Hummingbird
internal import Ledger
package import NIOCore
package import PurserService

/// The router with all routes of the server.
package enum PurserRouter {
    /// The settings of the router.
    package struct Settings: Sendable {
        /// The configured secret keys of the apps.
        package var keys: SecretKeys
        /// The name of the trusted roots, for the health endpoint.
        package var trust: String
        /// The limits on the memory for bodies.
        package var limits: BodyLimits
        /// The settings of authentication and rate limits.
        package var authentication: AuthenticationSettings
        /// Whether the description of the API and the metrics are public.
        package var areDocumentsOpen: Bool
        /// Returns the metrics of the process; `nil` if there are none.
        package var metrics: (@Sendable () async -> String)?
        /// Whether the node serves Apple and the shop; otherwise health and metrics only.
        package var answersRequests: Bool
        /// The translation of Xcode's file into a catalog; `nil` if it is not available.
        package var storeKit: CatalogTranslation.Way?
        /// The newest migration and the location of the database, for commands.
        package var database: DatabaseName
        /// The settings of the dashboard.
        package var dashboard: DashboardSettings
        /// Runs the doctor, and reports each finding as soon as it exists; `nil` where it is not available.
        package var doctor: DoctorRun.Checks?
        /// The gate that lets one long operation run at a time.
        package var gate: OperationGate
        /// Returns the peer at the operators' socket; `nil` for a connection from the network.
        package var peer: @Sendable (any Channel) async -> OperatorPeer?
        /// Waits in real time.
        package var sleep: @Sendable (Duration) async throws -> Void
        /// A function to await before each request; a server that follows a simulated clock updates its time here.
        package var beforeRequest: (@Sendable () async throws -> Void)?

        /// Creates the settings of a server.
        package init(
            keys: SecretKeys,
            trust: String,
            limits: BodyLimits = BodyLimits(),
            authentication: AuthenticationSettings = AuthenticationSettings(),
            areDocumentsOpen: Bool = false,
            metrics: (@Sendable () async -> String)? = nil,
            answersRequests: Bool = true,
            storeKit: CatalogTranslation.Way? = nil,
            database: DatabaseName = DatabaseName(path: "", schema: ""),
            dashboard: DashboardSettings = DashboardSettings(),
            doctor: DoctorRun.Checks? = nil,
            gate: OperationGate = OperationGate(),
            peer: @escaping @Sendable (any Channel) async -> OperatorPeer? = OperatorPeer.of,
            sleep: @escaping @Sendable (Duration) async throws -> Void = { try await ContinuousClock().sleep(for: $0) },
            beforeRequest: (@Sendable () async throws -> Void)? = nil
        ) {
            self.keys = keys
            self.trust = trust
            self.limits = limits
            self.authentication = authentication
            self.areDocumentsOpen = areDocumentsOpen
            self.metrics = metrics
            self.answersRequests = answersRequests
            self.storeKit = storeKit
            self.database = database
            self.dashboard = dashboard
            self.doctor = doctor
            self.gate = gate
            self.peer = peer
            self.sleep = sleep
            self.beforeRequest = beforeRequest
        }
    }

    /// Returns the router of a server with these services.
    package static func make(_ services: Services, _ settings: Settings) -> Router<PurserContext> {
        let router = Router(context: PurserContext.self, options: .autoGenerateHeadEndpoints)
        router.add(middleware: RequestIdentifierMiddleware())
        router.add(middleware: SpanMiddleware())
        router.add(middleware: MetricsMiddleware())
        router.add(middleware: ProblemMiddleware(methods: APIMethods(settings.answersRequests ? Self.operations : [])))
        router.add(middleware: RequestThreadsMiddleware(services.repository))
        let rateLimiter = RateLimiter(limits: settings.authentication.limits, now: services.wall.now)
        router.add(middleware: ClientMiddleware(proxies: settings.authentication.proxies, rateLimiter: rateLimiter))
        let dashboard = DashboardController(
            services: services,
            settings: settings.dashboard,
            gate: settings.gate,
            server: DashboardServerController(services: services, settings: settings)
        )
        let entrance = dashboard.entrance(limits: settings.limits)
        if settings.answersRequests { router.add(middleware: DashboardAddressMiddleware(entrance: entrance)) }
        router.add(middleware: RequestTargetMiddleware())
        router.add(middleware: QueryMiddleware(queries: APIQueries(Self.operations)))
        if let beforeRequest = settings.beforeRequest {
            router.add(middleware: ClockMiddleware(catchUp: beforeRequest))
        }
        let probe = ReadinessProbe(repository: services.repository, now: services.wall.now)
        HealthController(probe: probe, trust: settings.trust).add(to: router)
        let watch = WatchProbe(repository: services.repository, ambient: services.ambient)
        WatchHealthController(probe: watch, startedAt: services.wall.now(), now: services.wall.now).add(to: router)

        let known = AppPaths(router: router).group()
            .add(middleware: Self.authentication(services, settings, rateLimiter: rateLimiter))
            .add(middleware: CallerSpanMiddleware())
            .add(middleware: ConcurrencyLimitMiddleware())
        if settings.answersRequests {
            Self.addApple(services, settings, rateLimiter: rateLimiter, to: router)
            Self.addShop(services, settings, rateLimiter: rateLimiter, to: Self.answering(known, services, settings))
            Self.addCallers(services, settings, to: Self.answering(known, services, settings))
            PassController(query: services.query, service: services.passes).addKeys(to: router)
            dashboard.add(to: router, behind: entrance)
        }
        if settings.areDocumentsOpen {
            Self.addDocuments(settings, to: router)
        } else {
            Self.addDocuments(settings, to: known.group(context: CallerContext.self))
        }
        return router
    }

    /// Returns the group of routes that need a key, whose writes can be repeated.
    private static func answering<Context: ChildRequestContext & AuthenticatedContext>(
        _ known: RouterGroup<PurserContext>,
        _ services: Services,
        _ settings: Settings
    ) -> RouterGroup<Context> where Context.ParentContext == PurserContext {
        known.group(context: Context.self)
            .add(
                middleware: IdempotencyMiddleware(
                    repository: services.repository,
                    now: services.wall.now,
                    limits: settings.limits
                )
            )
            // It is inside the middleware that stores responses, because an error is a response too.
            .add(middleware: ProblemMiddleware())
            .add(middleware: ETagMiddleware())
    }

    /// Adds the routes for Apple, and for apps that use Apple's deprecated endpoint.
    private static func addApple(
        _ services: Services,
        _ settings: Settings,
        rateLimiter: RateLimiter,
        to router: Router<PurserContext>
    ) {
        let apps = Dictionary(services.apps.map { ($0.name, $0) }) { first, _ in first }
        let limits = settings.limits
        let concurrencyLimiter = ConcurrencyLimiter()
        NotificationController(
            ingest: services.ingest,
            apps: apps,
            rateLimiter: rateLimiter,
            limits: limits,
            concurrencyLimiter: concurrencyLimiter
        )
        .add(to: router)
        VerifyReceiptController(service: services.receipts, rateLimiter: rateLimiter, limits: limits).add(to: router)
        RealtimeController(
            answering: services.retention,
            apps: apps,
            limits: limits,
            concurrencyLimiter: concurrencyLimiter
        ).add(to: router)
    }

    /// Adds the routes about one app.
    private static func addShop(
        _ services: Services,
        _ settings: Settings,
        rateLimiter: RateLimiter,
        to shop: RouterGroup<AppContext>
    ) {
        let limits = settings.limits
        let now = services.ambient.now

        // Purchases and customers.
        PurchaseController(ingest: services.ingest, query: services.query, limits: limits).add(to: shop)
        RecoveryController(service: services.recovery, audit: services.audit, rateLimiter: rateLimiter, limits: limits)
            .add(to: shop)
        EntitlementController(query: services.query).add(to: shop)
        CustomerController(service: services.customers, limits: limits, now: now).add(to: shop)
        AccountTokenController(service: services.customers, limits: limits).add(to: shop)
        ConsentController(service: services.customers, limits: limits).add(to: shop)
        RescissionController(service: services.customers, limits: limits).add(to: shop)
        PurchaseHistoryController(service: services.customers).add(to: shop)
        TimelineController(service: services.customers).add(to: shop)
        HeldEvidenceController(service: services.customers).add(to: shop)
        EvidenceController(service: services.customers).add(to: shop)
        OwnershipController(service: services.customers, limits: limits).add(to: shop)
        LookupController(service: services.customers).add(to: shop)
        RiskController(service: services.risks, customers: services.customers).add(to: shop)
        SessionController(
            keys: services.accessKeys,
            service: services.customers,
            rateLimiter: rateLimiter,
            limits: limits
        ).add(to: shop)
        PassController(query: services.query, service: services.passes).add(to: shop)
        GrantController(service: services.grants, limits: limits).add(to: shop)
        WalletController(service: services.wallets, limits: limits).add(to: shop)
        SeatController(service: services.seats, limits: limits).add(to: shop)
        OrderController(service: services.orders, limits: limits).add(to: shop)
        CustomerBlockController(service: services.orders, limits: limits).add(to: shop)
        FulfillmentController(service: services.fulfillments, limits: limits).add(to: shop)
        RefundController(service: services.refunds, advisor: services.refundAdvisor, limits: limits).add(to: shop)
        RefundPolicyController(service: services.refunds, advisor: services.refundAdvisor, limits: limits).add(to: shop)
        ConsumptionController(advisor: services.refundAdvisor, limits: limits, now: now).add(to: shop)

        // The catalog.
        CatalogController(
            service: services.catalogs,
            storeKit: settings.storeKit,
            prices: services.prices,
            limits: limits
        ).add(to: shop)
        PriceController(service: services.prices, limits: limits).add(to: shop)
        OfferController(service: services.offers, limits: limits).add(to: shop)
        RetentionController(audit: services.audit, limits: limits).add(to: shop)

        // Calls to Apple.
        let storeCalls = StoreCalls(service: services.store, audit: services.audit, limits: limits)
        StoreController(calls: storeCalls).add(to: shop)
        RenewalExtensionController(calls: storeCalls).add(to: shop)

        // Events.
        WebhookController(service: services.webhooks, limits: limits).add(to: shop)
        EventController(
            repository: services.repository,
            service: services.webhooks,
            feed: EventFeed(repository: services.repository, sleep: settings.sleep),
            limits: limits
        ).add(to: shop)

        HeldEvidenceListController(service: services.heldEvidence, limits: limits).add(to: shop)

        // Imports and amounts.
        ImportController(imports: services.imports).add(to: shop)
        LegacyUsageController(service: services.legacyUsage).add(to: shop)
        ReportController(reports: services.reports, limits: limits).add(to: shop)
        ReportFetchController(fetches: services.reportFetches, gate: settings.gate, limits: limits).add(to: shop)
        ProceedsController(service: services.proceeds).add(to: shop)
        FigureController(service: services.figures).add(to: shop)
        ReconciliationController(service: services.reconciliation, limits: limits).add(to: shop)

        // Metrics and alarms.
        TelemetryController(service: services.telemetry, rateLimiter: rateLimiter, limits: limits).add(to: shop)
        LinkController(service: services.links).add(to: shop)
    }

    /// Adds the routes about one app or all apps, depending on the caller's key.
    private static func addCallers(
        _ services: Services,
        _ settings: Settings,
        to callers: RouterGroup<CallerContext>
    ) {
        AccessKeyController(keys: services.accessKeys, limits: settings.limits).add(to: callers)
        OperatorController(
            service: services.operators,
            dashboard: settings.dashboard,
            now: services.wall.now,
            limits: settings.limits
        ).add(to: callers)
        MetricController(query: services.metrics).add(to: callers)
        AlarmController(service: services.alarms, limits: settings.limits).add(to: callers)
        AuditController(repository: services.repository).add(to: callers)
        DatabaseController(
            operations: services.operations,
            database: settings.database,
            gate: settings.gate,
            limits: settings.limits
        ).add(to: callers)
    }

    /// Adds the documents, with the configured access.
    private static func addDocuments(_ settings: Settings, to group: some RouterMethods) {
        OpenAPIController(isOpen: settings.areDocumentsOpen).add(to: group)
        if let text = settings.metrics { PrometheusController(text: text).add(to: group) }
    }

    /// Returns the authentication middleware.
    private static func authentication(
        _ services: Services,
        _ settings: Settings,
        rateLimiter: RateLimiter
    ) -> AuthenticationMiddleware {
        AuthenticationMiddleware(
            configured: settings.keys,
            keys: services.accessKeys,
            apps: Dictionary(services.apps.map { ($0.name, $0) }) { first, _ in first },
            rules: AuthorizationRules(operations: Self.operations),
            customers: CustomerTokens(
                keys: settings.authentication.customerTokens,
                repository: services.repository,
                now: services.wall.now
            ),
            rateLimiter: rateLimiter,
            peer: settings.peer
        )
    }
}

/// Updates the time of a server that follows a simulated clock before a request uses it.
struct ClockMiddleware: RouterMiddleware {
    /// Updates the time.
    let catchUp: @Sendable () async throws -> Void

    /// Updates the time and passes the request on.
    func handle(
        _ request: Request,
        context: PurserContext,
        next: @concurrent (Request, PurserContext) async throws -> Response
    ) async throws -> Response {
        do {
            try await self.catchUp()
        } catch {
            throw Problem(
                .serviceUnavailable,
                code: "clock_unavailable",
                "The simulated clock that this server follows does not respond.",
                retryAfterSeconds: 1
            )
        }
        return try await next(request, context)
    }
}
