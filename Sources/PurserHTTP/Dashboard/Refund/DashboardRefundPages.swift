import PurserService

/// The pages about refund requests and refund policies.
struct DashboardRefundPages: DashboardPages {
    /// The use cases of the server.
    let services: Services

    static let entries = [
        DashboardNavigation.Page(path: "refunds", name: "refunds", group: .people, letter: "r"),
        DashboardNavigation.Page(path: "policies", name: "policies", group: .store, letter: "p"),
    ]

    func add(to routes: DashboardRoutes) {
        DashboardRefundsController(services: self.services).add(to: routes)
        DashboardRefundReportController(services: self.services).add(to: routes)
        DashboardRefundController(services: self.services).add(to: routes)
        DashboardRefundOverrideController(services: self.services).add(to: routes)
        DashboardPoliciesController(services: self.services).add(to: routes)
        DashboardPolicyEditController(services: self.services).add(to: routes)
    }
}
