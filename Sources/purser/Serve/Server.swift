import AppStore
import ArgumentParser
import AsyncHTTPClient
import Foundation
import HummingbirdCore
import Ledger
import Logging
import NIOCore
import Notation
import Observability
import PersistenceSQL
import PersistenceSQLite
import PurserHTTP
import PurserService
import ServiceLifecycle
import UnixSignals

/// The server put together from a configuration: repository, workers, HTTP, in the order they depend on each other.
struct Server {
    /// The time that a server goes by.
    struct Time {
        /// Now and chance.
        let ambient: Ambient
        /// Awaited before each request, where the time is somebody else's.
        let catchUp: (@Sendable () async throws -> Void)?
    }

    /// What is served.
    let configuration: Configuration
    /// The time that everything but keys and leases goes by.
    let time: Time
    /// Keeps the books.
    let repository: any SQLRepository
    /// Held as long as the server lives, where the database itself is nobody's own.
    private let place: PlaceLock?
    /// Whether other nodes may work on the same books.
    let isShared: Bool
    /// What of all the work this node does.
    let role: Role
    /// What this process is called among those that share the database.
    let node = NodeID(rawValue: Hexadecimal.text(Ambient.live.randomBytes(6)))
    /// The time of leases.
    let sharedClock: SharedClock<ContinuousClock>
    /// Takes evidence in.
    let ingest: Ingest
    /// The apps.
    let assembly: AppAssembly
    /// What the server does with App Store Connect.
    let connect: ConnectAssembly
    /// Who is told of events besides webhooks.
    let sinks: [EventSink]
    /// What `/metrics` says; `nil` where nobody asks.
    let figures: ServerFigures?
    /// Takes samples of the figures; `nil` where nobody keeps any, or where nothing is watched.
    let sampler: FigureSampler?
    /// Lets one comparison with Apple's reports run at a time.
    let reconciliationTurns = ReconciliationTurns()
    /// Remembers what runs and what is known of prices.
    let priceMemory = PriceMemory()
    /// When something from Apple could not be kept.
    let outage = OutageNote()
    /// In which form purchases and notifications came, until it is written down.
    let forms = FormTally()
    /// What the probes of Apple's hosts found last, on the node that makes them.
    let linkBoard = LinkBoard()
    /// Probes Apple's hosts; `nil` where that is switched off.
    let linkProbe: LinkProbe?
    /// What was booked into wallets, until Apple was told.
    let booked = BookedDeliveries()
    private let accessKeys: AccessKeys
    /// The certificate with which the server ends TLS itself, if it does.
    let certificate: ServerCertificate?
    private let sender: OutboundSender
    /// Sends alarms and the heartbeat.
    private let alarmSender: OutboundSender
    /// Sends what is due of the notices about alarms.
    let alarmDelivery: AlarmDelivery
    /// What signs for webhooks.
    let secrets: WebhookSecrets
    /// What operators read.
    let logger: Logger

