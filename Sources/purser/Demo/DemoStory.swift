import AppStore
import AppStoreSimulator
import AsyncHTTPClient
import Foundation
import PurserHTTP

/// The story of the demo: Anna subscribes, fails to pay, pays, changes her mind, leaves; Bert buys coins and gets a
/// refund.
struct DemoStory {
    /// The two parts of the demo.
    let environment: DemoEnvironment
    /// The store's address and the server's.
    let addresses: [String]
    /// The client for requests to the server.
    let client: HTTPClient
    /// The number of customers of the year that follows.
    let customers: Int
    /// The seed of their lives.
    let seed: UInt64

    /// Runs the story.
    func play() async throws -> DemoSummary {
        let clock = ContinuousClock()
        let started = clock.now
        let world = self.environment.world
        try world.setNotificationURL("\(self.addresses[1])/apple/\(DemoEnvironment.app)/notifications")
        let shop = DemoShop(url: self.addresses[1], key: self.environment.key, client: self.client)
        let timeline = DemoTimeline(world: world, shop: shop, sender: self.environment.sender)
        timeline.begin()

        let anna = try world.customer("anna")
        let bert = try world.customer("bert")
        // The shop gives StoreKit an account token for Anna, so the server assigns every renewal to her without her
        // app.
        let token = UUID(
            uuid: (0x7e, 0x3f, 0xb2, 0x0b, 0x4c, 0xdb, 0x47, 0xcc, 0x93, 0x6d, 0x99, 0xd6, 0x5f, 0x60, 0x81, 0x38)
        )

        let first = try world.buy("pro.monthly", by: anna, appAccountToken: token)
        try await timeline.settle()
        try await timeline.submit(first, by: anna, token: token.uuidString)

        try await timeline.play(months: 2)
        let coins = try world.buy("gems.600", by: bert, quantity: 2)
        try await timeline.settle()
        try await timeline.submit(coins, by: bert, token: nil)

        try await timeline.play(days: 9)
        try world.refund(coins.transactionId)
        try await timeline.settle()

        try await timeline.play(months: 1)
        try world.declineCard(of: anna)
        try await timeline.settle()
        try await timeline.play(months: 1)
        try await timeline.play(days: 5)
        try world.repairCard(of: anna)
        try await timeline.settle()

        try await timeline.play(months: 2)
        try world.cancel("pro.monthly", of: anna)
        try await timeline.settle()
        try await timeline.play(days: 3)
        try world.reenable("pro.monthly", of: anna)
        try await timeline.settle()

        try await timeline.play(months: 4)
        try world.cancel("pro.monthly", of: anna)
        try await timeline.settle()
        try await timeline.play(months: 2)

        let year = try await DemoYear(
            environment: self.environment,
            shop: shop,
            count: self.customers,
            seed: self.seed
        ).play()
        let alarms = try await self.environment.watch.alarmCounts()
        if self.customers > 0 {
            StandardStream.output.write(line: "")
            StandardStream.output.write(
                line: "A year of \(self.customers) customers until \(timeline.day): \(year.agreements) of "
                    + "\(year.comparisons) subscribers have what the store says."
            )
            StandardStream.output.write(
                line: "Apple's reports of \(year.reports.settled + year.reports.open) days: "
                    + "\(year.reports.settled) agree with the sales."
            )
            StandardStream.output.write(
                line: "The watch measured its last \(DemoWatch.hours) hours: alarms firing: \(alarms.firing), "
                    + "resolved: \(alarms.resolved)."
            )
        }
        var summary = try await timeline.summary(of: [anna, bert], seconds: (clock.now - started) / .seconds(1))
        summary.comparisons += year.comparisons
        summary.agreements += year.agreements
        summary.customers = world.customers.count
        summary.daysCompared = year.reports.settled + year.reports.open
        summary.daysAgreed = year.reports.settled
        summary.alarmsFiring = alarms.firing
        summary.alarmsResolved = alarms.resolved
        return summary
    }

    /// Prints the link to the dashboard, and the commands to try the two parts.
    static func invite(environment: DemoEnvironment, addresses: [String]) async throws {
        let app = DemoEnvironment.app
        let link = try await environment.signInLink()
        for line in [
            "",
            "The store and the server keep running. Try them, and stop with Control-C:",
            "",
            "  dashboard            \(link)",
            "                       The link signs you in as demo, an administrator, once and within an hour. Later:",
            "                       \(addresses[1])/dashboard with the name demo and the password "
                + environment.operatorOfDemo.password,
            "",
            "  Anna's entitlements  curl -H 'Authorization: Bearer \(environment.key)' "
                + "\(addresses[1])/v1/customers/anna/entitlements",
            "  Bert's purchases     curl -H 'Authorization: Bearer \(environment.key)' "
                + "\(addresses[1])/v1/customers/bert/transactions",
            "  buy something        curl \(addresses[0])/_sim/v1/actions -d "
                + "'{\"action\":\"buy\",\"customer\":\"anna\",\"product\":\"pro.yearly\"}'",
            "  advance the clock    curl \(addresses[0])/_sim/v1/clock/advance -d '{\"by\":\"P1M\"}'",
            "  the journal          curl \(addresses[0])/_sim/v1/journal",
            "",
            "  Purser               \(addresses[1])   (Apple posts to \(addresses[1])/apple/\(app)/notifications)",
            "  simulated App Store  \(addresses[0])",
        ] { StandardStream.output.write(line: line) }
    }
}
