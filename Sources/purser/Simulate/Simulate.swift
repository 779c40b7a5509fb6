import AppStore
public import AppStoreSimulator
public import ArgumentParser
import AsyncHTTPClient
import Foundation
import Ledger
import Logging
import NIOCore
import Observability
import PurserHTTP
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
              purser simulate --catalog shop/catalog.yaml --root shop/simulator/root.der \\
                --notify http://127.0.0.1:8080/apple/shop/notifications

            The first line on standard output says that it listens, as JSON, with the key to call its App Store Server
            API. Everything that customers, Apple and developers do is an action under /_sim/v1:

              curl http://127.0.0.1:8090/_sim/v1/actions \\
                -d '{"action":"buy","customer":"anna","product":"pro.monthly"}'
              curl http://127.0.0.1:8090/_sim/v1/clock/advance -d '{"by":"P1M"}'
              curl http://127.0.0.1:8090/_sim/v1/journal

            Its clock starts at the present and moves only when published to. It signs with a root certificate of its own,
            which a server trusts only when its configuration names it.
            """,
        subcommands: [SimulateServe.self, ScenarioCommand.self, TriggerCommand.self],
        defaultSubcommand: SimulateServe.self
    )
}

/// `purser simulate serve`, which is what `purser simulate` alone does: serves worlds until a signal asks to stop.
struct SimulateServe: AsyncParsableCommand {
    /// The name.
    static let configuration = CommandConfiguration(
        commandName: "serve",
        abstract: "Serve a simulated App Store (what `purser simulate` does)."
    )

    /// What the store sells.
    @Option(
        help: ArgumentHelp(
            "What it sells: a .storekit file, a catalog of the simulator (JSON) or of the server (YAML). One of "
                + "everything when absent.",
            valueName: "file"
        )
    )
    var catalog: String?

    /// The app it sells for.
    @Option(
        name: .customLong("bundle-id"),
        help: ArgumentHelp(
            "The app's bundle id; the file's, or \(SampleCatalog.bundleId), when absent.",
            valueName: "id"
        )
    )
    var bundleID: String?

    /// The app's number.
    @Option(
        name: .customLong("app-apple-id"),
        help: ArgumentHelp("The app's number in the store; the file's when absent.", valueName: "n")
    )
    var appAppleID: Int64?

    /// How the store behaves.
    @Option(
        help: ArgumentHelp(
            "How the store behaves: \(WorldProfile.allCases.map(\.rawValue).joined(separator: ", ")). The file's, or "
                + "production, when absent.",
            valueName: "name"
        )
    )
    var profile: WorldProfile?

    /// What everything random follows from.
    @Option(help: "The seed: the same seed and the same commands make the same payloads.")
    var seed: UInt64 = 1

    /// The days of billing grace.
    @Option(
        name: .customLong("grace-days"),
        help: "The days of billing grace that the app grants; 0 for none. The file's, or 16, when absent."
    )
    var graceDays: Int?

    /// Where notifications go.
    @Option(help: ArgumentHelp("Where to post notifications.", valueName: "url"))
    var notify: String?

    /// Whether certificates name the responder.
    @Flag(
        help: """
            Let the certificates say where their revocation can be asked (OCSP, at /ocsp). The leaf then differs from \
            port to port.
            """
    )
    var ocsp = false

    /// Where it listens.
    @Option(help: "The port to listen on, on this machine only; 0 picks a free one.")
    var port = 8090

    /// Where key and root are written.
    @Option(
        help: ArgumentHelp(
            "Where to write the keys for its APIs and its root certificate; beside --root, or a temporary folder, when "
                + "absent.",
            valueName: "folder"
        )
    )
    var folder: String?

    /// Where the root certificate is written too.
    @Option(
        help: ArgumentHelp("Where to write the root certificate (DER) that a server must trust.", valueName: "file")
    )
    var root: String?

    /// Refuses what cannot be listened on.
    func validate() throws {
        if !(0...65535).contains(self.port) {
            throw ValidationError("--port must be between 0 and 65535; 0 picks a free one.")
        }
        if let graceDays, !(0...365).contains(graceDays) {
            throw ValidationError("--grace-days must be between 0 and 365.")
        }
        if let notify { try WebAddress.require(notify, option: "--notify", example: ScenarioWorldOptions.example) }
    }

    /// Serves the store until a signal asks to stop.
    func run() async throws {
        OpenFiles.raise()
        let source = try self.source()
        if let obstacle = await ListeningPort.obstacle(host: "127.0.0.1", port: self.port) {
            throw self.cannotListen(obstacle)
        }
        let now = Timestamp(milliseconds: Ambient.live.now().milliseconds)
        let world: World
        do {
            world = try World(
                seed: self.seed,
                startingAt: now,
                apps: source.map { (app: self.app($0.settings), catalog: $0.catalog) }
            )
            try self.prepare(world, source)
        } catch let error as WorldError {
            StandardStream.error.write(line: "\(self.catalog ?? "the catalog"): \(error.message)")
            throw ExitStatus.badData.error
        }
        guard let app = world.apps.first else { throw ExitStatus.badData.error }
        let files = SimulatorFiles(folder: self.folder, root: self.root)
        let key = try world.apiKey(of: app.bundleId)
        let team = world.reportAccount.key
        try files.refuseProductionKeys(own: [key, team])
        try files.prove()

        Serve.startLog(LogSettings())
        let client = HTTPClient(eventLoopGroupProvider: .singleton)
        let server = SimulatorServer(
            worlds: Worlds(main: world) { Ambient.live.now().milliseconds },
            receiver: NotificationSender(client: client).receiver,
            realtimeSender: RealtimeClient(client: client).sender,
            port: self.port,
            logger: Logger(label: "simulator")
        ) { [ocsp] port in
            do {
                if ocsp {
                    try world.publishOCSP(at: "http://127.0.0.1:\(port)/ocsp")
                }
                let key = try world.apiKey(of: app.bundleId)
                let (keyPath, rootPath) = try files.write(
                    key,
                    team: team,
                    root: world.certificates.root,
                    port: port
                )
                let members = [
                    JSONMember(key: "ready", value: .bool(true)),
                    JSONMember(key: "url", value: .string("http://127.0.0.1:\(port)")),
                    JSONMember(key: "bundleId", value: .string(app.bundleId)),
                    JSONMember(key: "appAppleId", value: .number("\(app.appAppleId)")),
                    JSONMember(key: "issuerId", value: .string(key.issuerId)),
                    JSONMember(key: "keyId", value: .string(key.keyId)),
                    JSONMember(key: "privateKeyPath", value: .string(keyPath)),
                    JSONMember(key: "rootCertificatePath", value: .string(rootPath)),
                ]
                StandardStream.output.write(json: JSONValue.object(members))
            } catch {
                // Nobody could use it, and what was wrong is said.
                Self.exit(withError: error as? ExitCode ?? ExitStatus.cannotCreate.error)
            }
        }
        let group = ServiceGroup(
            configuration: ServiceGroupConfiguration(
                services: [ShutdownHook { try? await client.shutdown() }, server],
                gracefulShutdownSignals: [.sigterm, .sigint],
                logger: Logger(label: "simulator")
            )
        )
        do {
            try await group.run()
        } catch let error as IOError {
            throw self.cannotListen(ListeningPort.words(for: error))
        }
    }

    /// The refusal to listen, with what to do; `reason` is a sentence.
    private func cannotListen(_ reason: String) -> ExitCode {
        StandardStream.error.write(
            line: "--port \(self.port): \(reason) Or choose another port, or 0 for a free one."
        )
        return ExitStatus.unavailable.error
    }

    /// What the file says, or the sample.
    private func source() throws -> [WorldCatalogFile.App] {
        guard let catalog else { return [WorldCatalogFile.App(catalog: SampleCatalog.catalog)] }
        do throws(ValidationIssues) {
            let source = try CatalogSource.read(catalog)
            for warning in source.warnings {
                StandardStream.error.write(line: warning)
            }
            return source.apps
        } catch {
            StandardStream.error.write(line: error.description)
            throw error.exitStatus(otherwise: .badData).error
        }
    }

    /// The app that options and file describe; options win.
    private func app(_ settings: CatalogSettings) -> WorldApp {
        let days = self.graceDays ?? settings.gracePeriodDays ?? 16
        return WorldApp(
            bundleId: self.bundleID ?? settings.bundleId ?? SampleCatalog.bundleId,
            appAppleId: self.appAppleID ?? settings.appAppleId ?? SampleCatalog.appAppleId,
            profile: self.profile ?? settings.profile ?? .production,
            notificationURL: self.notify ?? settings.notificationURL,
            gracePeriodDays: days == 0 ? nil : days
        )
    }

    /// Lets new customers be as the file's settings have it.
    private func prepare(_ world: World, _ source: [WorldCatalogFile.App]) throws {
        guard let settings = source.first?.settings else { return }
        world.setCustomerDefaults(
            CustomerDefaults(
                storefront: settings.storefront ?? .usa,
                asksToBuy: settings.asksToBuy,
                isInterrupted: settings.interruptsPurchases,
                failsRenewals: settings.failsRenewals
            )
        )
    }
}

extension WorldProfile: ExpressibleByArgument {
    /// The profile of a name; `sandbox` means the rate that testers start with.
    public init?(argument: String) {
        self.init(rawValue: argument == "sandbox" ? WorldProfile.sandbox5m.rawValue : argument)
    }
}

/// Closes something when the server stops; placed before those that use it, it closes after them.
struct ShutdownHook: Service {
    /// Closes it.
    let close: @Sendable () async -> Void

    /// Waits for the stop, then closes.
    func run() async throws {
        try? await gracefulShutdown()
        await self.close()
    }
}
