import PurserService

/// The pages about alarms, links, imports, keys, the audit log and the settings.
struct DashboardOperationPages: DashboardPages {
    /// The use cases of the server.
    let services: Services

    static let entries: [DashboardNavigation.Page] = []

    func add(to _: DashboardRoutes) {
    }
}
