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
    package let courier: WebhookCourier

    /// Records who did what, and what came of it.
    package let audit: AuditLog
    /// Records evidence.
    package let ingest: Ingest
    /// Makes, lists and revokes API keys.
    package let accessKeys: AccessKeys
    /// Applies and lists catalogs.
    package let catalogs: CatalogueDesk
    /// Lists, fetches and imports prices.
    package let prices: PriceService
    /// Asks the App Store on behalf of operators.
    package let store: StoreDesk
    /// Answers what a customer may use now.
    package let query: CustomerQuery
    /// Finds, merges and erases customers.
    package let customers: CustomerDesk
    /// Lists customers with reasons to look twice.
    package let risks: RiskDesk
    /// Signs offers for customers who may have them.
    package let offers: OfferDesk
    /// Answers what a customer who is about to cancel is shown.
    package let retention: RetentionAnswering
    /// Signs passes.
    package let passes: PassDesk
    /// Gives customers entitlements by hand.
    package let grants: GrantDesk
    /// Books coins.
    package let wallets: WalletDesk
    /// Keeps orders.
    package let orders: OrderDesk
    /// Finds purchases by the order number of Apple's mail.
    package let recovery: RecoveryDesk
    /// Answers as Apple's deprecated receipt endpoint does.
    package let receipts: ReceiptDesk
    /// Lists, confirms and retries fulfillments.
    package let fulfillments: DeliveryDesk
    /// Tells Apple that a consumable was handed over.
    package let finishing: DeliveryFinishing
    /// Lists and answers refund requests, and publishes refund policies.
    package let refunds: RefundDesk
    /// Explains refund requests to support.
    package let refundCounsel: RefundCounsel
    /// Creates webhook endpoints and repairs their deliveries.
    package let webhooks: WebhookDesk
    /// Imports purchases of the time before.
    package let imports: Imports
    /// Reads Apple's history and asks Apple about what is missing.
    package let healing: BookHealing
    /// Keeps Apple's reports.
    package let reports: ReportService
    /// Fetches Apple's reports, for the apps that have a key for App Store Connect.
    package let reportFetches: [AppName: ReportFetch]
    /// Computes what Apple pays.
    package let proceeds: ProceedsService
    /// Compares days with Apple's reports.
    package let reconciliation: ReconciliationService
    /// Says which old forms are still used.
    package let legacyUsage: MovingOverDesk
    /// Reads the history of metrics.
    package let figures: FigureQuery
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
    ///   - links: The hosts of Apple's that are asked, and what the probes found; no board where they are not probed.
    ///   - upkeep: Copies and checks the database.
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
        links: (targets: [LinkTarget], board: LinkBoard?) = ([], nil),
        upkeep: DatabaseUpkeep,
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
        self.courier = WebhookCourier(sender: outbound.sender, secrets: outbound.secrets, now: wall.now)
        self.accessKeys = AccessKeys(repository: repository, ambient: wall, audit: audit, apps: names)
        self.catalogs = CatalogueDesk(repository: repository, ambient: wall, audit: audit, apps: apps)
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
        self.store = StoreDesk(repository: repository, ingest: ingest, apps: apps, ambient: ambient)
        self.recovery = RecoveryDesk(store: self.store)
        self.receipts = ReceiptDesk(ingest: ingest, apps: apps)
        self.healing = BookHealing(repository: repository, ingest: ingest, apps: apps, ambient: ambient, logger: logger)
        self.operations = Operations(
            repository: repository,
            upkeep: upkeep,
            apps: apps,
            healing: self.healing,
            ambient: ambient,
            workers: verifiers
        )

        // Customers and what they have.
        self.query = CustomerQuery(repository: repository, ambient: ambient)
        self.customers = CustomerDesk(repository: repository, ambient: ambient, audit: audit, store: self.store)
        self.risks = RiskDesk(repository: repository, ambient: ambient, apps: apps)
        self.offers = OfferDesk(repository: repository, ambient: ambient, audit: audit)
        self.retention = RetentionAnswering(
            rules: retention,
            repository: repository,
            offers: self.offers,
            ambient: ambient,
            sleep: sleep
        )
        self.passes = PassDesk(keys: passKeys, now: wall.now)
        self.grants = GrantDesk(repository: repository, ambient: ambient)
        self.wallets = WalletDesk(repository: repository, ambient: ambient)
        self.orders = OrderDesk(repository: repository, ambient: ambient)
        let finishing = DeliveryFinishing(desk: self.store, apps: apps, logger: logger)
        self.finishing = finishing
        self.fulfillments = DeliveryDesk(
            repository: repository,
            apps: apps,
            ambient: ambient,
            workers: workers ?? wall,
            audit: audit,
            onConfirmed: { await finishing.finish($0) }
        )
        self.refunds = RefundDesk(repository: repository, apps: names, ambient: ambient, audit: audit)
        self.refundCounsel = RefundCounsel(repository: repository, apps: apps)

        // Events, and what comes in bulk.
        self.webhooks = WebhookDesk(
            repository: repository,
            apps: names,
            addresses: outbound.addresses,
            secrets: outbound.secrets,
            courier: self.courier,
            ambient: wall,
            audit: audit
        )
        self.imports = Imports(repository: repository, ambient: ambient, audit: audit, apps: apps)
        self.legacyUsage = MovingOverDesk(repository: repository, ambient: ambient)

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
        self.figures = FigureQuery(repository: repository, now: ambient.now)
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
            isEnabled: links.board != nil,
            board: links.board ?? LinkBoard(),
            ambient: ambient
        ) { tier, numbers, keys async throws(RepositoryError) in
            try await repository.figureRows(tier, numbers, of: keys)
        }
    }
}
