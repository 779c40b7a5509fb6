import AppStore
import AsyncHTTPClient
import Foundation
import Ledger
import Logging
import PurserService

/// The doctor's checks of a valid configuration, for the command and for a running server.
struct DoctorChecks: Sendable {
    /// Receives a finding as soon as it exists.
    typealias Report = @Sendable (DoctorFinding) -> Void

    /// The configuration.
    let configuration: Configuration
    /// The apps that are checked.
    let apps: [Configuration.App]
    /// Whether to skip the checks that need a network.
    let isOffline: Bool

    /// Runs all checks of a server's configuration; an error becomes a finding.
    static func run(_ configuration: Configuration, _ report: @escaping Report) async {
        do {
            try await Self(configuration: configuration, apps: configuration.apps, isOffline: false).run(report)
        } catch {
            let remedy = "Run it as a command on the server's machine: purser doctor"
            report(DoctorFinding(.configuration, .error, "The checks could not be completed.", remedy: remedy))
        }
    }

    /// Runs all checks.
    func run(_ report: @escaping Report) async throws {
        report(DoctorFinding(.configuration, .ok, "The configuration is valid."))
        if let problem = self.configuration.proxyProblem {
            report(DoctorFinding(.proxiesMissing, .warning, problem, remedy: Configuration.proxyRemedy))
        }
        for finding in self.configuration.alarmFindings { report(finding) }
        let client = HTTPClient(
            eventLoopGroupProvider: .singleton,
            configuration: AppStoreTransport.configuration
        )
        do {
            try await self.run(through: client, report)
        } catch {
            try? await client.shutdown()
            throw error
        }
        try? await client.shutdown()
    }

    private func run(through client: HTTPClient, _ report: @escaping Report) async throws {
        let live = Ambient.live
        let clock = ClockReadings { live.now().milliseconds }
        let budget = LocalRequestBudget()
        let connection = AppStoreConnection(
            transport: clock.watching(.http(client)),
            connectTransport: .http(client, maximumReplyByteCount: ConnectClient.maximumReportByteCount),
            budget: { _ in budget },
            ambient: live
        )
        let quiet = Logger(label: "purser") { _ in SwiftLogNoOpLogHandler() }
        let assembly = try AppAssembly(configuration: self.configuration, httpClient: client, logger: quiet)
        var served: [ServedApp] = []
        var connects: [Doctor.ConnectCredentials] = []
        for app in assembly.apps {
            guard let configured = self.apps.first(where: { $0.name == app.name }) else { continue }
            guard let usable = self.usable(configured, report) else { continue }
            served.append(
                ServedApp(
                    name: app.name,
                    verifier: app.verifier,
                    catalog: app.catalog,
                    appStore: try connection.client(of: usable, trust: self.configuration.trust)
                )
            )
        }
        for app in self.apps {
            guard let credentials = app.appStoreConnect, self.isConnectUsable(app, report),
                let client = try connection.connectClient(of: app, among: self.apps)
            else { continue }
            let today = PacificDay(of: live.now())
            connects.append(
                Doctor.ConnectCredentials(
                    app: app.name,
                    client: client,
                    vendorNumber: credentials.vendorNumber,
                    today: today
                )
            )
        }
        let roots: Doctor.TrustedRoots
        switch self.configuration.trust {
        case .apple: roots = .apple
        case .simulator(let simulated): roots = .simulator(simulated)
        }
        let doctor = Doctor(
            apps: served,
            connects: connects,
            publicURL: self.configuration.publicURL,
            roots: roots,
            probe: .http(client),
            clock: clock,
            sleep: { length in try await ContinuousClock().sleep(for: length) }
        )
        await doctor.run(isOffline: self.isOffline) { report($0) }
    }

    /// Returns the app, unless its key is invalid, which is then shown.
    private func usable(_ app: Configuration.App, _ report: Report) -> Configuration.App? {
        guard let credentials = app.appStore else { return app }
        let isUsable = Self.isUsable(report, "The key", of: app, "appStore", from: "In-App Purchase") {
            () throws(AppStoreKeyError) in
            try AppStoreKey(
                issuerID: credentials.issuerID,
                keyID: credentials.keyID,
                pem: credentials.privateKey.revealed
            )
        }
        return isUsable ? app : nil
    }

    /// Returns whether the key for App Store Connect is valid, and shows a finding if not.
    private func isConnectUsable(_ app: Configuration.App, _ report: Report) -> Bool {
        guard let credentials = app.appStoreConnect else { return false }
        let place = "App Store Connect API, Team Keys"
        return Self.isUsable(report, "The key for App Store Connect", of: app, "appStoreConnect", from: place) {
            () throws(AppStoreKeyError) in
            try AppStoreKey(
                issuerID: credentials.issuerID,
                keyID: credentials.keyID,
                pem: credentials.privateKey.revealed
            )
        }
    }

    /// Returns whether this key of an app's configuration is valid; if not, shows a finding with the page of App Store
    /// Connect that it is from.
    private static func isUsable(
        _ report: Report,
        _ name: String,
        of app: Configuration.App,
        _ part: String,
        from page: String,
        _ key: () throws(AppStoreKeyError) -> AppStoreKey
    ) -> Bool {
        do throws(AppStoreKeyError) {
            _ = try key()
            return true
        } catch {
            report(
                DoctorFinding(
                    .keyUnusable,
                    .error,
                    app: app.name,
                    "\(name) or its identifiers are invalid: \(error.code).",
                    remedy: "Compare apps.\(app.name).\(part) with App Store Connect, Users and Access, Integrations, "
                        + "\(page)."
                )
            )
            return false
        }
    }
}
