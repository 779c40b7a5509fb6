package import AppStore
package import Ledger
package import Logging

/// The use cases of a server, each made once: the routes, the workers and the commands call these.
///
/// A server, a command that works on a database which no server has open, and a test put them together here, so that
/// they differ only in what they give to it: the repository, the clocks, and the ways out to Apple and to receivers.
package struct Services: Sendable {
    /// What an app has at App Store Connect.
    package struct Connect: Sendable {
        /// Asks App Store Connect; `nil` where the app has no key for it.
        package let client: ConnectClient?
        /// The account, by which reports of other accounts are refused.
        package let account: ReportAccount
        /// Apple's number of the app, by which its products are listed.
        package let appNumber: Int64?

        /// What an app has.
        package init(client: ConnectClient?, account: ReportAccount, appNumber: Int64?) {
            self.client = client
            self.account = account
            self.appNumber = appNumber
        }
    }

    /// How services reach receivers outside.
    package struct Outbound: Sendable {
        /// Calls addresses.
        package let sender: OutboundSender
        /// The addresses that webhooks may have.
        package let addresses: AddressGuard
        /// The key from which webhooks are signed.
        package let secrets: WebhookSecrets

        /// The ways of one server.
        package init(sender: OutboundSender, addresses: AddressGuard, secrets: WebhookSecrets) {
            self.sender = sender
            self.addresses = addresses
            self.secrets = secrets
        }
    }

    /// How people hear of alarms.
    package struct AlarmChannels: Sendable {
        /// The names of the channels that are configured.
        package let names: [String]
        /// Sends a test notice through one of them.
        package let test: AlarmService.ChannelTest

        /// No channels.
        package static let none = Self(names: []) { _, _ in nil }

        /// These channels.
        package init(names: [String], test: @escaping AlarmService.ChannelTest) {
            self.names = names
            self.test = test
        }
    }

    /// Keeps what is known.
    package let repository: any Repository
    /// The apps that are served.
    package let apps: [ServedApp]
    /// The ledger's time, which a simulated App Store may turn, and chance.
    package let ambient: Ambient
    /// Real time, by which keys, passes and limits go.
    package let wall: Ambient
    /// The key from which webhooks are signed.
    package let secrets: WebhookSecrets
    /// Sends webhooks.
    package let webhookSender: WebhookSender

    /// Records who did what, and what came of it.
    package let audit: AuditLog
    /// Records evidence.
    package let ingest: Ingest
    /// Makes, lists and revokes API keys.
    package let accessKeys: AccessKeyService
    /// Applies and lists catalogs.
    package let catalogs: CatalogService
    /// Lists, fetches and imports prices.
    package let prices: PriceService
    /// Asks the App Store on behalf of operators.
    package let store: AppStoreService
    /// Answers what a customer may use now.
    package let query: CustomerQuery
    /// Finds, merges and erases customers.
    package let customers: CustomerService
    /// Lists customers with reasons to look twice.
    package let risks: RiskService
    /// Signs offers for customers who may have them.
    package let offers: OfferService
    /// Answers what a customer who is about to cancel is shown.
    package let retention: RetentionResponder
    /// Signs passes.
    package let passes: PassService
    /// Gives customers entitlements by hand.
    package let grants: GrantService
    /// Books coins.
    package let wallets: WalletService
    /// Keeps orders.
    package let orders: OrderService
    /// Finds purchases by the order number of Apple's mail.
    package let recovery: RecoveryService
    /// Answers as Apple's deprecated receipt endpoint does.
    package let receipts: ReceiptService
    /// Lists, confirms and retries fulfillments.
    package let fulfillments: FulfillmentService
    /// Tells Apple that a consumable was handed over.
    package let finishing: TransactionFinisher
    /// Lists and answers refund requests, and publishes refund policies.
    package let refunds: RefundService
    /// Explains refund requests to support.
    package let refundAdvisor: RefundAdvisor
    /// Creates webhook endpoints and repairs their deliveries.
    package let webhooks: WebhookService
    /// Imports purchases of the time before.
    package let imports: ImportService
    /// Reads Apple's history and asks Apple about what is missing.
    package let healing: LedgerHealing
    /// Keeps Apple's reports.
    package let reports: ReportService
    /// Fetches Apple's reports, for the apps that have a key for App Store Connect.
    package let reportFetches: [AppName: ReportFetch]
    /// Computes what Apple pays.
    package let proceeds: ProceedsService
    /// Compares days with Apple's reports.
    package let reconciliation: ReconciliationService
    /// Says which legacy formats are still used.
    package let legacyUsage: LegacyUsageService
    /// Reads the history of metrics.
    package let metrics: MetricQuery
    /// Lists and silences alarms.
    package let alarms: AlarmService
    /// Counts what apps report of their side.
    package let telemetry: TelemetryService
    /// Says how the links to Apple are.
    package let links: LinkService
    /// Copies, checks and heals the database as a whole.
    package let operations: Operations

    /// Creates the services of one server.
    ///
    /// - Parameters:
    ///   - repository: Keeps what is known.
    ///   - apps: The apps that are served.
    ///   - ambient: The ledger's time and chance.
    ///   - wall: Real time.
    ///   - workers: The time of what workers do, which nodes that share a database agree on; `wall` if left out.
    ///   - ingest: Records evidence.
    ///   - outbound: How services reach receivers.
    ///   - passKeys: The keys that sign passes.
    ///   - connect: What apps have at App Store Connect; `nil` for reports of any account.
    ///   - smallBusiness: Since when apps pay the commission of small businesses.
    ///   - retention: What customers who are about to cancel are shown, by app.
    ///   - channels: How people hear of alarms.
    ///   - links: The hosts of Apple's that are asked, and what the probes found; no results where they are not probed.
    ///   - maintenance: Copies and checks the database.
    ///   - verifiers: How many processors a verification of all evidence may take.
    ///   - sleep: Waits for so long by real time.
    ///   - logger: Logs what an operator should know.
    package init(
        repository: any Repository,
        apps: [ServedApp],
        ambient: Ambient,
        wall: Ambient,
        workers: Ambient? = nil,
        ingest: Ingest,
        outbound: Outbound,
        passKeys: PassKeyRing,
        connect: [AppName: Connect]? = nil,
        smallBusiness: [AppName: PacificDay] = [:],
        retention: [AppName: RetentionRules] = [:],
        channels: AlarmChannels = .none,
        links: (targets: [LinkTarget], results: LinkResults?) = ([], nil),
        maintenance: DatabaseMaintenance,
        verifiers: Int = 1,
        sleep: @escaping @Sendable (Duration) async throws -> Void = { try await ContinuousClock().sleep(for: $0) },
        logger: Logger
    ) {
        let names = Set(apps.map(\.name))
        let audit = AuditLog(repository: repository, ambient: ambient)
        self.repository = repository
        self.apps = apps
        self.ambient = ambient
        self.wall = wall
        self.audit = audit
        self.ingest = ingest
        self.secrets = outbound.secrets
        self.webhookSender = WebhookSender(sender: outbound.sender, secrets: outbound.secrets, now: wall.now)
        self.accessKeys = AccessKeyService(repository: repository, ambient: wall, audit: audit, apps: names)
        self.catalogs = CatalogService(repository: repository, ambient: wall, audit: audit, apps: apps)
        self.prices = PriceService(
            repository: repository,
            apps: apps,
            ambient: ambient,
            audit: audit,
            fetches: (connect ?? [:]).compactMapValues { connect in
                connect.client.map { PriceFetch(client: $0, appNumber: connect.appNumber) }
            }
        )

        // Apple, as operators and support ask it.
        self.store = AppStoreService(repository: repository, ingest: ingest, apps: apps, ambient: ambient)
        self.recovery = RecoveryService(store: self.store)
        self.receipts = ReceiptService(ingest: ingest, apps: apps)
        self.healing = LedgerHealing(
            repository: repository,
            ingest: ingest,
            apps: apps,
            ambient: ambient,
            logger: logger
        )
        self.operations = Operations(
            repository: repository,
            maintenance: maintenance,
            apps: apps,
            healing: self.healing,
            ambient: ambient,
            workers: verifiers
        )

        // Customers and what they have.
        self.query = CustomerQuery(repository: repository, ambient: ambient)
        self.customers = CustomerService(repository: repository, ambient: ambient, audit: audit, store: self.store)
        self.risks = RiskService(repository: repository, ambient: ambient, apps: apps)
        self.offers = OfferService(repository: repository, ambient: ambient, audit: audit)
        self.retention = RetentionResponder(
            rules: retention,
            repository: repository,
            offers: self.offers,
            ambient: ambient,
            sleep: sleep
        )
        self.passes = PassService(keys: passKeys, now: wall.now)
        self.grants = GrantService(repository: repository, ambient: ambient)
        self.wallets = WalletService(repository: repository, ambient: ambient)
        self.orders = OrderService(repository: repository, ambient: ambient)
        let finishing = TransactionFinisher(service: self.store, apps: apps, logger: logger)
        self.finishing = finishing
        self.fulfillments = FulfillmentService(
            repository: repository,
            apps: apps,
            ambient: ambient,
            workers: workers ?? wall,
            audit: audit,
            onConfirmed: { await finishing.finish($0) }
        )
        self.refunds = RefundService(repository: repository, apps: names, ambient: ambient, audit: audit)
        self.refundAdvisor = RefundAdvisor(repository: repository, apps: apps)

        // Events, and what comes in bulk.
        self.webhooks = WebhookService(
            repository: repository,
            apps: names,
            addresses: outbound.addresses,
            secrets: outbound.secrets,
            webhookSender: self.webhookSender,
            ambient: wall,
            audit: audit
        )
        self.imports = ImportService(repository: repository, ambient: ambient, audit: audit, apps: apps)
        self.legacyUsage = LegacyUsageService(repository: repository, ambient: ambient)

        // Money.
        let accounts = connect?.mapValues(\.account)
        let skus = (accounts ?? [:]).compactMapValues(\.sku)
        let reports = ReportService(repository: repository, ambient: ambient, accounts: accounts)
        self.reports = reports
        var fetches: [AppName: ReportFetch] = [:]
        for (app, connect) in connect ?? [:] {
            guard let client = connect.client, let vendor = connect.account.vendor else { continue }
            fetches[app] = ReportFetch(
                of: app,
                client: client,
                vendor: vendor,
                reports: reports,
                repository: repository,
                ambient: ambient,
                logger: logger
            )
        }
        self.reportFetches = fetches
        self.proceeds = ProceedsService(
            repository: repository,
            reports: reports,
            apps: apps,
            skus: skus,
            smallBusiness: smallBusiness,
            ambient: ambient
        )
        self.reconciliation = ReconciliationService(
            repository: repository,
            reports: reports,
            apps: apps,
            skus: skus,
            readings: self.healing.histories,
            ambient: ambient,
            audit: audit,
            logger: logger
        )

        // The watch.
        self.metrics = MetricQuery(repository: repository, now: ambient.now)
        self.telemetry = TelemetryService(now: wall.now)
        self.alarms = AlarmService(
            repository: repository,
            ambient: ambient,
            audit: audit,
            apps: names,
            channels: channels.names,
            test: channels.test
        )
        self.links = LinkService(
            links.targets,
            isEnabled: links.results != nil,
            results: links.results ?? LinkResults(),
            ambient: ambient
        ) { resolution, numbers, keys async throws(RepositoryError) in
            try await repository.metricRows(resolution, numbers, of: keys)
        }
    }
}
