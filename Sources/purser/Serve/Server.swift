import AppStore
import ArgumentParser
import AsyncHTTPClient
import Foundation
import Hummingbird
import Ledger
import Logging
import Notation
import Observability
import PersistenceSQL
import PersistenceSQLite
import PurserHTTP
import PurserService

/// The parts of a server, created from a configuration: the database, Apple's clients, the services, and the router,
/// each after those that it needs.
///
/// `purser serve` runs it with listeners and background services. A command that finds no running server creates the
/// same parts, and sends its request to the same router.
struct Server {
    /// The time source of a server.
    struct Time {
        /// The ledger's time and randomness.
        let ambient: Ambient
        /// A function to await before each request, with the clock of a simulated App Store, which may jump.
        let catchUp: (@Sendable () async throws -> Void)?

        /// Returns the time of a simulated App Store with a clock at an address; real time without an address.
        ///
        /// - Throws: The exit status, after writing what is wrong with the address.
        static func following(_ clock: String?, client: HTTPClient) async throws -> Self {
            guard let clock else { return Self(ambient: .live, catchUp: nil) }
            let followed = try await RemoteClock.following(clock, client: client)
            return Self(ambient: .following(followed), catchUp: { try await followed.catchUp() })
        }
    }

    /// The configuration.
    let configuration: Configuration
    /// The role of this node.
    let role: Role
    /// The id of this process among those that share the database.
    let node = NodeID(rawValue: Hexadecimal.text(Ambient.live.randomBytes(6)))
    /// The logger for operators.
    let logger: Logger

    // MARK: The database

    /// The repository of the ledger.
    let repository: any SQLRepository
    /// The signals for the workers, which each commit gives.
    let signals: WorkSignals
    /// Whether other nodes may use the same database.
    let isShared: Bool
    /// The clock of leases, on which the nodes agree.
    let sharedClock: SharedClock<ContinuousClock>
    /// The time source of everything but keys and leases.
    let time: Time
    /// The time source of workers.
    let workerTime: Ambient
    /// The lock that keeps another server of this machine from the same files, if the database is on a server.
    private let place: InstanceLock?

    // MARK: Metrics and alarms

    /// The metrics of the process; `nil` if they are not served.
    let metrics: ServerMetrics?
    /// The sampler of the metrics; `nil` without a history of metrics.
    let sampler: MetricSampler?
    /// The probe of Apple's hosts; `nil` if it is disabled.
    let linkProbe: LinkProbe?
    /// The newest results of the probes, on the node that runs them.
    let linkResults = LinkResults()
    /// The notifier of alarms.
    let alarmNotifier: AlarmNotifier

    // MARK: Apple

    /// The apps, with the verifiers of their data and their clients of Apple.
    let assembly: AppAssembly
    /// A record of whether evidence could not be stored.
    let outage = OutageNote()
    /// The counts of submissions and notifications by format, until they are in the database.
    let legacyUsage = LegacyUsageCounter()
    /// The booked coins, until their transactions are finished at Apple.
    let booked = BookedFulfillments()
    /// The encryption of receipts that are stored for later requests to Apple.
    let receiptSeal: ReceiptSeal

    // MARK: The use cases

    /// The use cases of the server.
    let services: Services
    /// The assessor of risk for customers with new events.
    let risks: RiskAssessor

    // MARK: The API

    /// The certificate with which the server terminates TLS, if it does.
    let certificate: ServerCertificate?
    /// The gate that lets one long operation of an operator run at a time.
    let gate = OperationGate()
    /// The address in links to the dashboard.
    let dashboardAddress: DashboardAddress
    private let routerSettings: PurserRouter.Settings
    private let sender: OutboundSender
    private let alarmSender: OutboundSender

