import AppStore
import AppStoreSimulator
import ArgumentParser
import AsyncHTTPClient
import Foundation
import Ledger
import Logging
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

    private let server: Server
    private let logger: Logger

    /// Writes a first configuration into a folder, as `purser init` does, and creates both parts from it.
    init(folder: String, seed: UInt64, client: HTTPClient) throws {
        let installation = InitialInstallation(
            name: Self.app,
            directory: folder,
            bundleID: "com.example.shop",
            messages: InitMessages(.english),
            // The store's address is not known before it listens, and here no notification is missed.
            asksStore: false
        )
        let file = "\(folder)/\(Self.app)/purser.yaml"
        let configuration: Configuration
        let logger = Logger(label: "demo")
        do {
            try installation.write(randomBytes: SystemRandomness.bytes)
            let catalog = try CatalogFile(path: "\(folder)/\(Self.app)/catalog.yaml")
            self.world = try World(
                seed: seed,
                startingAt: Self.start,
                app: WorldApp(
                    bundleId: "com.example.shop",
                    appAppleId: 1_234_567_890,
                    environment: .production,
                    gracePeriodDays: 16
                ),
                catalog: WorldCatalog(catalog, path: file)
            )
            try RootFile.write(self.world.certificates.root, to: "\(folder)/\(Self.app)/simulator/root.der")
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
        self.sender = NotificationSender(client: client)
        self.logger = logger
        self.server = try Server(
            configuration: configuration,
            storage: try OpenedStorage.forServing(configuration, logger: logger),
            time: time,
            httpClient: client,
            logger: logger
        )
    }

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
            logger: self.logger
        ) { port in
            continuation.yield("http://127.0.0.1:\(port)")
        }
        let server = self.server.backgroundServices(port: 0) { url in
            var iterator = stores.makeAsyncIterator()
            if let store = await iterator.next() { listening(store) }
            listening(url)
        }
        return [store] + server
    }
}
