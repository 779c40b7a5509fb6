import AppStore
import AppStoreSimulator
import Foundation
import Ledger

/// The year of a shop with many customers, after the story of two.
struct DemoYear {
    /// How often to ask for the answer to a refund request before the year goes on.
    private static let patience = 200
    /// The time between two questions.
    private static let pause = Duration.milliseconds(5)

    /// The two parts of the demo.
    let environment: DemoEnvironment
    /// The shop.
    let shop: DemoShop
    /// The number of customers.
    let count: Int
    /// The seed of their lives.
    let seed: UInt64
    private let clock = ContinuousClock()

    /// Creates a year of so many customers.
    init(environment: DemoEnvironment, shop: DemoShop, count: Int, seed: UInt64) {
        self.environment = environment
        self.shop = shop
        self.count = count
        self.seed = seed
    }

    /// What the year was, in numbers.
    struct Outcome {
        /// The number of subscribers whose entitlements were compared with the store.
        var comparisons = 0
        /// The number of them without a difference.
        var agreements = 0
        /// The number of steps that the store or the server refused, such as a renewal that a refund had ended.
        var refused = 0
        /// How the days of the year compare with Apple's reports.
        var reports = DemoReports.Comparison()
    }

    /// Plays the year, event by event, and compares the state of every subscriber at its end.
    func play() async throws -> Outcome {
        var outcome = Outcome()
        guard self.count > 0 else { return outcome }
        let world = self.environment.world
        let start = world.now
        let end = Timestamp(milliseconds: SubscriptionPeriod.year.end(after: 1, from: start.milliseconds))
        let plan = DemoPlan(seed: self.seed, customers: self.count, from: start, to: end)
        try await self.shop.publish(DemoCatalog.refundPolicy)
        try self.askForRetentionMessages()
        try await self.environment.reports.fetchPrices()
        var progress = DemoProgress(steps: plan.steps.count)
        var measurements = DemoWatch.instants(until: end)[...]
        for step in plan.steps {
            try await self.advance(to: Timestamp(milliseconds: step.at), measuringAt: &measurements)
            do {
                try await self.perform(step)
            } catch is WorldError {
                outcome.refused += 1
            } catch is DemoShop.Refusal {
                outcome.refused += 1
            }
            progress.advance(to: world.now)
        }
        try await self.advance(to: end, measuringAt: &measurements)
        progress.end()
        outcome.reports = try await self.environment.reports.compare(from: Instant(milliseconds: start.milliseconds))
        for customer in world.customers {
            let subscriptions = world.subscriptions(of: customer)
            guard !subscriptions.isEmpty else { continue }
            // A member of a family is unknown until their app has submitted something.
            let entitlements = try await self.shop.entitlementsIfKnown(of: customer.name)
            guard !entitlements.isEmpty else { continue }
            outcome.comparisons += 1
            let answer = entitlements.contains { $0["active"] == .bool(true) }
            if subscriptions.contains(where: \.givesAccess) == answer { outcome.agreements += 1 }
        }
        return outcome
    }

    /// Advances the store's clock, and lets the watch measure at each of the instants on the way, which it removes.
    private func advance(to instant: Timestamp, measuringAt instants: inout ArraySlice<Timestamp>) async throws {
        let world = self.environment.world
        while let next = instants.first, next <= instant {
            instants.removeFirst()
            try await world.advance(to: next, delivering: self.environment.sender.receiver)
            await self.environment.watch.measure()
        }
        try await world.advance(to: instant, delivering: self.environment.sender.receiver)
    }

    /// Lets the store ask the server for a message when a customer opens the page on which they can cancel.
    private func askForRetentionMessages() throws {
        let world = self.environment.world
        var behavior = try world.retentionBehavior()
        behavior.requiresPassedTest = false
        try world.setRetentionBehavior(behavior)
        let url = "\(self.shop.url)/apple/\(DemoEnvironment.app)/retention"
        let body = JSONValue.object([JSONMember(key: "realtimeURL", value: .string(url))]).json()
        _ = world.answer(.configureRealtimeURL, body: body, app: 0)
    }

