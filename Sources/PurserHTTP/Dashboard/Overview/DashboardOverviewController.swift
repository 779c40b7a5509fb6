import Hummingbird
import Ledger
import PurserService

/// The first page: the alarms that fire, today's figures, and whether everything is in order.
struct DashboardOverviewController: Sendable {
    /// The maximum number of firing alarms that the page shows.
    private static let maximumAlarms = 5

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
        values["alarms"] = try await self.alarms(visit, app)
        values["checks"] = try await checks.all().map { $0.values(visit) }
        return visit.page("overview", title: "overview", values)
    }

    /// Returns the alarms that fire, the most severe first.
    private func alarms(_ visit: DashboardVisit, _ app: DashboardApp) async throws -> [[String: Any]] {
        var filter = AlarmService.Filter()
        filter.state = .firing
        filter.app = app.app.name
        let firing = filter
        let entries: [AlarmService.Entry] = try await Problem.explaining(by: Problem.alarm) { () throws(AlarmError) in
            try await self.services.alarms.alarms(firing, limit: Self.maximumAlarms)
        }
        let text = AlarmText(visit.language)
        return entries.filter { $0.silence == nil }.map { entry in
            [
                "title": text.title(entry.alarm), "path": app.path("alarms", "\(entry.alarm.number)"),
                "since": DashboardVisit.time(entry.alarm.firedAt ?? entry.alarm.since),
                "isCritical": entry.alarm.severity == .critical,
            ]
        }
    }

    /// Returns the steps that an empty installation shows.
    private func steps() -> [String: Any] {
        let apps = self.services.apps.map { app -> [String: Any] in
            let name = app.name.rawValue
            return ["name": name, "address": "\(self.settings.address.url)/apple/\(name)/notifications"]
        }
        return ["stepApps": apps]
    }

    /// Opens the app that the operator chose in the navigation.
    private func open(_ visit: DashboardVisit) -> Response {
        guard let app = self.services.apps.first(where: { $0.name.rawValue == visit.query["name"] }) else {
            return visit.redirect(to: DashboardSettings.path)
        }
        return visit.redirect(to: DashboardApp(app, query: "").path())
    }
}