    /// Creates all parts; nothing listens and runs yet.
    ///
    /// - Parameters:
    ///   - configuration: The configuration.
    ///   - role: The role of this node.
    ///   - storage: The open database.
    ///   - time: The ledger's time, which nodes with a shared database replace by the one on which they agree.
    ///   - certificate: The certificate with which the server terminates TLS.
    ///   - verifiers: The number of processors that a verification of all evidence may use; the others are for
    ///     customers.
    ///   - isServing: Whether a server runs, not a command.
    ///   - demo: The operator of the demonstration, which no other server has.
    ///   - httpClient: The client for requests to Apple.
    ///   - metrics: The metrics of the process.
    ///   - logger: The logger for operators.
    /// - Throws: The exit status, after writing what is wrong with the configuration.
    init(
        configuration: Configuration,
        role: Role = .both,
        storage: OpenedStorage,
        time: Time,
        certificate: ServerCertificate? = nil,
        verifiers: Int = 1,
        isServing: Bool = true,
        demo: DashboardDemo? = nil,
        httpClient: HTTPClient,
        metrics: MetricsRegistry? = nil,
        logger: Logger
    ) throws {
        self.configuration = configuration
        self.role = role
        self.logger = logger
        self.certificate = certificate
        let live = Ambient.live

        // The database and the time.
        let repository = storage.repository
        self.place = storage.place
        self.repository = configuration.tracing == nil ? repository : TracedRepository(repository)
        self.signals = storage.signals
        self.sharedClock = SharedClock(own: live, logger: logger, clock: .continuous) {
            try await repository.read { view in try view.databaseTime() } ?? live.now()
        }
        self.isShared = if case .postgreSQL = configuration.storage { true } else { false }
        self.workerTime = self.isShared ? self.sharedClock.ambient : live
        // Nodes with a shared database write with one clock, unless it is a simulated store's.
        self.time = self.isShared && time.catchUp == nil ? Time(ambient: self.workerTime, catchUp: nil) : time
        let ambient = self.time.ambient

        // Metrics and alarms.
        self.metrics = metrics.map { [repository = self.repository] in
            ServerMetrics(registry: $0, repository: repository)
        }
        self.sampler = configuration.watch.isEnabled ? self.metrics?.sampler() : nil
        self.linkProbe =
            configuration.watch.isEnabled && configuration.watch.linksEnabled ? try LinkProbe(wall: live) : nil

        // Outgoing requests.
        let addresses = AddressGuard(allow: configuration.webhookAllow)
        self.sender = try OutboundSender(
            guard: addresses,
            ambient: live,
            connectionsPerAddress: CircuitBreaker.capacity
        )
        // Only the configuration contains the addresses of alarms, so they may be others than those that webhooks may
        // have.
        self.alarmSender = try OutboundSender(guard: AddressGuard(allow: configuration.watch.allow), ambient: live)
        // With a shared database a command creates no key, because it would differ from the nodes' key.
        let secrets = WebhookSecrets(
            path: configuration.signingKeyPath,
            ambient: live,
            mayMake: isServing || !self.isShared
        )
        self.receiptSeal = ReceiptSeal(secrets: secrets, ambient: live)
        let alarmNotifier = AlarmNotifier(
            settings: configuration.watch,
            repository: self.repository,
            sender: self.alarmSender,
            secrets: secrets,
            wall: live.now,
            logger: logger
        )
        self.alarmNotifier = alarmNotifier

        // Apple.
        let appStore = AppStoreConnection(
            httpClient: httpClient,
            repository: self.repository,
            ambient: ambient,
            logger: logger.part(.apple)
        )
        self.assembly = try AppAssembly(
            configuration: configuration,
            httpClient: httpClient,
            appStore: appStore,
            logger: logger
        )
        let ingest = Ingest(
            repository: self.repository,
            ambient: ambient,
            revocation: self.assembly.revocation,
            outage: self.outage,
            booked: self.booked,
            receipts: ReceiptStorage(repository: self.repository, seal: self.receiptSeal, logger: logger),
            legacyUsage: self.legacyUsage,
            clocks: StoreClockComparison(now: live.now, logger: logger),
            logger: logger
        )

        // The use cases.
        self.services = Services(
            repository: self.repository,
            apps: self.assembly.apps,
            ambient: ambient,
            wall: live,
            workers: self.workerTime,
            ingest: ingest,
            outbound: Services.Outbound(sender: self.sender, addresses: addresses, secrets: secrets),
            passKeys: Self.passKeys(configuration, secrets: self.isShared ? secrets : nil, logger: logger),
            connect: try configuration.connect(through: appStore),
            priceConsentLimits: configuration.valuesByApp(\.priceConsentLimits),
            proceedsTerms: configuration.valuesByApp(\.proceedsTerms),
            retention: configuration.valuesByApp(\.retention),
            channels: Services.AlarmChannels(names: configuration.watch.channels.map(\.rawValue)) {
                await alarmNotifier.test($0, in: $1)
            },
            thresholds: configuration.watch.thresholds,
            links: (configuration.linkTargets, self.linkProbe == nil ? nil : self.linkResults),
            maintenance: storage.maintenance,
            verifiers: verifiers,
            logger: logger
        )
        self.risks = RiskAssessor(repository: self.repository, ambient: ambient, logger: logger)

        // The API.
        var metricsText: (@Sendable () async -> String)?
        if let metrics = self.metrics { metricsText = { await metrics.text() } }
        let scheme = certificate == nil ? "http" : "https"
        self.dashboardAddress = DashboardAddress(configuration.publicURL ?? "\(scheme)://\(configuration.address)")
        self.routerSettings = PurserRouter.Settings(
            keys: self.assembly.keys,
            trust: configuration.trust.name,
            authentication: AuthenticationSettings(
                limits: configuration.limits,
                proxies: configuration.proxies,
                customerTokens: configuration.valuesByApp(\.customerTokens)
            ),
            areDocumentsOpen: configuration.areDocumentsOpen,
            metrics: metricsText,
            storeKit: CatalogTranslation.storeKit,
            database: DatabaseName(path: configuration.storage.name, schema: repository.schema, serves: isServing),
            dashboard: DashboardSettings(address: self.dashboardAddress, demo: demo),
            doctor: { await DoctorChecks.run(configuration, $0) },
            gate: self.gate,
            beforeRequest: self.time.catchUp
        )
    }

