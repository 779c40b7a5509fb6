import PurserService

/// The pages about transactions, subscriptions, orders and fulfillments.
struct DashboardPurchasePages: DashboardPages {
    /// The use cases of the server.
    let services: Services

    static let entries: [DashboardNavigation.Page] = [
        DashboardNavigation.Page(path: "transactions", name: "transactions", group: .people, letter: "t"),
        DashboardNavigation.Page(path: "subscriptions", name: "subscriptions", group: .people, letter: "s"),
        DashboardNavigation.Page(path: "orders", name: "orders", group: .people, letter: "d"),
        DashboardNavigation.Page(path: "fulfillments", name: "fulfillments", group: .people, letter: "f"),
    ]

    func add(to routes: DashboardRoutes) {
        DashboardTransactionsController(services: self.services).add(to: routes)
        DashboardSubscriptionsController(services: self.services).add(to: routes)
        DashboardOrdersController(services: self.services).add(to: routes)
        DashboardOrderActsController(services: self.services).add(to: routes)
        DashboardFulfillmentsController(services: self.services).add(to: routes)
        DashboardFulfillmentActsController(services: self.services).add(to: routes)
    }
}