    /// Opens the database and builds everything; nothing listens yet.
    ///
    /// Every event is also appended to `eventFile`, if there is one.
    init(
        configuration: Configuration,
        role: Role = .both,
        time: Time,
        eventFile: EventFile? = nil,
        httpClient: HTTPClient,
        metrics: MetricsRegistry? = nil,
        logger: Logger
    ) throws {
        self.configuration = configuration
        self.role = role
        self.logger = logger
        do {
            if case .postgreSQL(_, let beside) = configuration.storage {
                self.place = try PlaceLock(beside)
            } else {
                self.place = nil
            }
            let repository = try configuration.storage.open(logger: logger.part(.storage)) { error in
                logger.critical(
                    "A write reached the disk in an unknown state; the server stops. What was not answered comes again.",
                    metadata: ["code": "\(error.code)"]
                )
                exit(ExitStatus.tryAgain.rawValue)
            }
            self.repository = configuration.tracing == nil ? repository : TracedRepository(repository)
        } catch {
            StandardStream.error.write(line: "storage: \(error) (\(error.code))")
            throw ExitStatus.unavailable.error
        }
        self.sharedClock = SharedClock(own: .live, logger: logger, clock: .continuous) { [repository] in
            try await repository.databaseTime()
        }
        let isShared = if case .postgreSQL = configuration.storage { true } else { false }
        // Nodes that share the books write them by one clock, unless it is a simulated world's.
        let time = isShared && time.catchUp == nil ? Time(ambient: self.sharedClock.ambient, catchUp: nil) : time
        self.isShared = isShared
        self.time = time
        self.figures = metrics.map { [repository] in ServerFigures(registry: $0, repository: repository) }
        self.sampler = configuration.watch.isEnabled ? self.figures?.sampler() : nil
        let appStore = AppStoreConnection(
            httpClient: httpClient,
            repository: self.repository,
            ambient: time.ambient,
            logger: logger.part(.apple)
        )
        self.assembly = try AppAssembly(
            configuration: configuration,
            httpClient: httpClient,
            appStore: appStore,
            logger: logger
        )
        self.connect = try ConnectAssembly(
            configuration.apps,
            connection: appStore,
            repository: self.repository,
            ambient: time.ambient,
            logger: logger
        )
        self.accessKeys = AccessKeys(
            repository: self.repository,
            ambient: .live,
            audit: AuditLog(repository: self.repository, ambient: time.ambient),
            apps: Set(self.assembly.apps.map(\.name))
        )
        do {
            self.certificate = try configuration.tls.map { files in
                try ServerCertificate(certificatePath: files.certificate, keyPath: files.key)
            }
        } catch {
            StandardStream.error.write(line: "server.tls: \(error)")
            throw ExitStatus.badConfiguration.error
        }
        self.sender = try OutboundSender(
            guard: AddressGuard(allow: configuration.webhookAllow),
            ambient: .live,
            connectionsPerAddress: CircuitBreaker.capacity
        )
        self.linkProbe =
            configuration.watch.isEnabled && configuration.watch.linksEnabled ? try LinkProbe(wall: .live) : nil
        self.secrets = WebhookSecrets(path: configuration.signingKeyPath, ambient: .live)
        // Its addresses stand in the configuration alone, so that it may allow others than webhooks do.
        self.alarmSender = try OutboundSender(guard: AddressGuard(allow: configuration.watch.allow), ambient: .live)
        self.alarmDelivery = AlarmDelivery(
            settings: configuration.watch,
            repository: self.repository,
            sender: self.alarmSender,
            secrets: self.secrets,
            wall: Ambient.live.now,
            logger: logger
        )
        self.sinks = self.assembly.apps.compactMap { eventFile?.sink(for: $0.name) }
        self.ingest = Ingest(
            repository: self.repository,
            ambient: time.ambient,
            revocation: self.assembly.revocation,
            outage: self.outage,
            booked: self.booked,
            receipts: ReceiptKeeping(
                repository: self.repository,
                seal: ReceiptSeal(secrets: self.secrets, ambient: .live),
                logger: logger
            ),
            forms: self.forms,
            clocks: StoreClockComparison(now: Ambient.live.now, logger: logger),
            logger: logger
        )
    }

    /// What the process trusts, for the ready line and for health.
    var trust: String {
        switch self.configuration.trust {
        case .apple: "apple"
        case .simulator: "simulator"
        }
    }

    /// Closes the database, once all services have ended.
    func closeDatabase() async { await self.repository.close() }

    /// Closes the connections to receivers, once all services have ended.
    func closeConnections() async {
        await self.sender.shutdown()
        await self.alarmSender.shutdown()
    }

