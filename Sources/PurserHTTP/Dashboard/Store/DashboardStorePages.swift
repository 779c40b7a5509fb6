import PurserService

/// The pages about the catalog and its prices.
struct DashboardStorePages: DashboardPages {
    /// The use cases of the server.
    let services: Services

    static let entries: [DashboardNavigation.Page] = []

    func add(to _: DashboardRoutes) {
    }
}
