import PurserService

/// The pages about notifications, events and webhooks.
struct DashboardEventPages: DashboardPages {
    /// The use cases of the server.
    let services: Services

    static let entries: [DashboardNavigation.Page] = []

    func add(to _: DashboardRoutes) {
    }
}