    /// Returns the router for the network; on a node with the role worker it serves health and metrics only.
    func networkRouter() -> Router<PurserContext> {
        var settings = self.routerSettings
        settings.answersRequests = self.role.answers
        // Requests from the network are never an operator's.
        settings.peer = { _ in nil }
        return PurserRouter.make(self.services, settings)
    }

    /// Returns the router for the operators' socket, which every node serves.
    func operatorsRouter() -> Router<PurserContext> { PurserRouter.make(self.services, self.routerSettings) }

    /// Closes the database, once all services have ended.
    func closeDatabase() async { await self.repository.close() }

    /// Closes the connections to receivers, once all services have ended.
    func closeConnections() async {
        await self.sender.shutdown()
        await self.alarmSender.shutdown()
    }

    /// Returns the keys that sign passes: from a file of one node, or derived from the key that all nodes share.
    private static func passKeys(
        _ configuration: Configuration,
        secrets: WebhookSecrets?,
        logger: Logger
    ) -> PassKeyRing {
        guard let secrets else {
            return PassKeyRing(path: configuration.statePath + ".pass-keys", ambient: .live, logger: logger)
        }
        return PassKeyRing(ambient: .live) { term throws(PassError) in
            do throws(WebhookSecretsError) {
                return try secrets.passKey(term: term)
            } catch {
                throw PassError(error)
            }
        }
    }
}

extension Configuration {
    /// Returns the values of the apps that have one, by the app's name.
    fileprivate func valuesByApp<Value>(_ value: (App) -> Value?) -> [AppName: Value] {
        let values = self.apps.compactMap { app in value(app).map { (app.name, $0) } }
        return Dictionary(values) { first, _ in first }
    }
}
