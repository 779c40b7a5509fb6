import Ledger
import PurserService

/// The pages about alarms, links, imports, keys, the audit log and the settings.
struct DashboardOperationPages: DashboardPages {
    /// The use cases of the server.
    let services: Services

    static let entries: [DashboardNavigation.Page] = [
        DashboardNavigation.Page(path: "alarms", name: "alarms", group: .operation, letter: "a"),
        DashboardNavigation.Page(path: "links", name: "links", group: .operation, letter: "l"),
        DashboardNavigation.Page(path: "imports", name: "imports", group: .operation, letter: "h"),
        DashboardNavigation.Page(
            path: "keys",
            name: "keys",
            group: .operation,
            access: .scope(.admin),
            letter: "v"
        ),
        DashboardNavigation.Page(
            path: "audit",
            name: "audit",
            group: .operation,
            access: .scope(.admin),
            letter: "u"
        ),
        DashboardNavigation.Page(
            path: "settings",
            name: "settings",
            group: .operation,
            access: .scope(.admin),
            letter: "z"
        ),
        DashboardNavigation.Page(
            path: "doctor",
            name: "doctor",
            group: .operation,
            access: .scope(.admin),
            letter: "q"
        ),
    ]

    func add(to routes: DashboardRoutes) {
        DashboardAlarmsController(service: self.services.alarms, metrics: self.services.metrics).add(to: routes)
        DashboardLinksController(service: self.services.links, metrics: self.services.metrics).add(to: routes)
        DashboardImportsController(service: self.services.imports, store: self.services.store).add(to: routes)
        DashboardKeysController(service: self.services.accessKeys).add(to: routes)
        DashboardAuditController(log: self.services.audit).add(to: routes)
    }
}
