import PurserService

/// The pages about refund requests and refund policies.
struct DashboardRefundPages: DashboardPages {
    /// The use cases of the server.
    let services: Services

    static let entries: [DashboardNavigation.Page] = []

    func add(to _: DashboardRoutes) {
    }
}
