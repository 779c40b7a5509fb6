import AppStore
import HTTPTypes
import Hummingbird
import Ledger
import PurserService

/// The pages about the server itself: the settings that it works with, and the doctor.
struct DashboardServerController: Sendable {
    /// The seconds after which a browser asks again while the doctor is running.
    private static let refreshSeconds = 3
    /// The header by which browsers ask again, also without a script.
    private static let refresh = HTTPField.Name("Refresh")

    /// The use cases of the server.
    private let services: Services
    /// The settings of the router, of which none that is secret is shown.
    private let settings: PurserRouter.Settings
    /// The doctor; `nil` where it is not available.
    private let doctor: DoctorRun?

    /// Creates the pages of a server with these settings.
    init(services: Services, settings: PurserRouter.Settings) {
        self.services = services
        self.settings = settings
        self.doctor = settings.doctor.map { DoctorRun(now: services.wall.now, checks: $0) }
    }

    /// Adds the routes.
    func add(to routes: DashboardRoutes) {
        routes.get(app: "settings", for: .scope(.admin)) { visit, app in try await self.settingsPage(visit, app) }
        routes.get(app: "doctor", for: .scope(.admin)) { visit, app in self.doctorPage(visit, app) }
        routes.post(app: "doctor", for: .scope(.admin)) { visit, app in
            try await self.beginDoctor(visit)
            return visit.redirect(to: app.path("doctor"))
        }
    }

    // MARK: Settings

    /// A setting: the key of its name, and its value.
    private typealias Item = (name: String, value: String)

    private func settingsPage(_ visit: DashboardVisit, _ app: DashboardApp) async throws -> Response {
        let links = try await Problem.explaining(by: Problem.storage) { () throws(RepositoryError) in
            try await self.services.links.statuses()
        }
        let none = visit.text("settingNone")
        func list(_ values: [String]) -> String { values.isEmpty ? none : values.joined(separator: ", ") }
        let proxies = self.settings.authentication.proxies
        let server: [Item] = [
            ("settingAddress", self.settings.dashboard.address.url),
            ("settingTrust", self.settings.trust),
            ("settingDatabase", self.settings.database.database),
            ("settingSchema", self.settings.database.schema),
            ("settingOpenDocuments", visit.text(self.settings.areDocumentsOpen ? "yes" : "no")),
            (
                "settingProxies",
                proxies.ranges.isEmpty
                    ? none : "\(list(proxies.ranges.map(\.description))) (\(proxies.header.rawValue))"
            ),
            ("settingWebhookAddresses", list(self.services.addresses.allowed.map(\.description))),
            ("settingLinks", self.services.links.isEnabled ? list(links.map(\.host)) : visit.text("no")),
        ]
        let limits = self.settings.authentication.limits
        let rates: [Item] = [
            ("settingRateKey", limits.key), ("settingRateAddress", limits.address),
            ("settingRateApple", limits.apple), ("settingRateCustomers", limits.minting),
            ("settingRateTelemetry", limits.telemetry), ("settingRateSigners", limits.unknownSigner),
            ("settingRateRecovery", limits.recovery), ("settingRateReceipt", limits.receipt),
        ].map { name, limit in
            let count = DashboardNumbers.count(limit.count)
            let burst = DashboardNumbers.count(limit.burst)
            return (name, visit.text("settingRate", count, "\(limit.seconds)", burst))
        }
        let apps = self.services.apps.map { self.values(of: $0, list, visit) }
        return visit.page(
            "settings",
            title: "settings",
            [
                "about": visit.text("settingsAbout"), "served": apps,
                "groups": [
                    Self.group(visit.text("settingsServer"), server, visit),
                    Self.group(visit.text("settingsRates"), rates, visit),
                ],
            ]
        )
    }

    private static func group(_ name: String, _ items: [Item], _ visit: DashboardVisit) -> [String: Any] {
        ["heading": name, "items": items.map { ["name": visit.text($0.name), "value": $0.value] }]
    }

    private func values(
        of app: ServedApp,
        _ list: ([String]) -> String,
        _ visit: DashboardVisit
    ) -> [String: Any] {
        let identity = app.verifier.app
        let items: [Item] = [
            ("settingBundle", identity.bundleID),
            ("settingAppleID", identity.appAppleID.map { "\($0)" } ?? visit.text("settingNone")),
            ("settingEnvironments", list(identity.environments.map(\.rawValue).sorted())),
            ("settingNotifications", "\(self.settings.dashboard.address.url)/apple/\(app.name.rawValue)/notifications"),
            ("settingServerAPI", visit.text(app.appStore == nil ? "no" : "yes")),
            ("settingConnect", visit.text(self.services.reportFetches[app.name] == nil ? "no" : "yes")),
        ]
        return Self.group(app.name.rawValue, items, visit)
    }

    // MARK: The doctor

    /// Begins a run with an entry in the audit log, unless one is running.
    private func beginDoctor(_ visit: DashboardVisit) async throws {
        guard let doctor, !doctor.isRunning else { return }
        let record = AuditRecord(by: try visit.origin().name, .doctorBegin, on: "server")
        _ = try await Problem.explaining(by: Problem.storage) { () throws(RepositoryError) in
            try await self.services.audit.add(record)
        }
        doctor.begin()
    }

    private func doctorPage(_ visit: DashboardVisit, _ app: DashboardApp) -> Response {
        let progress = self.doctor?.progress
        let isRunning = progress.map { $0.endedAt == nil } ?? false
        var values: [String: Any] = [
            "isAvailable": self.doctor != nil, "isRunning": isRunning, "hasRun": progress != nil,
            "here": app.path("doctor"), "started": false, "ended": false,
            "findings": (progress?.findings ?? []).map { Self.values(of: $0, visit) },
        ]
        if let progress { values["started"] = DashboardVisit.time(progress.startedAt) }
        if let ended = progress?.endedAt { values["ended"] = DashboardVisit.time(ended) }
        var response = visit.page("doctor", title: "doctor", values)
        if isRunning, let refresh = Self.refresh { response.headers[refresh] = "\(Self.refreshSeconds)" }
        return response
    }

    private static func values(of finding: DoctorFinding, _ visit: DashboardVisit) -> [String: Any] {
        let (color, name) =
            switch finding.severity {
            case .ok: ("good", "doctorFine")
            case .note: ("", "doctorNote")
            case .warning: ("warn", "doctorWarning")
            case .error: ("bad", "doctorError")
            }
        let about = [finding.app?.rawValue, finding.environment?.rawValue].compactMap(\.self)
        let explanation = visit.explanation(of: finding)
        let values: [String: Any] = [
            "chip": color, "severity": visit.text(name), "about": about.joined(separator: " "),
            "code": finding.code.rawValue, "remedy": explanation.remedy.map { $0.values("remedy") as Any } ?? false,
        ]
        return values.merging(explanation.finding.values("finding")) { $1 }
    }
}
