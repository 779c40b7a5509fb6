import PurserService

/// The pages about notifications, events and webhooks.
struct DashboardEventPages: DashboardPages {
    /// The use cases of the server.
    let services: Services

    static let entries: [DashboardNavigation.Page] = [
        DashboardNavigation.Page(
            path: "notifications",
            name: "notifications",
            group: .store,
            letter: "n"
        ),
        DashboardNavigation.Page(
            path: "events",
            name: "events",
            group: .store,
            letter: "e"
        ),
        DashboardNavigation.Page(
            path: "webhooks",
            name: "webhooks",
            group: .store,
            letter: "w"
        ),
    ]

    func add(to routes: DashboardRoutes) {
        DashboardNotificationController(held: self.services.heldEvidence, metrics: self.services.metrics)
            .add(to: routes)
        DashboardEventController(services: self.services).add(to: routes)
        DashboardWebhookController(webhooks: self.services.webhooks)
            .add(to: routes)
    }
}
