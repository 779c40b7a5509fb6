import AppStore
import AppStoreSimulator
import PurserTesting
import Testing

/// A year of a shop's customers in thirty storefronts, hour by hour, in a simulated store.
///
/// All actions follow from the seed and from the customer's number.
struct SoldYear {
    /// A source of differences between ledger and reports; the tests use them separately first, so that a failure names
    /// its cause.
    enum Habit: String, CaseIterable, Sendable {
        /// None: every sale and refund is notified and reported on the same day.
        case ordinary
        /// Some customers upgrade in the middle of a period, whose rest Apple refunds.
        case upgrades
        /// Apple charges renewals up to a day ahead, so that reports may have them a day earlier.
        case earlyCharges
        /// Apple extends access after a failed payment, and a late payment renews from the old date.
        case grace
        /// All of them, so that upgrades replace periods that were charged ahead.
        case everything

        /// Whether a habit is the year's, alone or among others.
        func has(_ habit: Self) -> Bool { self == habit || self == .everything && habit != .ordinary }
    }

    private typealias Chance = PurserTesting.SeededGenerator

    /// An action.
    private enum Action {
        /// The kind of an action.
        case action(WorldAction)
        /// The store refunds a share of a customer's latest payment, in thousandths of a percent; the whole where it is
        /// absent.
        case refund(customer: String, percentage: Int?)
        /// A customer asks for a refund of their latest coins.
        case ask(customer: String)
        /// The store reverses its latest refund of a customer.
        case reverse(customer: String)
    }

    /// The storefronts, which have 26 currencies.
    static let storefronts = [
        "USA", "DEU", "JPN", "GBR", "CHN", "FRA", "ITA", "ESP", "NLD", "CAN", "AUS", "BRA", "MEX", "IND", "KOR", "TWN",
        "HKG", "SGP", "CHE", "SWE", "NOR", "DNK", "POL", "CZE", "HUN", "TUR", "ZAF", "ARE", "SAU", "THA",
    ]
    /// The number of played days: a year and a week after it, because sales may be a day apart in ledger and reports.
    static let dayCount = 373

    private static let dayMilliseconds: Int64 = 86_400_000
    /// The instants of a day at which customers act, in minutes; 08:00 and 07:00 in UTC are midnight in Pacific time.
    private static let minutes: [Int64] = [120, 419, 420, 479, 480, 840, 1200]

    /// The store.
    let world: World
    /// The number of actions.
    private(set) var actionCount = 0
    /// The number of actions that the store refused, such as canceling an ended subscription.
    private(set) var refusalCount = 0

    private let start: Int64
    private let habit: Habit
    private var agenda: [Int: [Action]] = [:]

    /// A year that has not begun.
    init(_ habit: Habit, customers: Int, seed: UInt64) throws {
        self.world = try SimulatedShop.world(seed: seed)
        self.start = self.world.now.milliseconds
        self.habit = habit
        try self.world.perform(.setGracePeriod(days: habit.has(.grace) ? 16 : 0))
        if habit.has(.earlyCharges) {
            try self.world.perform(.setSwitch("earlyCharge", milliseconds: Self.dayMilliseconds))
            try self.world.perform(.setSwitch("earlyChargeVaries", true))
        }
        for number in 1...customers { self.plan(number, seed: seed) }
        self.planPrices()
    }

    /// Plays one of the days from 0 on, up to the next midnight in UTC.
    mutating func live(day: Int) throws {
        let begin = self.start + Int64(day) * Self.dayMilliseconds
        for (place, minute) in Self.minutes.enumerated() {
            try self.world.advance(to: Timestamp(milliseconds: begin + minute * 60_000))
            for action in self.agenda[day * Self.minutes.count + place] ?? [] { self.happen(action) }
        }
        try self.world.advance(to: Timestamp(milliseconds: begin + Self.dayMilliseconds))
    }

    // MARK: What happens

    private mutating func happen(_ action: Action) {
        do throws(WorldError) {
            switch action {
            case .action(let action): try self.world.perform(action)
            case .refund(let customer, let percentage):
                guard let id = self.latest(of: customer, where: { $0.revokedAt == nil && $0.price.milliunits > 0 })
                else { return }
                try self.world.refund(id, percentage: percentage)
            case .ask(let customer):
                let latest = self.latest(of: customer) { $0.revokedAt == nil && $0.productId == "coins.100" }
                guard let id = latest else { return }
                try self.world.perform(.requestRefund(of: id, reason: "UNINTENDED_PURCHASE"))
            case .reverse(let customer):
                guard let id = self.latest(of: customer, where: { $0.revokedAt != nil }) else { return }
                try self.world.reverseRefund(id)
            }
            self.actionCount += 1
        } catch {
            self.refusalCount += 1
        }
    }

    /// The latest own purchase of a customer that is active or was consumed.
    private func latest(of customer: String, where isMeant: (WorldPurchase) -> Bool) -> String? {
        let now = self.world.now
        return self.world.transactions(of: WorldCustomer(name: customer)).last { purchase in
            purchase.purchasedAt <= now && !purchase.isFamilyShared && !purchase.isRestored && !purchase.isUpgraded
                && isMeant(purchase)
        }?.transactionId
    }

    // MARK: Actions of customers

    private mutating func add(_ action: Action, on day: Int, _ chance: inout Chance) {
        let place = chance.number(below: Self.minutes.count)
        guard day < Self.dayCount else { return }
        self.agenda[day * Self.minutes.count + place, default: []].append(action)
    }

