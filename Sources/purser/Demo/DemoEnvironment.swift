import AppStore
import AppStoreSimulator
import ArgumentParser
import AsyncHTTPClient
import Foundation
import Ledger
import Logging
import Notation
import Observability
import PurserHTTP
import PurserService
import ServiceLifecycle

/// The two parts of the demo: a simulated App Store, and the real server, which trusts its root and uses its clock.
struct DemoEnvironment {
    /// The start of the story: 2026-01-31T09:00:00Z, the last day of a month, because calendar errors occur there.
    static let start = Timestamp(milliseconds: 1_769_850_000_000)
    /// The app's name in paths.
    static let app = "shop"

    /// The simulated App Store.
    let world: World
    /// The shop's secret key.
    let key: String
    /// The sender of the store's notifications.
    let sender: NotificationSender
    /// Sends the store's requests for retention messages.
    let realtimeSender: RealtimeSender

    /// The watch of the server.
    let watch: DemoWatch
    /// The prices and reports of the server.
    let reports: DemoReports

    /// The operator whom the link to the dashboard signs in.
    let operatorOfDemo: DashboardDemo

    private let server: Server
    private let storePort: Int
    private let logger: Logger

    /// Writes a first configuration into a folder, as `purser init` does, with more to sell, and creates both parts
    /// from it; the store will listen on a port.
    init(folder: String, seed: UInt64, storePort: Int, client: HTTPClient, metrics: MetricsRegistry) throws {
        let installation = InitialInstallation(
            name: Self.app,
            directory: folder,
            bundleID: "com.example.shop",
            messages: InitMessages(.english),
            // The keys of this store follow from its seed, and its address from the port.
            asksStore: false
        )
        self.storePort = storePort
        let file = "\(folder)/\(Self.app)/purser.yaml"
        let configuration: Configuration
        let logger = Logger(label: "demo")
        do {
            try installation.write(randomBytes: SystemRandomness.bytes)
            let catalogFile = "\(folder)/\(Self.app)/catalog.yaml"
            try Self.change(catalogFile, DemoCatalog.extended)
            let catalog = try CatalogFile(path: catalogFile)
            self.world = try World(
                seed: seed,
                startingAt: Self.start,
                app: WorldApp(
                    bundleId: "com.example.shop",
                    appAppleId: 1_234_567_890,
                    environment: .production,
                    gracePeriodDays: 16
                ),
                catalog: DemoCatalog.offering(WorldCatalog(catalog, path: file))
            )
            let world = self.world
            let store = SimulatorFiles(folder: "\(folder)/\(Self.app)/simulator", root: nil)
            let (key, account) = (try world.apiKey(), world.reportAccount)
            _ = try store.write(key, team: account.key, root: world.certificates.root, port: storePort)
            let url = "http://127.0.0.1:\(storePort)"
            try Self.change(file) { $0 + Self.appStore(key, url) + Self.appStoreConnect(account, url) }
            configuration = try Configuration.load(file: file, environment: [:])
        } catch let issues as ValidationIssues {
            StandardStream.error.write(line: issues.description)
            throw ExitStatus.badConfiguration.error
        }
        guard let app = configuration.apps.first else { throw ExitStatus.badConfiguration.error }
        let world = self.world
        let time = Server.Time(
            ambient: Ambient(
                now: { Instant(milliseconds: world.now.milliseconds) },
                randomBytes: SystemRandomness.bytes
            ),
            // The world's clock is read directly, but it jumps as every simulated clock.
            catchUp: {}
        )
        self.key = app.secretKey.revealed
        self.operatorOfDemo = DashboardDemo(
            password: String(decoding: Base64URL.encode(SystemRandomness.bytes(15)), as: UTF8.self)
        )
        self.sender = NotificationSender(client: client)
        self.realtimeSender = RealtimeClient(client: client).sender
        self.logger = logger
        self.server = try Server(
            configuration: configuration,
            storage: try OpenedStorage.forServing(configuration, logger: logger),
            time: time,
            demo: self.operatorOfDemo,
            httpClient: client,
            metrics: metrics,
            logger: logger
        )
        let reports = DemoReports(of: self.server)
        guard let watch = DemoWatch(of: self.server, reports: reports.services) else {
            throw ExitStatus.badConfiguration.error
        }
        (self.watch, self.reports) = (watch, reports)
    }

    /// Returns a link that signs in to the dashboard as an administrator, once.
    func signInLink() async throws -> String {
        let issued = try await self.server.services.operators.invite(
            DashboardDemo.operatorName,
            role: .admin,
            by: RequestOrigin(name: "demo")
        )
        return DashboardSettings(address: self.server.dashboardAddress).link(demo: issued.token)
    }

    private static func change(_ file: String, _ change: (String) -> String) throws {
        let text = try String(contentsOfFile: file, encoding: .utf8)
        try Data(change(text).utf8).write(to: URL(fileURLWithPath: file))
    }

    /// Returns the part of the configuration with the key of the store's API.
    private static func appStore(_ key: APIKey, _ url: String) -> String {
        """
            appStore:
              issuerId: \(key.issuerId)
              keyId: \(key.keyId)
              privateKey: simulator/\(key.keyId).p8
              production: \(url)
              sandbox: \(url)

        """
    }

    /// Returns the part of the configuration with the team key of the store's reports and prices.
    private static func appStoreConnect(_ account: AppStoreSimulator.ReportAccount, _ url: String) -> String {
        """
            appStoreConnect:
              issuerId: \(account.key.issuerId)
              keyId: \(account.key.keyId)
              privateKey: simulator/\(account.key.keyId).p8
              vendorNumber: "\(account.vendorNumber)"
              sku: com.example.shop
              address: \(url)

        """
    }

    /// Records the shop's catalog, as a server does when it starts.
    func open() async throws { try await self.server.openCatalogs() }

    /// Closes the resources of the services, after they have ended.
    func close() async {
        await self.server.closeDatabase()
        await self.server.closeConnections()
    }

    /// Returns both parts as services; `listening` gets the store's address, then the server's.
    func services(_ listening: @escaping @Sendable (String) -> Void) -> [any Service] {
        let (stores, continuation) = AsyncStream<String>.makeStream()
        let store = SimulatorServer(
            worlds: Worlds(main: self.world) { Ambient.live.now().milliseconds },
            receiver: self.sender.receiver,
            realtimeSender: self.realtimeSender,
            port: self.storePort,
            logger: self.logger
        ) { port in
            continuation.yield("http://127.0.0.1:\(port)")
        }
        let watch = self.watch
        let server = self.server.backgroundServices(
            port: 0,
            watch: { watch.services },
            onListening: { url in
                var iterator = stores.makeAsyncIterator()
                if let store = await iterator.next() { listening(store) }
                listening(url)
            }
        )
        return [store] + server
    }
}