    private func perform(_ step: DemoPlan.Step) async throws {
        let world = self.environment.world
        let customer = try world.customer(step.customer)
        let name = step.customer
        switch step.action {
        case .buy(let product, let offer):
            if world.transactions(of: customer).isEmpty {
                try world.perform(.moveStorefront(of: name, to: Self.home(of: name)))
            }
            // The shop takes orders for goods; an app submits what unlocks something.
            let token = product.unlocks ? nil : try await self.shop.order(product.id, customer: name)
            let bought = try world.perform(.buy(product.id, by: name, offer: offer, token: token))
            if product.unlocks { try await self.submit(bought.purchases, by: name) }
        case .redeem(let code, let product):
            try await self.submit(world.perform(.redeem(code, by: name, product: product.id)).purchases, by: name)
        case .order(let product): _ = try await self.shop.order(product.id, customer: name)
        case .submit: try await self.submit(world.transactions(of: customer), by: name)
        case .cancel(let product):
            // On the page, the store shows what the server answers; one in three customers stays.
            let subscription = try self.newest(product, of: customer)
            let sender = self.environment.realtimeSender
            _ = try await world.retentionMessage(for: subscription, locale: "en-US", sending: sender)
            if !Self.hash(of: name).isMultiple(of: 3) { try world.cancel(product.id, of: customer) }
        case .declineCard: try world.perform(.declineCard(of: name, renewalsOnly: true))
        case .repairCard: try world.repairCard(of: customer)
        case .joinFamily(let family): try world.perform(.joinFamily(family, name))
        case .leaveFamily: try world.perform(.leaveFamily(name))
        case .spend(let gems):
            try await self.shop.spend(gems, of: name, key: "\(name)-\(step.at)")
        case .requestRefund(let product):
            let transaction = try self.newest(product, of: customer)
            let hash = Self.hash(of: name)
            if !hash.isMultiple(of: 5) {
                try await self.shop.consent(name, in: Self.home(of: name), at: Instant(milliseconds: step.at))
            }
            try world.perform(.requestRefund(of: transaction, reason: "UNINTENDED_PURCHASE"))
            await world.deliver(to: self.environment.sender.receiver)
            try await self.awaitEnd(of: ["requested"], transaction)
            guard !step.staysOpen, try await self.shop.refundState(of: transaction) == "held" else { break }
            try await self.shop.decide(transaction, hash.isMultiple(of: 2) ? "GRANT_FULL" : "DECLINE")
            try await self.awaitEnd(of: ["held", "requested"], transaction)
        case .refund(let product): try world.refund(self.newest(product, of: customer))
        case .reverseRefund(let product): try world.reverseRefund(self.newest(product, of: customer))
        case .confirm: try await self.shop.fulfill("confirm", self.newest(.poster, of: customer))
        case .suspend: try await self.shop.fulfill("suspend", self.newest(.poster, of: customer))
        }
        await world.deliver(to: self.environment.sender.receiver)
    }

    /// Submits purchases, as the customer's app does.
    private func submit(_ purchases: [WorldPurchase], by name: String) async throws {
        for purchase in purchases {
            let signed = try self.environment.world.signedTransaction(for: purchase.transactionId)
            _ = try await self.shop.submit(signed, customer: name, token: nil)
        }
    }

    /// Waits until a refund request is no longer in some states, because hours pass in milliseconds here.
    private func awaitEnd(of states: Set<String>, _ transaction: String) async throws {
        for _ in 0..<Self.patience {
            guard let state = try await self.shop.refundState(of: transaction), states.contains(state) else { return }
            try await self.clock.sleep(for: Self.pause)
        }
    }

    private func newest(_ product: DemoProduct, of customer: WorldCustomer) throws -> String {
        let purchases = self.environment.world.transactions(of: customer)
        guard let purchase = purchases.last(where: { $0.productId == product.id }) else {
            throw WorldError.nothingPending
        }
        return purchase.transactionId
    }

    /// Returns the storefront of a customer, most often the largest one.
    private static func home(of name: String) -> String {
        let storefronts = ["USA", "USA", "USA", "USA", "DEU", "JPN", "CHN", "GBR", "FRA", "BRA"]
        return storefronts[Self.hash(of: name) % storefronts.count]
    }

    /// Returns a number that differs between names, and not between runs.
    private static func hash(of name: String) -> Int { name.utf8.reduce(0) { ($0 * 31 + Int($1)) % 1009 } }
}

/// The progress of the year, in one line of a terminal.
struct DemoProgress {
    private let steps: Int
    private let isShown = isatty(FileHandle.standardError.fileDescriptor) == 1
    private let clock = ContinuousClock()
    private let started: ContinuousClock.Instant
    private var done = 0

    /// Creates the progress of so many steps.
    init(steps: Int) {
        self.steps = steps
        self.started = self.clock.now
    }

    /// Counts a step; writes the day, the rate and the time left now and then.
    mutating func advance(to instant: Timestamp) {
        self.done += 1
        guard self.isShown, self.done.isMultiple(of: 50) else { return }
        let seconds = max((self.clock.now - self.started) / .seconds(1), 0.001)
        let rate = Double(self.done) / seconds
        let left = Int(Double(self.steps - self.done) / rate) + 1
        let day = Instant(milliseconds: instant.milliseconds).rfc3339.prefix(10)
        StandardStream.error.write(
            bytes: Array("\r\(day)  \(self.done) of \(self.steps) steps, \(Int(rate))/s, \(left) s left   ".utf8)
        )
    }

    /// Removes the line.
    func end() {
        if self.isShown { StandardStream.error.write(bytes: Array("\r\u{1B}[K".utf8)) }
    }
}
