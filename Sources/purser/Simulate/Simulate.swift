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

/// `purser simulate`: a simulated App Store with a clock that the user controls.
struct Simulate: AsyncParsableCommand {
    /// The command's name and help.
    static let configuration = CommandConfiguration(
        commandName: "simulate",
        abstract: "Run a simulated App Store with a clock that you control.",
        discussion: """
            Example:
              purser simulate --catalog shop/catalog.yaml --root shop/simulator/root.der \\
                --notify http://127.0.0.1:8080/apple/shop/notifications

            When the store accepts requests, it prints a line of JSON with the key for its App Store Server API. The
            actions of customers, Apple and developers are under /_sim/v1:

              curl http://127.0.0.1:8090/_sim/v1/actions \\
                -d '{"action":"buy","customer":"anna","product":"pro.monthly"}'
              curl http://127.0.0.1:8090/_sim/v1/clock/advance -d '{"by":"P1M"}'
              curl http://127.0.0.1:8090/_sim/v1/journal

            Its clock starts at the present and advances only on request. It signs with its own root certificate, which
            a server trusts only when its configuration names it.
            """,
        subcommands: [SimulateServe.self, ScenarioCommand.self, TriggerCommand.self],
        defaultSubcommand: SimulateServe.self
    )
}

/// `purser simulate serve`, the default subcommand of `purser simulate`: serves worlds until a signal stops it.
struct SimulateServe: AsyncParsableCommand {
    /// The command's name.
    static let configuration = CommandConfiguration(
        commandName: "serve",
        abstract: "Serve a simulated App Store (the default of `purser simulate`)."
    )

    /// The catalog file.
    @Option(
        help: ArgumentHelp(
            "The catalog: a .storekit file, or a catalog of the simulator (JSON) or of the server (YAML). A sample "
                + "catalog when absent.",
            valueName: "file"
        )
    )
    var catalog: String?

    /// The app's bundle id.
    @Option(
        name: .customLong("bundle-id"),
        help: ArgumentHelp(
            "The app's bundle id. Default: the file's, or \(SampleCatalog.bundleId).",
            valueName: "id"
        )
    )
    var bundleID: String?

    /// The app's Apple ID.
    @Option(
        name: .customLong("app-apple-id"),
        help: ArgumentHelp("The app's Apple ID. Default: the file's.", valueName: "n")
    )
    var appAppleID: Int64?

    /// The profile of the store's behavior.
    @Option(
        help: ArgumentHelp(
            "The store's profile: \(WorldProfile.allCases.map(\.rawValue).joined(separator: ", ")). Default: the "
                + "file's, or production.",
            valueName: "name"
        )
    )
    var profile: WorldProfile?

    /// The seed of all random choices.
    @Option(help: "The seed; the same seed and the same commands produce the same payloads.")
    var seed: UInt64 = 1

    /// The days of billing grace.
    @Option(
        name: .customLong("grace-days"),
        help: "The days of billing grace that the app grants; 0 for none. Default: the file's, or 16."
    )
    var graceDays: Int?

    /// The URL for notifications.
    @Option(help: ArgumentHelp("The URL to which notifications are posted.", valueName: "url"))
    var notify: String?

    /// Whether certificates contain the address of the OCSP responder.
    @Flag(
        help: """
            Let the certificates say where their revocation can be asked (OCSP, at /ocsp). The leaf then differs from \
            port to port.
            """
    )
    var ocsp = false

    /// The port.
    @Option(help: "The port to listen on, on this machine only; 0 uses a free one.")
    var port = 8090

    /// The folder of the keys and the root.
    @Option(
        help: ArgumentHelp(
            "The folder for the store's API keys and root certificate. Default: the folder of --root, or a temporary "
                + "folder.",
            valueName: "folder"
        )
    )
    var folder: String?

    /// The path of an additional copy of the root certificate.
    @Option(
        help: ArgumentHelp("Write the root certificate (DER) that a server must trust.", valueName: "file")
    )
    var root: String?

    /// Validates the port, the days of grace and the URL.
    func validate() throws {
        if !(0...65535).contains(self.port) {
            throw ValidationError("--port must be between 0 and 65535; 0 uses a free one.")
        }
        if let graceDays, !(0...365).contains(graceDays) {
            throw ValidationError("--grace-days must be between 0 and 365.")
        }
        if let notify { try WebAddress.require(notify, option: "--notify", example: ScenarioWorldOptions.example) }
    }

    /// Serves the store until a signal stops it.
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
                // An error was reported already; a store without its files is not served.
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

    /// Reports that the port cannot be used, with a remedy; `reason` is a sentence.
    private func cannotListen(_ reason: String) -> ExitCode {
        StandardStream.error.write(
            line: "--port \(self.port): \(reason) Or choose another port, or 0 for a free one."
        )
        return ExitStatus.unavailable.error
    }

    /// Returns the catalog of the file, or the sample.
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

    /// Returns the app of the options and the file; options take precedence.
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

    /// Sets the defaults of new customers from the file's settings.
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
    /// Creates the profile of a name; `sandbox` means Apple's default rate.
    public init?(argument: String) {
        self.init(rawValue: argument == "sandbox" ? WorldProfile.sandbox5m.rawValue : argument)
    }
}

/// A service that closes a resource when the server stops; a service placed before the users of the resource stops
/// after them.
struct ShutdownHook: Service {
    /// Closes the resource.
    let close: @Sendable () async -> Void

    /// Waits for the stop and closes the resource.
    func run() async throws {
        try? await gracefulShutdown()
        await self.close()
    }
}