    private mutating func add(_ action: WorldAction, on day: Int, _ chance: inout Chance) {
        self.add(.action(action), on: day, &chance)
    }

    private mutating func plan(_ number: Int, seed: UInt64) {
        var chance = Chance(seed: seed &* 1_000_003 &+ UInt64(number))
        let name = "c\(number)"
        let storefront = Self.storefronts[number % Self.storefronts.count]
        let day = chance.number(below: 240)
        func buy(_ product: String, quantity: Int? = nil, plan: WorldBillingPlan.Kind? = nil) -> WorldAction {
            .buy(product, by: name, quantity: quantity, storefront: storefront, plan: plan)
        }
        switch number % 20 {
        case 0...4: self.subscribe(name, buy("pro.monthly"), day, &chance)
        case 5...7: self.subscribe(name, buy("basic.monthly"), day, &chance)
        case 8: self.changePlan(buy, day, &chance)
        case 9: self.add(buy("pro.yearly"), on: day % 8, &chance)
        case 10: self.subscribe(name, buy("club.yearly", plan: .monthly), day, &chance)
        case 11:
            self.add(buy("news.weekly"), on: day, &chance)
            self.add(.cancel("news.weekly", of: name), on: day + 70, &chance)
        case 12:
            self.add(.redeem("HELLO", by: name, product: "pro.monthly", storefront: storefront), on: day, &chance)
            self.add(.buy("pro.monthly", by: name, offer: "promo", storefront: storefront), on: day + 80, &chance)
            self.add(.cancel("pro.monthly", of: name), on: day + 170, &chance)
            self.add(.buy("pro.monthly", by: name, offer: "back", storefront: storefront), on: day + 210, &chance)
        case 13...15:
            for _ in 0..<3 {
                let quantity = 1 + chance.number(below: 10)
                self.add(buy("coins.100", quantity: quantity), on: day + chance.number(below: 120), &chance)
            }
            if chance.happens(percent: 30) { self.add(.ask(customer: name), on: day + 125, &chance) }
        case 16:
            self.add(buy("theme.dark"), on: day + 1, &chance)
            self.add(.joinFamily("family \(number)", name), on: day + 3, &chance)
            self.add(.joinFamily("family \(number)", "kid of \(name)"), on: day + 5, &chance)
            self.add(buy("pro.monthly"), on: day + 7, &chance)
            self.add(.restore(by: name), on: day + 30, &chance)
        case 17:
            self.add(buy("pass.summer"), on: day, &chance)
            self.add(buy("pass.summer"), on: day + 40, &chance)
        case 18:
            self.add(.redeem("COINS", by: name, storefront: storefront), on: day, &chance)
            self.add(buy("coins.100"), on: day, &chance)
        default:
            self.add(buy("pro.monthly"), on: day, &chance)
            let other = Self.storefronts[(number + 7) % Self.storefronts.count]
            self.add(.moveStorefront(of: name, to: other), on: day + 60, &chance)
        }
        guard chance.happens(percent: 20) else { return }
        let refund = day + 1 + chance.number(below: 100)
        let percentage: Int? = chance.pick([nil, nil, 37_400, 50_000, 99_600])
        self.add(.refund(customer: name, percentage: percentage), on: refund, &chance)
        if chance.happens(percent: 30) { self.add(.reverse(customer: name), on: refund + 11, &chance) }
    }

    /// Subscribes, and perhaps cancels, subscribes again, or has a failing payment for a while.
    private mutating func subscribe(
        _ name: String,
        _ purchase: WorldAction,
        _ day: Int,
        _ chance: inout Chance
    ) {
        let product = purchase.product ?? ""
        self.add(purchase, on: day, &chance)
        if chance.happens(percent: 40) {
            let end = day + 20 + chance.number(below: 120)
            self.add(.cancel(product, of: name), on: end, &chance)
            if chance.happens(percent: 30) { self.add(purchase, on: end + 50, &chance) }
        }
        if chance.happens(percent: 25) {
            let failure = day + 10 + chance.number(below: 60)
            self.add(.declineCard(of: name, renewalsOnly: true), on: failure, &chance)
            self.add(.repairCard(of: name), on: failure + 20 + chance.number(below: 25), &chance)
        }
    }

    /// Upgrades in the middle of the second period, or downgrades from the next period on.
    private mutating func changePlan(
        _ buy: (String, Int?, WorldBillingPlan.Kind?) -> WorldAction,
        _ day: Int,
        _ chance: inout Chance
    ) {
        let isUp = self.habit.has(.upgrades)
        self.add(buy(isUp ? "basic.monthly" : "pro.monthly", nil, nil), on: day, &chance)
        let later = day + 36 + chance.number(below: 15)
        self.add(buy(isUp ? "pro.monthly" : "basic.monthly", nil, nil), on: later, &chance)
    }

    /// Raises and lowers prices.
    private mutating func planPrices() {
        var chance = Chance(seed: 1)
        self.add(.changePrice(of: "basic.monthly", to: 5_490), on: 90, &chance)
        let german = WorldAction.changePrice(of: "coins.100", to: 1_190, currency: "EUR", storefront: "DEU")
        self.add(german, on: 120, &chance)
        self.add(.changePrice(of: "pro.monthly", to: 8_990), on: 160, &chance)
        self.add(.changePrice(of: "news.weekly", to: 2_490, consent: "required"), on: 200, &chance)
        self.add(.changePrice(of: "pro.monthly", to: 11_990, appliesToSubscribers: false), on: 240, &chance)
    }
}
