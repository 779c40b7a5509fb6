import AppStore
public import AppStoreSimulator
public import ArgumentParser
import AsyncHTTPClient
import Foundation
import Ledger
import Logging
import NIOCore
import PurserService
import ServiceLifecycle
import UnixSignals

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
            "What it sells: a .storekit file, a catalogue of the simulator (JSON) or of the server (YAML). One of "
                + "everything when absent.",
            valueName: "file"
        )
    )
    var catalog: String?

    /// The app it sells for.
    @Option(name: .customLong("bundle-id"), help: ArgumentHelp("The app's bundle id.", valueName: "id"))
    var bundleID = SampleCatalogue.bundleId

    /// The app's number.
    @Option(name: .customLong("app-apple-id"), help: ArgumentHelp("The app's number in the store.", valueName: "n"))
    var appAppleID = SampleCatalogue.appAppleId

    /// How the store behaves.
    @Option(
        help: ArgumentHelp(
            "How the store behaves: \(WorldProfile.allCases.map(\.rawValue).joined(separator: ", ")).",
            valueName: "name"
        )
    )
    var profile: WorldProfile = .production

    /// What everything random follows from.
    @Option(help: "The seed: the same seed and the same commands make the same payloads.")
    var seed: UInt64 = 1

    /// The days of billing grace.
    @Option(name: .customLong("grace-days"), help: "The days of billing grace that the app grants; 0 for none.")
    var graceDays = 16

    /// Where notifications go.
    @Option(help: ArgumentHelp("Where to post notifications.", valueName: "url"))
    var notify: String?

    /// Where it listens.
    @Option(help: "The port to listen on, on this machine only; 0 picks a free one.")
    var port = 8090

    /// Where key and root are written.
    @Option(
        help: ArgumentHelp(
            "Where to write the key for its API and its root certificate; a temporary folder when absent.",
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
        if !(0...365).contains(self.graceDays) {
            throw ValidationError("--grace-days must be between 0 and 365.")
        }
    }

    /// Serves the store until a signal asks to stop.
    func run() async throws {
        let source = try self.source()
        let app = WorldApp(
            bundleId: self.bundleID,
            appAppleId: self.appAppleID,
            profile: self.profile,
            notificationURL: self.notify,
            gracePeriodDays: self.graceDays == 0 ? nil : self.graceDays
        )
        let now = Timestamp(milliseconds: Ambient.live.now().milliseconds)
        let world: World
        do {
            world = try World(seed: self.seed, startingAt: now, app: app, catalogue: source)
        } catch let error as WorldError {
            StandardStream.error.write(line: "\(self.catalog ?? "the catalogue"): \(error.message)")
            throw ExitStatus.badData.error
        }
        let files = SimulatorFiles(folder: self.folder, port: self.port, root: self.root)
        try files.refuseProductionKeys(own: try world.apiKey())

        LoggingSystem.bootstrap { StreamLogHandler.standardError(label: $0) }
        let client = HTTPClient(eventLoopGroupProvider: .singleton)
        let server = SimulatorServer(
            worlds: Worlds(main: world) { Ambient.live.now().milliseconds },
            receiver: NotificationSender(client: client).receiver,
            realtimeSender: RealtimeClient(client: client).sender,
            port: self.port,
            logger: Logger(label: "simulator")
        ) { [bundleID, appAppleID] port in
            do {
                let key = try world.apiKey()
                let (keyPath, rootPath) = try files.write(key, root: world.certificates.root, port: port)
                let members = [
                    JSONMember(key: "ready", value: .bool(true)),
                    JSONMember(key: "url", value: .string("http://127.0.0.1:\(port)")),
                    JSONMember(key: "bundleId", value: .string(bundleID)),
                    JSONMember(key: "appAppleId", value: .number("\(appAppleID)")),
                    JSONMember(key: "issuerId", value: .string(key.issuerId)),
                    JSONMember(key: "keyId", value: .string(key.keyId)),
                    JSONMember(key: "privateKeyPath", value: .string(keyPath)),
                    JSONMember(key: "rootCertificatePath", value: .string(rootPath)),
                ]
                StandardStream.output.write(line: String(decoding: JSONValue.object(members).json(), as: UTF8.self))
            } catch {
                StandardStream.error.write(line: "The key and the root cannot be written; name a --folder.")
            }
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

    private func source() throws -> WorldCatalogue {
        guard let catalog else { return SampleCatalogue.catalogue }
        do throws(Findings) {
            return try WorldCatalogue(CatalogueFile(path: catalog), path: catalog)
        } catch {
            StandardStream.error.write(line: error.description)
            throw ExitStatus.badData.error
        }
    }
}

extension WorldProfile: ExpressibleByArgument {
    /// The profile of a name; `sandbox` means the rate that testers start with.
    public init?(argument: String) {
        self.init(rawValue: argument == "sandbox" ? WorldProfile.sandbox5m.rawValue : argument)
    }
}
