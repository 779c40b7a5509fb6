import PurserService

/// The pages about reports and reconciliation.
struct DashboardMoneyPages: DashboardPages {
    /// The use cases of the server.
    let services: Services

    static let entries: [DashboardNavigation.Page] = []

    func add(to _: DashboardRoutes) {
    }
}
