import AppStore
import AppStoreSimulator
import Ledger
import Synchronization

/// Runs the simulated store step by step and writes Purser's response to each step.
///
/// After each step it asks Purser over HTTP for the customer's entitlements and compares them with the state of the
/// simulated store, which Purser does not see.
final class DemoTimeline: Sendable {
    private struct Progress {
        var journalPlace = 0
        var deliveryPlace = 0
        var said: [String: String] = [:]
        var summary = DemoSummary()
    }

    private let world: World
    private let shop: DemoShop
    private let sender: NotificationSender
    private let progress = Mutex(Progress())

    /// Creates a timeline of this world and this shop.
    init(world: World, shop: DemoShop, sender: NotificationSender) {
        self.world = world
        self.shop = shop
        self.sender = sender
    }

    /// Writes the head of the table.
    func begin() {
        self.write("date", "who", "what happened", "what Purser returns")
        self.write("----------", "---------", String(repeating: "-", count: 52), String(repeating: "-", count: 48))
    }

    /// Advances by so many months, event by event.
    func play(months: Int) async throws {
        try await self.play(by: SubscriptionPeriod(months: months))
    }

    /// Advances by so many days, event by event.
    func play(days: Int) async throws {
        try await self.play(by: SubscriptionPeriod(days: days))
    }

    private func play(by period: SubscriptionPeriod) async throws {
        let end = Timestamp(milliseconds: period.end(after: 1, from: self.world.now.milliseconds))
        while let next = self.world.agenda.first?.at, next <= end {
            try await self.world.advance(to: next, delivering: self.sender.receiver)
            try await self.report()
        }
        try await self.world.advance(to: end, delivering: self.sender.receiver)
        try await self.report()
    }

    /// Sends the notifications of the last action.
    func settle() async throws {
        await self.world.deliver(to: self.sender.receiver)
        try await self.report()
    }

    /// Submits a purchase, as the customer's app does.
    func submit(_ purchase: WorldPurchase, by customer: WorldCustomer, token: String?) async throws {
        let signed = try self.world.signedTransaction(for: purchase.transactionId)
        let answer = try await self.shop.submit(signed, customer: customer.name, token: token)
        let finish = answer["finish"]?.text ?? "?"
        let reason = answer["claim"]?["reason"]?.text ?? "?"
        self.write(
            self.day,
            "app",
            "\(customer.name)'s app submits \(purchase.productId)",
            "finish: \(finish); it is \(customer.name)'s (\(reason))"
        )
        try await self.report()
    }

    /// Returns the summary.
    func summary(of customers: [WorldCustomer], seconds: Double) async throws -> DemoSummary {
        var summary = self.progress.withLock { $0.summary }
        summary.seconds = seconds
        let deliveries = self.world.deliveries
        summary.sent = deliveries.count
        summary.acknowledged = deliveries.count { $0.isDelivered }
        for customer in customers {
            for line in try await self.shop.transactions(of: customer.name) {
                if line["endsAt"]?.text != nil { summary.periods += 1 }
                guard case .object(let coins)? = line["coins"] else { continue }
                let amount = Int(coins.compactMap { $0.value.integer }.reduce(0, +))
                summary.coinsPaid += amount
                if line["state"]?.text == "refunded" { summary.coinsRefunded += amount }
            }
        }
        return summary
    }

    // MARK: Reporting

    /// The day of the store's clock.
    var day: String {
        String(Instant(milliseconds: self.world.now.milliseconds).rfc3339.prefix(10))
    }

    private func report() async throws {
        let place = self.progress.withLock { $0.journalPlace }
        let entries = self.world.journal(from: place)
        // The server reads the history in real time, so at other places in each run.
        for entry in entries where !entry.text.hasPrefix("calls getNotificationHistory") {
            let day = String(Instant(milliseconds: entry.at.milliseconds).rfc3339.prefix(10))
            let sent = entry.notification.map { "  -> \($0)" } ?? ""
            self.write(day, entry.who, entry.text + sent, "")
        }
        self.progress.withLock { $0.journalPlace = place + entries.count }
        for customer in self.world.customers {
            try await self.report(on: customer)
        }
    }

    private func report(on customer: WorldCustomer) async throws {
        let entitlements = try await self.shop.entitlements(of: customer.name)
        var said = entitlements.map(Self.sentence(on:))
        for line in try await self.shop.transactions(of: customer.name) {
            guard case .object(let coins)? = line["coins"], !coins.isEmpty else { continue }
            let amounts = coins.map { "\($0.value.integer ?? 0) \($0.key)" }.joined(separator: ", ")
            said.append("\(amounts) \(line["state"]?.text ?? "?")")
        }
        let sentence = said.joined(separator: "; ")
        let isNew = self.progress.withLock { progress in
            defer { progress.said[customer.name] = sentence }
            return progress.said[customer.name] != sentence
                && !(progress.said[customer.name] == nil && sentence.isEmpty)
        }
        if isNew { self.write(self.day, "Purser", "", "\(customer.name): \(sentence)") }

        // Only purchases with a known owner can be compared.
        guard !entitlements.isEmpty else { return }
        let truth = self.world.subscriptions(of: customer).contains(where: \.givesAccess)
        let answer = entitlements.contains { $0["active"] == .bool(true) }
        self.progress.withLock { progress in
            progress.summary.comparisons += 1
            if truth == answer { progress.summary.agreements += 1 }
        }
    }

    private static func sentence(on entitlement: JSONValue) -> String {
        let name = entitlement["name"]?.text ?? "?"
        let state = entitlement["state"]?.text ?? "?"
        let reason = entitlement["reason"]?.text ?? "?"
        let until = entitlement["until"]?.text.map { " until \($0.prefix(10))" } ?? ""
        let renews = entitlement["willRenew"]?.text == "yes" ? ", renews" : ""
        let words = state == "active" ? "" : " (\(reason))"
        return "\(name) \(state)\(until)\(renews)\(words)"
    }

    private func write(_ day: String, _ who: String, _ what: String, _ says: String) {
        func padded(_ text: String, _ width: Int) -> String {
            text + String(repeating: " ", count: max(1, width - text.count))
        }
        let line = padded(day, 12) + padded(who, 11) + padded(what, 54) + says
        StandardStream.output.write(line: String(line.reversed().drop { $0 == " " }.reversed()))
    }
}
