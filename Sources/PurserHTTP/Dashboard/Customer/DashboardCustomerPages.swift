import PurserService

/// The pages about customers.
struct DashboardCustomerPages: DashboardPages {
    /// The use cases of the server.
    let services: Services

    static let entries: [DashboardNavigation.Page] = []

    func add(to _: DashboardRoutes) {
    }
}
