package import Hummingbird
package import Ledger
package import NIOCore
package import PurserService

/// Everything that the server answers to its operators, on a socket of its own that no network reaches.
package enum OperatorRouter {
    /// What the routes work with.
    package struct Parts: Sendable {
        /// The path of the database.
        package let databasePath: String
        /// The number of its newest migration.
        package let schema: String
        /// Keeps the books.
        package let repository: any Repository
        /// What operators may do.
        package let operations: Operations
        /// Lets one long piece of work run at a time.
        package let gate: OperatorGate
        /// The keys with which the API is called; `nil` where they are none of this server's business.
        package let keys: AccessKeys?
        /// What can be done with imports; `nil` where nothing is imported.
        package let imports: Imports?
        /// Keeps Apple's reports; `nil` where none are kept.
        package let reports: ReportService?
        /// Says what Apple pays; `nil` where that is not served.
        package let proceeds: ProceedsService?
        /// What fetches Apple's reports, by the apps that have a key for App Store Connect.
        package let reportFetches: [AppName: ReportFetch]
        /// What can be asked of the App Store; `nil` where nothing can.
        package let store: StoreOperations?
        /// Applies and remembers catalogues; `nil` where none can be.
        package let catalogues: CatalogueDesk?
        /// Knows what products cost; `nil` where that is not served.
        package let prices: PriceService?
        /// What can be done about rights given by hand; `nil` where nothing can.
        package let grants: GrantOperations?
        /// What can be done about wallets; `nil` where nothing can.
        package let wallets: WalletOperations?
        /// What can be done about orders; `nil` where nothing can.
        package let orders: OrderOperations?
        /// What can be said of old forms; `nil` where nothing can.
        package let movingOver: MovingOverOperations?
        /// What can be done for customers; `nil` where nothing can.
        package let customers: CustomerOperations?
        /// Says who is told of events; `nil` where nobody is.
        package let webhooks: WebhookDesk?
        /// What can be done with what is to be handed over; `nil` where nothing can.
        package let deliveries: DeliveryDesk?
        /// What can be done about refunds; `nil` where nothing can.
        package let refunds: RefundDesk?
        /// What support may tell of them; `nil` where there are none.
        package let refundCounsel: RefundCounsel?
        /// Knows whose reasons to look twice reach the line; `nil` where nobody is watched.
        package let risks: RiskDesk?
        /// What can be done about days and Apple's reports; `nil` where nothing can.
        package let reconciliation: ReconciliationOperations?
        /// Shows alarms and silences them; `nil` where there are none.
        package let alarms: AlarmService?
        /// Bounds the memory for bodies.
        package let limits: BodyLimits
        /// Finds out who is at the other end of a connection.
        package let peer: @Sendable (any Channel) async -> OperatorPeer?

        /// The parts of one server.
        package init(
            databasePath: String,
            schema: String,
            repository: any Repository,
            operations: Operations,
            gate: OperatorGate,
            keys: AccessKeys? = nil,
            imports: Imports? = nil,
            reports: ReportService? = nil,
            proceeds: ProceedsService? = nil,
            reportFetches: [AppName: ReportFetch] = [:],
            store: StoreOperations? = nil,
            catalogues: CatalogueDesk? = nil,
            prices: PriceService? = nil,
            grants: GrantOperations? = nil,
            wallets: WalletOperations? = nil,
            orders: OrderOperations? = nil,
            movingOver: MovingOverOperations? = nil,
            customers: CustomerOperations? = nil,
            webhooks: WebhookDesk? = nil,
            deliveries: DeliveryDesk? = nil,
            refunds: RefundDesk? = nil,
            refundCounsel: RefundCounsel? = nil,
            risks: RiskDesk? = nil,
            reconciliation: ReconciliationOperations? = nil,
            alarms: AlarmService? = nil,
            limits: BodyLimits = BodyLimits(),
            peer: @escaping @Sendable (any Channel) async -> OperatorPeer? = OperatorPeer.of
        ) {
            self.databasePath = databasePath
            self.schema = schema
            self.repository = repository
            self.operations = operations
            self.gate = gate
            self.keys = keys
            self.imports = imports
            self.reports = reports
            self.proceeds = proceeds
            self.reportFetches = reportFetches
            self.store = store
            self.catalogues = catalogues
            self.prices = prices
            self.grants = grants
            self.wallets = wallets
            self.orders = orders
            self.movingOver = movingOver
            self.customers = customers
            self.webhooks = webhooks
            self.deliveries = deliveries
            self.refunds = refunds
            self.refundCounsel = refundCounsel
            self.risks = risks
            self.reconciliation = reconciliation
            self.alarms = alarms
            self.limits = limits
            self.peer = peer
        }
    }

    /// The router of a server made of these parts.
    package static func make(_ parts: Parts) -> Router<OperatorContext> {
        let router = Router(context: OperatorContext.self)
        router.add(middleware: RequestNameMiddleware())
        router.add(middleware: ProblemMiddleware())
        router.add(middleware: OperatorPeerMiddleware(peer: parts.peer))
        router.add(middleware: AddressMiddleware())
        let queries = APIQueries(operatorsOf: PurserRouter.operations, own: OperatorRoutes.queries)
        router.add(middleware: QueryMiddleware(queries: queries))
        OperatorRoutes(parts: parts).add(to: router)
        if let keys = parts.keys { OperatorKeyRoutes(keys: keys, limits: parts.limits).add(to: router) }
        if let imports = parts.imports {
            OperatorImportRoutes(exchange: ImportExchange(imports: imports)).add(to: router)
        }
        if let reports = parts.reports {
            OperatorReportRoutes(controller: ReportController(reports: reports, limits: parts.limits)).add(to: router)
        }
        if let proceeds = parts.proceeds {
            ProceedsRoutes(controller: ProceedsController(service: proceeds)).add(to: router)
        }
        if let desk = parts.catalogues {
            OperatorCatalogueRoutes(exchange: CatalogueExchange(desk: desk, limits: parts.limits)).add(to: router)
        }
        if let service = parts.prices {
            PriceController(service: service, limits: parts.limits).add(to: router)
        }
        if let desk = parts.webhooks {
            let exchange = WebhookExchange(desk: desk, limits: parts.limits)
            OperatorWebhookRoutes(
                exchange: exchange,
                events: EventRoutes(repository: parts.repository, exchange: exchange, streams: nil)
            ).add(to: router)
        }
        if let desk = parts.deliveries {
            OperatorDeliveryRoutes(exchange: DeliveryExchange(desk: desk, limits: parts.limits)).add(to: router)
        }
        if let desk = parts.refunds, let counsel = parts.refundCounsel {
            let exchange = RefundExchange(desk: desk, counsel: counsel, limits: parts.limits)
            OperatorRefundRoutes(exchange: exchange).add(to: router)
        }
        let schedule = ReportScheduleController(fetches: parts.reportFetches)
        router.get("/operator/v1/reports/schedule") { request, _ in
            try await schedule.show(OperatorContext.app(in: request))
        }
        if let alarms = parts.alarms {
            AlarmController(service: alarms, limits: parts.limits).add(to: router)
        }
        if let desk = parts.risks {
            let exchange = RiskExchange(desk: desk)
            router.get("/operator/v1/risk") { request, _ in
                try await exchange.list(request, of: OperatorContext.app(in: request))
            }
        }
        return router
    }
}