    /// Everything that runs, in the order of dependence: what is last here stops first.
    ///
    /// `onListening` is told the address under which requests are answered.
    func services(port: Int, onListening: @escaping @Sendable (_ url: String) async -> Void) -> [any Service] {
        let router = PurserRouter.make(
            PurserRouter.Parts(
                apps: self.assembly.apps,
                keys: self.assembly.keys,
                ingest: self.ingest,
                repository: self.repository,
                ambient: self.time.ambient,
                trust: self.trust,
                imports: self.imports,
                reports: self.reports,
                proceeds: self.proceeds,
                reportFetches: self.connect.fetches,
                catalogues: self.catalogues,
                prices: self.prices,
                storeKit: CatalogueTranslation.storeKit,
                store: (
                    self.storeDesk,
                    StoreOperations(
                        desk: self.storeDesk,
                        audit: self.audit
                    )
                ),
                passKeys: self.passKeys,
                webhooks: self.webhooks,
                deliveries: self.deliveries,
                reconciliation: self.reconciliation,
                alarms: self.alarms,
                links: self.links,
                accessKeys: self.accessKeys,
                wall: .live,
                access: self.access,
                retention: Dictionary(
                    uniqueKeysWithValues: self.configuration.apps.compactMap { app in
                        app.retention.map { (app.name, $0) }
                    }
                ),
                areDocumentsOpen: self.configuration.areDocumentsOpen,
                metrics: self.metricsText,
                answersRequests: self.role.answers,
                beforeRequest: self.time.catchUp
            )
        )
        let (commandsSettled, settle) = AsyncStream<Void>.makeStream()
        let commands = self.commandServices { settle.finish() }
        if commands.isEmpty { settle.finish() }
        let host = self.configuration.address.host
        let scheme = self.certificate == nil ? "http" : "https"
        let application = PurserApplication.make(
            router: router,
            host: host,
            port: port,
            certificate: self.certificate,
            connections: ConnectionCounts(
                maximum: self.configuration.connectionsPerAddress,
                total: OpenFiles.connections(of: OpenFiles.raise()),
                proxies: self.configuration.proxies
            ),
            logger: self.logger.part(.http)
        ) { channel in
            let address = Configuration.Address(host: host, port: channel.localAddress?.port ?? port)
            // Whoever reads that the server is ready may give it commands at once.
            for await _ in commandsSettled { break }
            await onListening("\(scheme)://\(address)")
        }
        let repository = self.repository
        // Stops last, so that what everything else has counted is in the node's last sample.
        var services: [any Service] = self.figureServices
        services += [
            QuarantineReview(
                repository: repository,
                ambient: self.time.ambient,
                changes: self.assembly.revocationChanges,
                logger: self.logger
            ),
            AccessUpkeep(
                keys: self.accessKeys,
                repository: repository,
                now: Ambient.live.now,
                logger: self.logger,
                clock: .continuous
            ),
        ]
        if self.isShared { services += self.sharingServices }
        if self.role.works { services += self.workingServices }
        services.append(BookedDeliveryService(booked: self.booked, finishing: self.deliveryFinishing))
        if let certificate = self.certificate {
            services.append(CertificateService(certificate: certificate, logger: self.logger))
        }
        services += self.revocationServices
        services += commands
        // Stops after what counts, so that the last counts are written down too.
        services.append(self.formService)
        services.append(application)
        return services
    }

    /// Writes the figures of the process, if anybody keeps them.
    private var metricsText: (@Sendable () async -> String)? {
        guard let figures = self.figures else { return nil }
        return { await figures.text() }
    }

    private var access: AccessSettings {
        let tokens = self.configuration.apps.compactMap { app in app.customerTokens.map { (app.name, $0) } }
        return AccessSettings(
            limits: self.configuration.limits,
            proxies: self.configuration.proxies,
            customerTokens: Dictionary(tokens) { first, _ in first }
        )
    }

    /// Brings webhooks their messages.
    var courier: WebhookCourier {
        WebhookCourier(sender: self.sender, secrets: self.secrets, now: Ambient.live.now)
    }

    /// What operators and shops do, dated by the clock of the books, so that a log tells of one time.
    var audit: AuditLog { AuditLog(repository: self.repository, ambient: self.time.ambient) }

    private var webhooks: WebhookDesk {
        WebhookDesk(
            repository: self.repository,
            apps: Set(self.assembly.apps.map(\.name)),
            addresses: AddressGuard(allow: self.configuration.webhookAllow),
            secrets: self.secrets,
            courier: self.courier,
            ambient: .live,
            audit: self.audit
        )
    }

    /// Does what shops and operators do with what is to be handed over.
    private var deliveries: DeliveryDesk {
        let finishing = self.deliveryFinishing
        return DeliveryDesk(
            repository: self.repository,
            apps: self.assembly.apps,
            ambient: self.time.ambient,
            workers: self.isShared ? self.sharedClock.ambient : .live,
            audit: self.audit,
            onConfirmed: { await finishing.finish($0) }
        )
    }

