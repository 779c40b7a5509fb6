import Hummingbird
import Ledger
import PurserService

/// The first page: the alarms that fire, today's figures, and whether everything is in order.
struct DashboardOverviewController: Sendable {
    /// The maximum number of firing alarms that the page shows.
    private static let maximumAlarms = 5
    /// The maximum number of firing alarms that are read, so that silenced ones hide no other.
    private static let maximumRead = 1000

    /// The use cases of the server.
    let services: Services
    /// The settings of the dashboard.
    let settings: DashboardSettings

    /// Adds the routes.
    func add(to routes: DashboardRoutes) {
        routes.get("/dashboard", for: .scope(.read)) { visit in
            guard let app = visit.app else { return visit.page("overview-empty", title: "overview", self.steps()) }
            return try await self.overview(visit, app)
        }
        routes.get(app: "", for: .scope(.read)) { visit, app in try await self.overview(visit, app) }
        routes.get("/dashboard/app", for: .scope(.read)) { visit in self.open(visit) }
    }

    private func overview(_ visit: DashboardVisit, _ app: DashboardApp) async throws -> Response {
        let name = app.app.name
        let isEmpty = try await Problem.explaining(by: Problem.storage) {
            () throws(RepositoryError) in
            try await EventQuery(repository: self.services.repository).newest(of: name) == 0
        }
        guard !isEmpty else { return visit.page("overview-empty", title: "overview", self.steps()) }
        let checks = DashboardChecks(services: self.services, visit: visit, app: app)
        let today = DashboardToday(services: self.services, visit: visit, app: app)
        var values = try await today.values()
        let alarms = try await self.alarms(visit, app)
        values.merge(alarms) { $1 }
        values["checks"] = try await checks.all().map { $0.values(visit) }
        return visit.page("overview", title: "overview", values)
    }

    /// Returns the alarms that fire and are not silenced, the most severe first, and the number of further ones.
    private func alarms(_ visit: DashboardVisit, _ app: DashboardApp) async throws -> [String: Any] {
        var filter = AlarmService.Filter()
        filter.state = .firing
        filter.app = app.app.name
        let firing = filter
        let entries: [AlarmService.Entry] = try await Problem.explaining(by: Problem.alarm) { () throws(AlarmError) in
            try await self.services.alarms.alarms(firing, limit: Self.maximumRead)
        }
        let text = AlarmText(visit.language)
        let loud = entries.filter { $0.silence == nil }.map(\.alarm)
        let ordered = loud.filter { $0.severity == .critical } + loud.filter { $0.severity != .critical }
        let further = ordered.count - Self.maximumAlarms
        return [
            "alarms": ordered.prefix(Self.maximumAlarms).map { alarm -> [String: Any] in
                [
                    "title": text.title(alarm), "path": app.path("alarms", "\(alarm.number)"),
                    "since": alarm.shownSince,
                    "isCritical": alarm.severity == .critical,
                ]
            },
            "moreAlarms": further > 0
                ? visit.text("overviewMoreAlarms", DashboardNumbers.count(further)) : false as Any,
            "alarmsPath": app.path("alarms"),
        ]
    }

    /// Returns the steps that an empty installation shows.
    private func steps() -> [String: Any] {
        let apps = self.services.apps.map { app -> [String: Any] in
            let name = app.name.rawValue
            return ["name": name, "address": "\(self.settings.address.url)/apple/\(name)/notifications"]
        }
        return ["stepApps": apps, "isPublic": self.settings.address.url.hasPrefix("https://")]
    }

    /// Opens the app that the operator chose in the navigation, in the environment of the page.
    private func open(_ visit: DashboardVisit) -> Response {
        guard let current = visit.app,
            let app = self.services.apps.first(where: { $0.name.rawValue == visit.query["name"] })
        else { return visit.redirect(to: DashboardSettings.path) }
        return visit.redirect(to: DashboardApp(app, in: current.environment).path())
    }
}
