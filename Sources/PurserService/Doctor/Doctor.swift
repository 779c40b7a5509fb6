import AppStore
import Ledger

/// Finds out whether a server is ready for the App Store, and what is missing: every check ends in findings, and each
/// bad one has its remedy.
///
/// The checks ask Apple a handful of harmless questions and for one test notification for each app and environment.
/// They change nothing.
package struct Doctor: Sendable {
    /// How far the clock may be off before it is worth a word, in milliseconds.
    static let clockWarningMilliseconds: Int64 = 60_000
    /// How far it may be off before tokens and dates are in danger, in milliseconds.
    static let clockErrorMilliseconds: Int64 = 5 * 60_000
    /// How long one question to Apple may take.
    static let requestDeadline: Duration = .seconds(20)
    /// After how long, each time, Apple is asked how the test notification went: half a minute in all, and no more
    /// questions than the Sandbox's rate allows at once.
    static let pausesBeforeStatus: [Duration] = [.seconds(1), .seconds(2), .seconds(4), .seconds(8), .seconds(15)]

    let apps: [ServedApp]
    let connects: [ConnectCredentials]
    let publicURL: String?
    let roots: TrustedRoots
    let probe: PublicAddressProbe
    let clock: ClockReadings
    let sleep: @Sendable (Duration) async throws -> Void

    /// Whose roots are trusted.
    package enum TrustedRoots: Hashable, Sendable {
        /// Apple's.
        case apple
        /// A simulated App Store's.
        case simulator([[UInt8]])
    }

    /// A doctor for a configuration.
    ///
    /// - Parameters:
    ///   - apps: The apps; those without a client are not asked about.
    ///   - connects: The apps' accesses to App Store Connect, where there are any.
    ///   - publicURL: The address under which others reach the server, without a slash at the end.
    ///   - roots: Whose certificates are trusted.
    ///   - probe: Looks at the public address.
    ///   - clock: What the clients' transport has read of the time.
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

    /// Makes all checks, in the order in which one builds on another.
    ///
    /// - Parameters:
    ///   - isOffline: Whether to leave out whatever needs a network.
    ///   - report: Told of each finding as soon as it is there.
    package func run(isOffline: Bool, report: (DoctorFinding) -> Void) async {
        for finding in self.rootFindings() + self.keyFindings() + self.connectKeyFindings() { report(finding) }
        guard !isOffline else {
            report(
                DoctorFinding(
                    .skipped,
                    .note,
                    "Nothing that needs a network was looked at: clock, Apple's answers, notifications, public address."
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

    /// The address to be entered in App Store Connect.
    func notificationAddress(of app: ServedApp) -> String {
        "\(self.publicURL ?? "https://YOUR-HOST")/apple/\(app.name.rawValue)/notifications"
    }
}