    private var imports: Imports {
        Imports(
            repository: self.repository,
            ambient: self.time.ambient,
            audit: self.audit,
            apps: self.assembly.apps
        )
    }

    /// Applies and remembers catalogues.
    var catalogues: CatalogueDesk {
        CatalogueDesk(
            repository: self.repository,
            ambient: .live,
            audit: self.audit,
            apps: self.assembly.apps
        )
    }

    /// Heals the books from what Apple has.
    var healing: BookHealing {
        BookHealing(
            repository: self.repository,
            ingest: self.ingest,
            apps: self.assembly.apps,
            ambient: self.time.ambient,
            logger: self.logger
        )
    }

    /// Asks the App Store for operators.
    var storeDesk: StoreDesk {
        StoreDesk(
            repository: self.repository,
            ingest: self.ingest,
            apps: self.assembly.apps,
            ambient: self.time.ambient
        )
    }

    /// What takes the operators' commands, if anything can; `onSettled` is told once it does, or that it cannot.
    private func commandServices(onSettled: @escaping @Sendable () -> Void) -> [any Service] {
        guard let socket = OperatorSocket(databasePath: self.configuration.statePath) else {
            self.logger.warning("The database's path is too long for a socket beside it; the server takes no commands.")
            return []
        }
        let upkeep: DatabaseUpkeep
        do throws(SQLiteOpenError) {
            switch self.configuration.storage {
            case .sqlite(let path):
                upkeep = .sqlite(try SQLiteUpkeep(path: path, ownership: .callers), isServed: true)
            case .postgreSQL: upkeep = .postgreSQL
            }
        } catch {
            self.logger.error("The server takes no commands.", metadata: ["code": "\(error.code)"])
            return []
        }
        let operations = Operations(
            repository: self.repository,
            upkeep: upkeep,
            apps: self.assembly.apps,
            healing: self.healing,
            ambient: self.time.ambient,
            // The rest of the machine belongs to the customers.
            workers: 1
        )
        let parts = OperatorRouter.Parts(
            databasePath: self.configuration.storage.name,
            schema: self.repository.schema,
            repository: self.repository,
            operations: operations,
            gate: OperatorGate(),
            keys: self.accessKeys,
            imports: self.imports,
            reports: self.reports,
            proceeds: self.proceeds,
            reportFetches: self.connect.fetches,
            store: StoreOperations(
                desk: self.storeDesk,
                audit: self.audit
            ),
            catalogues: self.catalogues,
            prices: self.prices,
            grants: GrantOperations(
                desk: GrantDesk(repository: self.repository, ambient: self.time.ambient),
                apps: self.assembly.apps
            ),
            wallets: WalletOperations(
                desk: WalletDesk(repository: self.repository, ambient: self.time.ambient),
                apps: self.assembly.apps
            ),
            orders: OrderOperations(
                desk: OrderDesk(repository: self.repository, ambient: self.time.ambient),
                apps: self.assembly.apps
            ),
            movingOver: self.movingOver,
            customers: CustomerOperations(
                desk: CustomerDesk(
                    repository: self.repository,
                    ambient: self.time.ambient,
                    audit: self.audit,
                    store: self.storeDesk
                ),
                apps: self.assembly.apps
            ),
            webhooks: self.webhooks,
            deliveries: self.deliveries,
            refunds: RefundDesk(
                repository: self.repository,
                apps: Set(self.assembly.apps.map(\.name)),
                ambient: self.time.ambient,
                audit: self.audit
            ),
            refundCounsel: RefundCounsel(repository: self.repository, apps: self.assembly.apps),
            risks: RiskDesk(repository: self.repository, ambient: self.time.ambient, apps: self.assembly.apps),
            reconciliation: ReconciliationOperations(self.reconciliation),
            alarms: self.alarms
        )
        return [OperatorService(parts: parts, socket: socket, logger: self.logger, onSettled: onSettled)]
    }

    /// The refusal to listen, with what to do; `reason` is a sentence.
    static func cannotListen(at address: Configuration.Address, _ reason: String) -> ExitCode {
        StandardStream.error.write(
            line: "server.address \(address): \(reason) "
                + "Or choose another address, or port 0 for a free one: purser serve --port 0"
        )
        return ExitStatus.unavailable.error
    }
}
