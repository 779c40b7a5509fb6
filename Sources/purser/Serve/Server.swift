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

/// A server put together from a configuration: the database, Apple, the services, and the router, in the order in which
/// each needs what stands above it.
///
/// `purser serve` runs it, with its listeners and background services. A command that finds no running server puts the
/// same server together, and sends its request to the same router. Nothing is made twice.
struct Server {
    /// The time that a server goes by.
    struct Time {
        /// The ledger's time and chance.
        let ambient: Ambient
        /// Awaited before each request, where a simulated App Store turns the clock.
        let catchUp: (@Sendable () async throws -> Void)?

        /// Returns the time of a simulated App Store whose clock is at an address; real time without an address.
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
    /// The part of the work that this node does.
    let role: Role
    /// The name of this process among those that share the database.
    let node = NodeID(rawValue: Hexadecimal.text(Ambient.live.randomBytes(6)))
    /// Logs what operators read.
    let logger: Logger

    // MARK: The database

    /// Keeps the ledger.
    let repository: any SQLRepository
    /// Whether other nodes may work on the same database.
    let isShared: Bool
    /// The time of leases, on which the nodes agree.
    let sharedClock: SharedClock<ContinuousClock>
    /// The time that everything but keys and leases goes by.
    let time: Time
    /// The time of what workers do.
    let workerTime: Ambient
    /// Keeps another server of this machine from the same files, where the database itself is on a server.
    private let place: InstanceLock?

    // MARK: The watch

    /// The metrics of the process; `nil` where they are not served.
    let metrics: ServerMetrics?
    /// Samples the metrics; `nil` where nothing is watched.
    let sampler: MetricSampler?
    /// Probes Apple's hosts; `nil` where that is switched off.
    let linkProbe: LinkProbe?
    /// The newest results of the probes, on the node that makes them.
    let linkResults = LinkResults()
    /// Sends what is due of the notices about alarms.
    let alarmNotifier: AlarmNotifier

    // MARK: Apple

    /// The apps, with what verifies their data and what asks Apple about them.
    let assembly: AppAssembly
    /// Notes when evidence could not be kept.
    let outage = OutageNote()
    /// Counts in which form purchases and notifications came, until the database has the counts.
    let legacyUsage = LegacyUsageCounter()
    /// The coins that were booked, until Apple knows that they were fulfilled.
    let booked = BookedFulfillments()
    /// Encrypts the receipts that are kept to ask Apple with.
    let receiptSeal: ReceiptSeal

    // MARK: The use cases

    /// Every use case of the server.
    let services: Services
    /// Computes the reasons to look twice at customers to whom something happened.
    let risks: RiskAssessor

    // MARK: What it answers

    /// The certificate with which the server ends TLS itself, if it does.
    let certificate: ServerCertificate?
    /// Lets one long operation of an operator run at a time.
    let gate = OperationGate()
    private let routerSettings: PurserRouter.Settings
    private let sender: OutboundSender
    private let alarmSender: OutboundSender

    /// Puts everything together; nothing listens and nothing runs yet.
    ///
    /// - Parameters:
    ///   - configuration: The configuration.
    ///   - role: The part of the work that this node does.
    ///   - storage: The database, opened.
    ///   - time: The ledger's time, which nodes that share a database replace by the one that they agree on.
    ///   - certificate: The certificate with which the server ends TLS itself.
    ///   - verifiers: How many processors a verification of all evidence may take; the rest belongs to customers.
    ///   - isServing: Whether a server runs, and not a command for a moment.
    ///   - httpClient: Asks Apple.
    ///   - metrics: The metrics of the process.
    ///   - logger: Logs what operators read.
    /// - Throws: The exit status, after writing what is wrong with the configuration.
    init(
        configuration: Configuration,
        role: Role = .both,
        storage: OpenedStorage,
        time: Time,
        certificate: ServerCertificate? = nil,
        verifiers: Int = 1,
        isServing: Bool = true,
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
        self.sharedClock = SharedClock(own: live, logger: logger, clock: .continuous) {
            try await repository.databaseTime()
        }
        self.isShared = if case .postgreSQL = configuration.storage { true } else { false }
        self.workerTime = self.isShared ? self.sharedClock.ambient : live
        // Nodes that share a database write it by one clock, unless it is a simulated world's.
        self.time = self.isShared && time.catchUp == nil ? Time(ambient: self.workerTime, catchUp: nil) : time
        let ambient = self.time.ambient

        // The watch.
        self.metrics = metrics.map { [repository = self.repository] in
            ServerMetrics(registry: $0, repository: repository)
        }
        self.sampler = configuration.watch.isEnabled ? self.metrics?.sampler() : nil
        self.linkProbe =
            configuration.watch.isEnabled && configuration.watch.linksEnabled ? try LinkProbe(wall: live) : nil

        // The ways out.
        let addresses = AddressGuard(allow: configuration.webhookAllow)
        self.sender = try OutboundSender(
            guard: addresses,
            ambient: live,
            connectionsPerAddress: CircuitBreaker.capacity
        )
        // The configuration alone has the addresses of alarms, so that it may allow others than webhooks may have.
        self.alarmSender = try OutboundSender(guard: AddressGuard(allow: configuration.watch.allow), ambient: live)
        // A command makes no key where nodes share the database: it would be another than theirs.
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
            smallBusiness: configuration.valuesByApp(\.smallBusinessFrom),
            retention: configuration.valuesByApp(\.retention),
            channels: Services.AlarmChannels(names: configuration.watch.channels.map(\.rawValue)) {
                await alarmNotifier.test($0, in: $1)
            },
            links: (configuration.linkTargets, self.linkProbe == nil ? nil : self.linkResults),
            maintenance: storage.maintenance,
            verifiers: verifiers,
            logger: logger
        )
        self.risks = RiskAssessor(repository: self.repository, ambient: ambient, logger: logger)

        // What it answers.
        var metricsText: (@Sendable () async -> String)?
        if let metrics = self.metrics { metricsText = { await metrics.text() } }
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
            gate: self.gate,
            beforeRequest: self.time.catchUp
        )
    }

    /// Returns the router for the network, where a node that only works answers health and metrics alone.
    func networkRouter() -> Router<PurserContext> {
        var settings = self.routerSettings
        settings.answersRequests = self.role.answers
        // Whatever the connection is like, no request of the network is an operator's.
        settings.peer = { _ in nil }
        return PurserRouter.make(self.services, settings)
    }

    /// Returns the router for the operators' socket, which answers on every node.
    func operatorsRouter() -> Router<PurserContext> { PurserRouter.make(self.services, self.routerSettings) }

    /// Closes the database, once all services have ended.
    func closeDatabase() async { await self.repository.close() }

    /// Closes the connections to receivers, once all services have ended.
    func closeConnections() async {
        await self.sender.shutdown()
        await self.alarmSender.shutdown()
    }

    /// Returns the keys that sign passes: in a file of one node, or from the key that all nodes share.
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
    /// Returns a value of each app that has it, by the app's name.
    fileprivate func valuesByApp<Value>(_ value: (App) -> Value?) -> [AppName: Value] {
        let values = self.apps.compactMap { app in value(app).map { (app.name, $0) } }
        return Dictionary(values) { first, _ in first }
    }
}
