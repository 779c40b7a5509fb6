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
        /// Keeps Apple's reports.
        package let reports: ReportService
        /// Says what Apple pays.
        package let proceeds: ProceedsService
        /// What fetches Apple's reports, by the apps that have a key for App Store Connect.
        package let reportFetches: [AppName: ReportFetch]
        /// Applies and remembers catalogues.
        package let catalogues: CatalogueDesk
        /// Knows what products cost.
        package let prices: PriceService
        /// Makes a catalogue from Xcode's file; `nil` where none is made.
        package let storeKit: CatalogueTranslation.Way?
        /// What can be asked of the App Store; `nil` where nothing can.
        package let store: (desk: StoreDesk, operations: StoreOperations)?
        /// The keys that sign passes.
        package let passKeys: PassKeyRing
        /// Says who is told of events; `nil` where nobody is.
        package let webhooks: WebhookDesk?
        /// What is done with what is to be handed over; `nil` for a desk that nobody else hears of.
        package let deliveries: DeliveryDesk?
        /// Compares days with Apple's reports; `nil` for a service of its own.
        package let reconciliation: ReconciliationService?
        /// Shows alarms and silences them; `nil` for a service without channels.
        package let alarms: AlarmService?
        /// Says how the links to Apple are; `nil` where nobody probes them.
        package let links: LinkService?
        /// Bounds the memory for bodies.
        package let limits: BodyLimits
        /// The keys in the database.
        package let accessKeys: AccessKeys
        /// Real time, whatever clock the books follow.
        package let wall: Ambient
        /// Who may call, and how often.
        package let access: AccessSettings
        /// What customers who are about to cancel are shown, by app.
        package let retention: [AppName: RetentionRules]
        /// Whether the description of the API and the metrics are shown to anybody.
        package let areDocumentsOpen: Bool
        /// Writes the figures of the process; `nil` where nobody keeps any.
        package let metrics: (@Sendable () async -> String)?
        /// Whether Apple's and the shop's requests are answered; where not, there are health and metrics alone.
        package let answersRequests: Bool
        /// Waits for so long by real time.
        package let sleep: @Sendable (Duration) async throws -> Void
        /// Awaited before each request; a server that follows a simulated clock catches up with it here.
        package let beforeRequest: (@Sendable () async throws -> Void)?

        /// The parts of one server.
        ///
        /// Where no `wall` is given, the ambient's time is real time; where no `accessKeys` are, nobody else needs them, and
        /// where no `reports` are, no app has an account at App Store Connect.
        package init(
            apps: [ServedApp],
            keys: SecretKeys,
            ingest: Ingest,
            repository: any Repository,
            ambient: Ambient,
            trust: String,
            imports: Imports? = nil,
            reports: ReportService? = nil,
            proceeds: ProceedsService? = nil,
            reportFetches: [AppName: ReportFetch] = [:],
            catalogues: CatalogueDesk? = nil,
            prices: PriceService? = nil,
            storeKit: CatalogueTranslation.Way? = nil,
            store: (desk: StoreDesk, operations: StoreOperations)? = nil,
            passKeys: PassKeyRing? = nil,
            webhooks: WebhookDesk? = nil,
            deliveries: DeliveryDesk? = nil,
            reconciliation: ReconciliationService? = nil,
            alarms: AlarmService? = nil,
            links: LinkService? = nil,
            limits: BodyLimits = BodyLimits(),
            accessKeys: AccessKeys? = nil,
            wall: Ambient? = nil,
            access: AccessSettings = AccessSettings(),
            retention: [AppName: RetentionRules] = [:],
            areDocumentsOpen: Bool = false,
            metrics: (@Sendable () async -> String)? = nil,
            answersRequests: Bool = true,
            sleep: @escaping @Sendable (Duration) async throws -> Void = { try await ContinuousClock().sleep(for: $0) },
            beforeRequest: (@Sendable () async throws -> Void)? = nil
        ) {
            self.apps = apps
            self.keys = keys
            self.ingest = ingest
            self.repository = repository
            self.ambient = ambient
            self.trust = trust
            self.imports = imports
            let reports = reports ?? ReportService(repository: repository, ambient: ambient)
            self.reports = reports
            self.proceeds =
                proceeds ?? ProceedsService(repository: repository, reports: reports, apps: apps, ambient: ambient)
            self.reportFetches = reportFetches
            self.storeKit = storeKit
            self.catalogues = catalogues ?? CatalogueDesk(repository: repository, ambient: ambient, apps: apps)
            self.prices =
                prices
                ?? PriceService(
                    repository: repository,
                    apps: apps,
                    ambient: ambient,
                    audit: AuditLog(repository: repository, ambient: ambient)
                )
            self.store = store
            self.passKeys = passKeys ?? PassKeyRing(path: nil, ambient: wall ?? ambient)
            self.webhooks = webhooks
            self.deliveries = deliveries
            self.reconciliation = reconciliation
            self.alarms = alarms
            self.links = links
            self.limits = limits
            self.wall = wall ?? ambient
            self.accessKeys =
                accessKeys
                ?? AccessKeys(repository: repository, ambient: wall ?? ambient, apps: Set(apps.map(\.name)))
            self.access = access
            self.retention = retention
            self.areDocumentsOpen = areDocumentsOpen
            self.metrics = metrics
            self.answersRequests = answersRequests
            self.sleep = sleep
            self.beforeRequest = beforeRequest
        }
    }

    /// The router of a server made of these parts.
    package static func make(_ parts: Parts) -> Router<PurserContext> {
        let router = Router(context: PurserContext.self, options: .autoGenerateHeadEndpoints)
        router.add(middleware: RequestNameMiddleware())
        router.add(middleware: SpanMiddleware())
        router.add(middleware: MetricsMiddleware())
        router.add(middleware: ProblemMiddleware(methods: APIMethods(parts.answersRequests ? Self.operations : [])))
        router.add(middleware: RequestThreadsMiddleware())
        let rates = CallRates(limits: parts.access.limits, now: parts.wall.now)
        router.add(middleware: ClientMiddleware(proxies: parts.access.proxies, rates: rates))
        router.add(middleware: AddressMiddleware())
        router.add(middleware: QueryMiddleware(queries: APIQueries(Self.operations)))
        if let beforeRequest = parts.beforeRequest {
            router.add(middleware: ClockMiddleware(catchUp: beforeRequest))
        }
        let apps = Dictionary(parts.apps.map { ($0.name, $0) }) { first, _ in first }
        let probe = ReadinessProbe(repository: parts.repository, now: parts.wall.now)
        HealthRoutes(probe: probe, trust: parts.trust).add(to: router)
        let watch = WatchProbe(repository: parts.repository, ambient: parts.ambient)
        WatchHealthRoutes(probe: watch, startedAt: parts.wall.now(), now: parts.wall.now).add(to: router)
        let known = AppPaths(router: router).group()
            .add(middleware: Self.access(parts, apps: apps, rates: rates))
            .add(middleware: CallerSpanMiddleware())
            .add(middleware: RequestsAtWorkMiddleware())
        if parts.answersRequests { Self.addAnswers(parts, apps: apps, rates: rates, known, to: router) }
        if parts.areDocumentsOpen {
            Self.add(parts, to: router)
        } else {
            Self.add(parts, to: known.group(context: CallerContext.self))
        }
        return router
    }

    /// Adds what answers Apple and the shop.
    private static func addAnswers(
        _ parts: Parts,
        apps: [AppName: ServedApp],
        rates: CallRates,
        _ known: RouterGroup<PurserContext>,
        to router: Router<PurserContext>
    ) {
        let work = RequestsAtWork()
        NotificationRoutes(ingest: parts.ingest, apps: apps, rates: rates, limits: parts.limits, work: work)
            .add(to: router)
        VerifyReceiptRoutes(
            desk: ReceiptDesk(ingest: parts.ingest, apps: parts.apps),
            rates: rates,
            limits: parts.limits
        ).add(to: router)
        let audit = AuditLog(repository: parts.repository, ambient: parts.ambient)
        let offers = OfferDesk(repository: parts.repository, ambient: parts.ambient, audit: audit)
        RealtimeRoutes(
            answering: RetentionAnswering(
                rules: parts.retention,
                repository: parts.repository,
                offers: offers,
                ambient: parts.ambient,
                sleep: parts.sleep
            ),
            apps: apps,
            limits: parts.limits,
            work: work
        ).add(to: router)

        let shop = known.group(context: ShopContext.self)
            .add(middleware: Self.idempotency(parts))
            // Within what keeps answers, because a refusal is an answer too.
            .add(middleware: ProblemMiddleware())
            .add(middleware: ETagMiddleware())
        let query = CustomerQuery(repository: parts.repository, ambient: parts.ambient)
        PurchaseRoutes(ingest: parts.ingest, query: query, limits: parts.limits).add(to: shop)
        CustomerRoutes(query: query).add(to: shop)
        let deliveries =
            parts.deliveries
            ?? DeliveryDesk(repository: parts.repository, apps: parts.apps, ambient: parts.ambient, audit: audit)
        DeliveryRoutes(exchange: DeliveryExchange(desk: deliveries, limits: parts.limits)).add(to: shop)
        let refunds = RefundDesk(
            repository: parts.repository,
            apps: Set(parts.apps.map(\.name)),
            ambient: parts.ambient,
            audit: audit
        )
        let counsel = RefundCounsel(repository: parts.repository, apps: parts.apps)
        RefundRoutes(exchange: RefundExchange(desk: refunds, counsel: counsel, limits: parts.limits)).add(to: shop)
        ConsumptionRoutes(counsel: counsel, limits: parts.limits, now: parts.ambient.now).add(to: shop)
        CatalogueRoutes(
            exchange: CatalogueExchange(desk: parts.catalogues, limits: parts.limits),
            storeKit: parts.storeKit,
            prices: parts.prices
        ).add(to: shop)
        PriceController(service: parts.prices, limits: parts.limits).add(to: shop)
        Self.addCustomers(parts, store: parts.store?.desk, to: shop)
        OfferRoutes(desk: offers, limits: parts.limits).add(to: shop)
        RetentionRoutes(audit: audit, limits: parts.limits).add(to: shop)
        if let store = parts.store {
            let exchange = StoreDeskExchange(desk: store.desk, operations: store.operations, limits: parts.limits)
            StoreDeskRoutes(exchange: exchange).add(to: shop)
            RecoveryRoutes(desk: RecoveryDesk(store: store.desk), rates: rates, limits: parts.limits).add(to: shop)
        }
        AnonymousRoutes(keys: parts.accessKeys, rates: rates, limits: parts.limits).add(to: shop)
        let callers = known.group(context: CallerContext.self)
            .add(middleware: Self.idempotency(parts))
            .add(middleware: ProblemMiddleware())
            .add(middleware: ETagMiddleware())
        KeyRoutes(keys: parts.accessKeys, limits: parts.limits).add(to: callers)
        FigureController(query: FigureQuery(repository: parts.repository, now: parts.ambient.now)).add(to: callers)
        let alarms =
            parts.alarms
            ?? AlarmService(
                repository: parts.repository,
                ambient: parts.ambient,
                audit: audit,
                apps: Set(parts.apps.map(\.name))
            )
        AlarmController(service: alarms, limits: parts.limits).add(to: callers)
        TelemetryController(
            service: TelemetryService(now: parts.wall.now),
            rates: rates,
            limits: parts.limits
        ).add(to: shop)
        let grants = GrantDesk(repository: parts.repository, ambient: parts.ambient)
        let passes = PassRoutes(query: query, desk: PassDesk(keys: parts.passKeys, now: parts.wall.now))
        passes.addKeys(to: router)
        passes.add(to: shop)
        GrantRoutes(desk: grants, limits: parts.limits).add(to: shop)
        let wallets = WalletDesk(repository: parts.repository, ambient: parts.ambient)
        WalletRoutes(desk: wallets, limits: parts.limits).add(to: shop)
        MovingOverRoutes(desk: MovingOverDesk(repository: parts.repository, ambient: parts.ambient)).add(to: shop)
        let reconciliation =
            parts.reconciliation
            ?? ReconciliationService(
                repository: parts.repository,
                reports: ReportService(repository: parts.repository, ambient: parts.ambient),
                apps: parts.apps,
                ambient: parts.ambient,
                audit: audit
            )
        ReconciliationController(service: reconciliation, limits: parts.limits).add(to: shop)
        if let links = parts.links { LinkController(service: links).add(to: shop) }
        let orders = OrderDesk(repository: parts.repository, ambient: parts.ambient)
        OrderRoutes(desk: orders, limits: parts.limits).add(to: shop)
        if let desk = parts.webhooks {
            let exchange = WebhookExchange(desk: desk, limits: parts.limits)
            WebhookRoutes(exchange: exchange).add(to: shop)
            EventRoutes(
                repository: parts.repository,
                exchange: exchange,
                streams: EventStreams(repository: parts.repository, sleep: parts.sleep)
            ).add(to: shop)
        }
        if let imports = parts.imports { ImportRoutes(exchange: ImportExchange(imports: imports)).add(to: shop) }
        ReportRoutes(controller: ReportController(reports: parts.reports, limits: parts.limits)).add(to: shop)
        ProceedsRoutes(controller: ProceedsController(service: parts.proceeds)).add(to: shop)
        ReportScheduleRoutes(controller: ReportScheduleController(fetches: parts.reportFetches)).add(to: shop)
    }

    /// Adds what describes the server, to whoever may see it.
    private static func add(_ parts: Parts, to group: some RouterMethods) {
        DocumentRoutes(isOpen: parts.areDocumentsOpen).add(to: group)
        if let text = parts.metrics { MetricsRoutes(text: text).add(to: group) }
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
            rules: AccessRules(operations: Self.operations),
            customers: CustomerTokens(
                keys: parts.access.customerTokens,
                repository: parts.repository,
                now: parts.wall.now
            ),
            rates: rates
        )
    }

    /// What does a request that comes again once.
    private static func idempotency<Context: CallingContext>(_ parts: Parts) -> IdempotencyMiddleware<Context> {
        IdempotencyMiddleware(repository: parts.repository, now: parts.wall.now, limits: parts.limits)
    }
}
