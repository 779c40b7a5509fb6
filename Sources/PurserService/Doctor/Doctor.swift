import AppStore
import Ledger

/// The checks of whether a server is ready for the App Store; every check returns findings, and each bad finding has a
/// remedy.
///
/// The checks send Apple a few harmless requests, and request one test notification for each app and environment. They
/// change nothing.
package struct Doctor: Sendable {
    /// The difference of the clock from which on it is a warning, in milliseconds.
    static let clockWarningMilliseconds: Int64 = 60_000
    /// The difference of the clock from which on it is an error, because tokens and dates may be wrong, in
    /// milliseconds.
    static let clockErrorMilliseconds: Int64 = 5 * 60_000
    /// The timeout of one request to Apple.
    static let requestDeadline: Duration = .seconds(20)
    /// The waits before each request for the result of the test notification: half a minute in all, and no more
    /// requests than the Sandbox's rate limit allows at once.
    static let pausesBeforeStatus: [Duration] = [.seconds(1), .seconds(2), .seconds(4), .seconds(8), .seconds(15)]

    let apps: [ServedApp]
    let connects: [ConnectCredentials]
    let publicURL: String?
    let roots: TrustedRoots
    let probe: PublicAddressProbe
    let clock: ClockReadings
    let sleep: @Sendable (Duration) async throws -> Void

    /// The trusted root certificates.
    package enum TrustedRoots: Hashable, Sendable {
        /// Those of Apple.
        case apple
        /// Those of a simulated App Store.
        case simulator([[UInt8]])
    }

    /// Creates the checks of a configuration.
    ///
    /// - Parameters:
    ///   - apps: The apps; those without a client are not checked at Apple.
    ///   - connects: The apps' credentials for App Store Connect, if any.
    ///   - publicURL: The server's public address, without a slash at the end.
    ///   - roots: The trusted root certificates.
    ///   - probe: Requests the public address.
    ///   - clock: The clock comparisons of the clients' transport.
    ///   - sleep: Waits.
    package init(
        apps: [ServedApp],
        connects: [ConnectCredentials] = [],
        publicURL: String?,
        roots: TrustedRoots,
        probe: PublicAddressProbe,
        clock: ClockReadings,
        sleep: @escaping @Sendable (Duration) async throws -> Void
    ) {
        self.apps = apps
        self.connects = connects
        self.publicURL = publicURL
        self.roots = roots
        self.probe = probe
        self.clock = clock
        self.sleep = sleep
    }

    /// Runs all checks, each after those on which it depends.
    ///
    /// - Parameters:
    ///   - isOffline: Whether to skip the checks that need a network.
    ///   - report: Receives each finding as soon as it exists.
    package func run(isOffline: Bool, report: (DoctorFinding) -> Void) async {
        for finding in self.rootFindings() + self.keyFindings() + self.connectKeyFindings() { report(finding) }
        guard !isOffline else {
            report(
                DoctorFinding(
                    .skipped,
                    .note,
                    "All network checks were skipped: clock, Apple's answers, notifications, public address."
                )
            )
            return
        }
        var accessStatuses: [AppName: [StoreEnvironment: AccessStatus]] = [:]
        for app in self.apps where app.appStore != nil { accessStatuses[app.name] = await self.accessStatuses(of: app) }
        report(self.clockFinding())
        for app in self.apps {
            guard let accessStatus = accessStatuses[app.name] else { continue }
            for finding in self.accessFindings(app, accessStatus) { report(finding) }
        }
        for credentials in self.connects {
            for finding in await self.connectFindings(credentials) { report(finding) }
        }
        for finding in await self.addressFindings() { report(finding) }
        for app in self.apps {
            for environment in app.askable where accessStatuses[app.name]?[environment] == .accepted {
                report(await self.notificationFinding(app, environment))
            }
        }
    }

    /// Returns the URL to be entered in App Store Connect.
    func notificationAddress(of app: ServedApp) -> String {
        "\(self.publicURL ?? "https://YOUR-HOST")/apple/\(app.name.rawValue)/notifications"
    }
}
