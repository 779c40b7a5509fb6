import AppStore
import ArgumentParser
import AsyncHTTPClient
import Foundation
import Ledger
import Logging
import PurserService

/// `purser doctor`: finds problems of the installation, with remedies.
struct DoctorCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "doctor",
        abstract: "Find problems between the server and the App Store, with remedies.",
        discussion: """
            Example:
              purser doctor --config shop/purser.yaml
              purser doctor --offline

            Checks the configuration, the alarm channels, the trusted certificates, the key and its file permissions,
            the clock, Apple's responses in Production and in the Sandbox, the key for App Store Connect, the public
            address and its TLS; then requests a test notification for each environment and waits for the result, at
            most half a minute. Changes nothing.

            Each line is ok, note, warning or error; docs/operating/doctor.md explains the codes.

            Exit status: 0 no problem, 1 there is a warning or an error, 64 wrong usage, 69 Apple cannot be reached,
            78 the configuration is wrong.
            """
    )

    @Option(help: "The configuration file; by default PURSER_CONFIG or purser.yaml.")
    var config: String?

    @Option(help: ArgumentHelp("Only this app.", valueName: "name"))
    var app: String?

    @Flag(help: "Skip all checks that need a network.")
    var offline = false

    @Flag(help: "Print one JSON object per line.")
    var json = false

    func run() async throws {
        let display = DoctorDisplay(isJSON: self.json)
        let environment = ProcessInfo.processInfo.environment
        let configuration: Configuration
        do throws(ValidationIssues) {
            configuration = try Configuration.load(
                file: self.config ?? environment["PURSER_CONFIG"] ?? "purser.yaml",
                environment: environment
            )
        } catch {
            for finding in error.issues {
                display.show(DoctorFinding(.configuration, .error, Self.text(finding), remedy: finding.remedy))
            }
            throw ExitStatus.badConfiguration.error
        }
        let apps = try self.app.map { [try configuration.knownApp($0)] } ?? configuration.apps
        display.show(DoctorFinding(.configuration, .ok, "The configuration is valid."))
        if let problem = configuration.proxyProblem {
            display.show(
                DoctorFinding(.proxiesMissing, .warning, problem, remedy: Configuration.proxyRemedy)
            )
        }
        for finding in configuration.alarmFindings { display.show(finding) }
        let client = HTTPClient(
            eventLoopGroupProvider: .singleton,
            configuration: AppStoreTransport.configuration
        )
        do {
            try await self.runChecks(configuration, apps, client, display)
        } catch {
            try? await client.shutdown()
            throw error
        }
        try? await client.shutdown()
        if let status = display.status { throw status.error }
    }

    private func runChecks(
        _ configuration: Configuration,
        _ apps: [Configuration.App],
        _ client: HTTPClient,
        _ display: DoctorDisplay
    ) async throws {
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
        let assembly = try AppAssembly(configuration: configuration, httpClient: client, logger: quiet)
        var served: [ServedApp] = []
        var connects: [Doctor.ConnectCredentials] = []
        for app in assembly.apps {
            guard let configured = apps.first(where: { $0.name == app.name }) else { continue }
            guard let usable = self.usable(configured, display) else { continue }
            served.append(
                ServedApp(
                    name: app.name,
                    verifier: app.verifier,
                    catalog: app.catalog,
                    appStore: try connection.client(of: usable, trust: configuration.trust)
                )
            )
        }
        for app in apps {
            guard let credentials = app.appStoreConnect, self.isConnectUsable(app, display),
                let client = try connection.connectClient(of: app, among: apps)
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
        switch configuration.trust {
        case .apple: roots = .apple
        case .simulator(let simulated): roots = .simulator(simulated)
        }
        let doctor = Doctor(
            apps: served,
            connects: connects,
            publicURL: configuration.publicURL,
            roots: roots,
            probe: .http(client),
            clock: clock,
            sleep: { length in try await ContinuousClock().sleep(for: length) }
        )
        await doctor.run(isOffline: self.offline) { display.show($0) }
    }

    /// Returns the app, unless its key is invalid, which is then shown.
    private func usable(_ app: Configuration.App, _ display: DoctorDisplay) -> Configuration.App? {
        guard let credentials = app.appStore else { return app }
        let isUsable = Self.isUsable(display, "The key", of: app, "appStore", from: "In-App Purchase") {
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
    private func isConnectUsable(_ app: Configuration.App, _ display: DoctorDisplay) -> Bool {
        guard let credentials = app.appStoreConnect else { return false }
        let place = "App Store Connect API, Team Keys"
        return Self.isUsable(display, "The key for App Store Connect", of: app, "appStoreConnect", from: place) {
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
        _ display: DoctorDisplay,
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
            display.show(
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

    /// Returns the location and the problem of a finding about the configuration.
    private static func text(_ finding: ValidationIssue) -> String {
        let place = finding.line.map { "\(finding.file):\($0)" } ?? finding.file
        let key = finding.keyPath.isEmpty ? "" : " \(finding.keyPath):"
        return "\(place):\(key) \(finding.problem)."
    }
}
