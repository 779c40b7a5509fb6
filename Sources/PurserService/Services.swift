package import AppStore
package import Ledger
package import Logging

/// The use cases of a server, each created once; the routes, the workers and the commands call them.
///
/// The server, the commands that work on a database which no server has open, and the tests create it here, so that
/// they differ only in what they pass in: the repository, the clocks, and the clients for Apple and for webhook
/// receivers.
package struct Services: Sendable {
    /// The access of an app to App Store Connect.
    package struct Connect: Sendable {
        /// The client of App Store Connect; `nil` where the app has no key for it.
        package let client: ConnectClient?
        /// The account; reports of other accounts are rejected.
        package let account: ReportAccount
        /// The app's Apple ID, by which its products are listed.
        package let appNumber: Int64?

        /// Creates the access of an app.
        package init(client: ConnectClient?, account: ReportAccount, appNumber: Int64?) {
            self.client = client
            self.account = account
            self.appNumber = appNumber
        }
    }

    /// The means by which services reach external receivers.
    package struct Outbound: Sendable {
        /// Sends requests to addresses.
        package let sender: OutboundSender
        /// The addresses that webhooks may use.
        package let addresses: AddressGuard
        /// The key from which the signing keys of webhooks are derived.
        package let secrets: WebhookSecrets

        /// Creates the means of one server.
        package init(sender: OutboundSender, addresses: AddressGuard, secrets: WebhookSecrets) {
            self.sender = sender
            self.addresses = addresses
            self.secrets = secrets
        }
    }

    /// The channels through which people get alarms.
    package struct AlarmChannels: Sendable {
        /// The names of the configured channels.
        package let names: [String]
        /// Sends a test notice through a channel.
        package let test: AlarmService.ChannelTest

        /// No channels.
        package static let none = Self(names: []) { _, _ in nil }

        /// Creates a set of channels.
        package init(names: [String], test: @escaping AlarmService.ChannelTest) {
            self.names = names
            self.test = test
        }
    }

    /// The repository of the ledger.
    package let repository: any Repository
    /// The apps that the server serves.
    package let apps: [ServedApp]
    /// The ledger's time, which a simulated App Store may set, and randomness.
    package let ambient: Ambient
    /// Real time, which keys, passes and limits follow.
    package let wall: Ambient
    /// The key from which the signing keys of webhooks are derived.
    package let secrets: WebhookSecrets
    /// The addresses that webhooks may use.
    package let addresses: AddressGuard
    /// Sends webhooks.
    package let webhookSender: WebhookSender

    /// Records actions, their callers and their results.
    package let audit: AuditLog
    /// Verifies and records evidence.
    package let ingest: Ingest
    /// Lists and retries held evidence.
    package let heldEvidence: HeldEvidenceService
    /// Creates, lists and revokes API keys.
    package let accessKeys: AccessKeyService
    /// Invites operators, and signs them in to the dashboard.
    package let operators: OperatorService
    /// Applies and lists catalogs.
    package let catalogs: CatalogService
    /// Lists, fetches and imports prices.
    package let prices: PriceService
    /// Sends requests to the App Store on behalf of operators.
    package let store: AppStoreService
    /// Returns the current entitlements of customers.
    package let query: CustomerQuery
    /// Finds, merges and erases customers.
    package let customers: CustomerService
    /// Lists customers with risk signals.
    package let risks: RiskService
    /// Signs offers for eligible customers.
    package let offers: OfferService
    /// Answers what Apple shows to a customer who is about to cancel.
    package let retention: RetentionResponder
    /// Signs passes.
    package let passes: PassService
    /// Grants entitlements manually.
    package let grants: GrantService
    /// Credits and debits coins.
    package let wallets: WalletService
    /// Gives members seats of multiseat subscriptions.
    package let seats: SeatService
    /// Creates and updates orders.
    package let orders: OrderService
    /// Finds purchases by the order number in Apple's email.
    package let recovery: RecoveryService
    /// Answers in place of Apple's deprecated verifyReceipt endpoint.
    package let receipts: ReceiptService
    /// Lists, confirms and retries fulfillments.
    package let fulfillments: FulfillmentService
    /// Reports to Apple that a consumable was delivered.
    package let finishing: TransactionFinisher
    /// Lists and answers refund requests, and publishes refund policies.
    package let refunds: RefundService
    /// Explains refund requests to support.
    package let refundAdvisor: RefundAdvisor
    /// Creates webhook endpoints and repairs their deliveries.
    package let webhooks: WebhookService
    /// Imports purchases from before the installation.
    package let imports: ImportService
    /// Reads Apple's histories and recovers missing facts.
    package let healing: LedgerHealing
    /// Stores Apple's reports.
    package let reports: ReportService
    /// Fetches Apple's reports, for the apps that have a key for App Store Connect.
    package let reportFetches: [AppName: ReportFetch]
    /// Reads and rebuilds figures.
    package let figures: FigureService
    /// Computes Apple's proceeds.
    package let proceeds: ProceedsService
    /// Reconciles days with Apple's reports.
    package let reconciliation: ReconciliationService
    /// Reports which legacy formats are still used.
    package let legacyUsage: LegacyUsageService
    /// Reads the history of metrics.
    package let metrics: MetricQuery
    /// Lists and silences alarms.
    package let alarms: AlarmService
    /// The limits at which alarms fire.
    package let thresholds: AlarmThresholds
    /// Counts reports from apps.
    package let telemetry: TelemetryService
    /// Returns the state of the links to Apple.
    package let links: LinkService
    /// Copies, verifies and heals the database.
    package let operations: Operations

    /// Creates the services of one server.
    ///
    /// - Parameters:
    ///   - repository: The repository of the ledger.
    ///   - apps: The apps that the server serves.
    ///   - ambient: The ledger's time and randomness.
    ///   - wall: Real time.
    ///   - workers: The time of workers, on which nodes that share a database agree; `wall` if omitted.
    ///   - ingest: Verifies and records evidence.
    ///   - outbound: The means by which services reach receivers.
    ///   - passKeys: The keys that sign passes.
    ///   - connect: The apps' access to App Store Connect; `nil` accepts reports of any account.
    ///   - priceConsentLimits: The combinations of limits by which price increases of apps need consent.
    ///   - proceedsTerms: The rates and programs by which the proceeds of apps are estimated.
    ///   - retention: The answers for customers who are about to cancel, by app.
    ///   - channels: The channels through which people get alarms.
    ///   - thresholds: The limits at which alarms fire.
    ///   - links: The hosts of Apple's that the server calls, with the results of the probes; no results where they
    ///     are not probed.
    ///   - maintenance: Copies and checks the database.
    ///   - verifiers: The maximum number of processors that a verification of all evidence uses.
    ///   - passwordCost: The cost of hashing an operator's password.
    ///   - sleep: Waits for a duration of real time.
    ///   - logger: The log of what an operator should know.
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
        priceConsentLimits: [AppName: PriceIncreaseRule.Limits] = [:],
        proceedsTerms: [AppName: ProceedsTerms] = [:],
        retention: [AppName: RetentionRules] = [:],
        channels: AlarmChannels = .none,
        thresholds: AlarmThresholds = AlarmThresholds(),
        links: (targets: [LinkTarget], results: LinkResults?) = ([], nil),
        maintenance: DatabaseMaintenance,
        verifiers: Int = 1,
        passwordCost: PasswordHasher.Cost = .standard,
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
        self.heldEvidence = HeldEvidenceService(repository: repository, audit: audit, now: ambient.now)
        self.secrets = outbound.secrets
        self.addresses = outbound.addresses
        self.webhookSender = WebhookSender(sender: outbound.sender, secrets: outbound.secrets, now: wall.now)
        self.accessKeys = AccessKeyService(repository: repository, ambient: wall, audit: audit, apps: names)
        self.operators = OperatorService(
            repository: repository,
            ambient: wall,
            audit: audit,
            secrets: outbound.secrets,
            passwordCost: passwordCost
        )
        self.catalogs = CatalogService(repository: repository, ambient: wall, audit: audit, apps: apps)
        self.prices = PriceService(
            repository: repository,
            apps: apps,
            ambient: ambient,
            audit: audit,
            fetches: (connect ?? [:]).compactMapValues { connect in
                connect.client.map { PriceFetch(client: $0, appNumber: connect.appNumber) }
            },
            consentLimits: priceConsentLimits
        )

        // The App Store, as operators and support use it.
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
        self.figures = FigureService(repository: repository, apps: apps, ambient: ambient)
        self.operations = Operations(
            repository: repository,
            maintenance: maintenance,
            apps: apps,
            healing: self.healing,
            figures: self.figures,
            ambient: ambient,
            workers: verifiers
        )

        // Customers and their entitlements.
        self.query = CustomerQuery(repository: repository, ambient: ambient)
        self.customers = CustomerService(repository: repository, ambient: ambient, audit: audit, store: self.store)
        self.risks = RiskService(repository: repository, ambient: ambient, apps: apps)
        self.offers = OfferService(repository: repository, ambient: ambient, audit: audit)
        self.retention = RetentionResponder(
            rules: retention,
            repository: repository,
            offers: self.offers,
            ingest: ingest,
            ambient: ambient,
            sleep: sleep
        )
        self.passes = PassService(keys: passKeys, now: wall.now)
        self.grants = GrantService(repository: repository, ambient: ambient)
        self.wallets = WalletService(repository: repository, ambient: ambient)
        self.seats = SeatService(repository: repository, ambient: ambient, audit: audit)
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

        // Events and imports.
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
            terms: proceedsTerms,
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

        // Monitoring.
        self.metrics = MetricQuery(repository: repository, now: ambient.now)
        self.thresholds = thresholds
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
            try await repository.read { view in try view.metricRows(resolution, numbers, of: keys) }
        }
    }
}
