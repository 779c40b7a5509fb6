import PurserService

/// The pages about transactions, subscriptions, orders and fulfillments.
struct DashboardPurchasePages: DashboardPages {
    /// The use cases of the server.
    let services: Services

    static let entries: [DashboardNavigation.Page] = []

    func add(to _: DashboardRoutes) {
    }
}
