import AppStore
import AppStoreSimulator
import ArgumentParser
import AsyncHTTPClient
import Foundation
import Ledger
import Logging
import NIOCore
import PurserService
import ServiceLifecycle
import UnixSignals

/// `purser simulate`: an App Store of one's own, with a clock to turn.
struct Simulate: AsyncParsableCommand {
    /// The name and the example.
    static let configuration = CommandConfiguration(
        commandName: "simulate",
        abstract: "Run a simulated App Store with a clock that you turn.",
        discussion: """
            Example:
              purser simulate --catalog shop/catalogue.yaml --root shop/simulator/root.der \\
                --notify http://127.0.0.1:8080/apple/shop/notifications

            The first line on standard output says that it listens. The store is worked over HTTP under /_sim/v1:

              curl -X POST http://127.0.0.1:8090/_sim/v1/customers/anna/buy -d '{"productId":"pro.monthly"}'
              curl -X POST http://127.0.0.1:8090/_sim/v1/clock/advance -d '{"by":"P1M"}'
              curl http://127.0.0.1:8090/_sim/v1/journal

            Its clock starts at the present and moves only when told to. It signs with a root certificate of its own,
            which a server trusts only when its configuration names it.
            """
    )

    /// What the store sells.
    @Option(help: ArgumentHelp("The catalogue file.", valueName: "file"))
    var catalog: String

    /// The app it sells for.
    @Option(name: .customLong("bundle-id"), help: ArgumentHelp("The app's bundle id.", valueName: "id"))
    var bundleID = "com.example.shop"

    /// The app's number.
    @Option(name: .customLong("app-apple-id"), help: ArgumentHelp("The app's number in the store.", valueName: "n"))
    var appAppleID: Int64 = 1_234_567_890

    /// How the store behaves.
    @Option(help: "How the store behaves: production or sandbox.")
    var profile: Profile = .production

    /// What everything random follows from.
    @Option(help: "The seed: the same seed and the same commands make the same payloads.")
    var seed: UInt64 = 1

    /// Where notifications go.
    @Option(help: ArgumentHelp("Where to post notifications.", valueName: "url"))
    var notify: String?

    /// Where it listens.
    @Option(help: "The port to listen on, on this machine only; 0 picks a free one.")
    var port = 8090

    /// Where the root certificate is written.
    @Option(
        help: ArgumentHelp("Where to write the root certificate (DER) that a server must trust.", valueName: "file")
    )
    var root: String?

    /// The behaviours of a store.
    enum Profile: String, ExpressibleByArgument, CaseIterable {
        case production
        case sandbox
    }

    /// Refuses what cannot be listened on.
    func validate() throws {
        if !(0...65535).contains(self.port) {
            throw ValidationError("--port must be between 0 and 65535; 0 picks a free one.")
        }
    }

    /// Serves the store until a signal asks to stop.
    func run() async throws {
        let catalogue: WorldCatalogue
        do throws(Findings) {
            catalogue = try WorldCatalogue(CatalogueFile(path: self.catalog), path: self.catalog)
        } catch {
            StandardStream.error.write(line: error.description)
            throw ExitStatus.badData.error
        }
        let app = WorldApp(
            bundleId: self.bundleID,
            appAppleId: self.appAppleID,
            environment: self.profile == .production ? .production : .sandbox,
            notificationURL: self.notify,
            gracePeriodDays: 16
        )
        let now = Timestamp(milliseconds: Ambient.live.now().milliseconds)
        let world = try World(seed: self.seed, startingAt: now, app: app, catalogue: catalogue)
        if let root {
            try RootFile.write(world.certificates.root, to: root)
        }

        LoggingSystem.bootstrap { StreamLogHandler.standardError(label: $0) }
        let client = HTTPClient(eventLoopGroupProvider: .singleton)
        let root = self.root
        let server = SimulatorServer(
            world: world,
            receiver: self.notify == nil ? nil : NotificationSender(client: client).receiver,
            port: self.port,
            logger: Logger(label: "simulator")
        ) { [bundleID, appAppleID] port in
            let members = [
                JSONMember(key: "ready", value: .bool(true)),
                JSONMember(key: "url", value: .string("http://127.0.0.1:\(port)")),
                JSONMember(key: "bundleId", value: .string(bundleID)),
                JSONMember(key: "appAppleId", value: .number("\(appAppleID)")),
                JSONMember(key: "rootCertificatePath", value: root.map { .string($0) } ?? .null),
            ]
            StandardStream.output.write(line: String(decoding: JSONValue.object(members).json(), as: UTF8.self))
        }
        let group = ServiceGroup(
            configuration: ServiceGroupConfiguration(
                services: [ClosingService { try? await client.shutdown() }, server],
                gracefulShutdownSignals: [.sigterm, .sigint],
                logger: Logger(label: "simulator")
            )
        )
        do {
            try await group.run()
        } catch let error as IOError {
            StandardStream.error.write(
                line: "--port \(self.port): cannot listen there (errno \(error.errnoCode)). Choose another port, or 0."
            )
            throw ExitStatus.unavailable.error
        }
    }
}
