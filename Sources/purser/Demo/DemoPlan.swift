import AppStore
import AppStoreSimulator

/// The lives of the customers of the demo's year, which follow from the seed.
struct DemoPlan {
    /// One thing that a customer, the store or the shop does.
    struct Step {
        /// The instant, in milliseconds since 1970.
        let at: Int64
        /// The customer's name.
        let customer: String
        /// What is done.
        let action: Action
        /// Whether it belongs to the last hours of the year, whose refund requests wait for a person.
        let staysOpen: Bool
    }

    /// What can be done.
    enum Action {
        /// The customer buys a product in the app, which may name an offer.
        case buy(DemoProduct, offer: String? = nil)
        /// The customer redeems an offer code.
        case redeem(String, DemoProduct)
        /// The customer begins to pay, and does not.
        case order(DemoProduct)
        /// The app submits what it finds on the customer's device.
        case submit
        case cancel(DemoProduct)
        case declineCard, repairCard
        case joinFamily(String)
        case leaveFamily
        case spend(Int)
        case requestRefund(DemoProduct)
        /// Apple refunds without a request.
        case refund(DemoProduct)
        /// Apple reverses the refund after a dispute.
        case reverseRefund(DemoProduct)
        /// The shop has shipped a poster.
        case confirm
        /// An operator stops the shipping of a poster.
        case suspend
    }

    private static let day: Int64 = 86_400_000
    private static let hour: Int64 = 3_600_000
    private static let names = [
        "mia", "noah", "lea", "ben", "yuki", "haru", "li", "wei", "emma", "paul", "ines", "hugo", "ana", "joao", "zoe",
        "max", "ida", "tom", "nora", "finn", "aya", "ken", "mei", "jun",
    ]

    /// The steps in their order.
    private(set) var steps: [Step] = []
    private var random: SeededGenerator
    private let start: Int64
    private let end: Int64

    /// Creates the lives of so many customers between two instants.
    init(seed: UInt64, customers count: Int, from start: Timestamp, to end: Timestamp) {
        self.random = SeededGenerator(seed: seed, purpose: "demo year")
        (self.start, self.end) = (start.milliseconds, end.milliseconds)
        for number in 0..<count {
            let name = "\(Self.names[number % Self.names.count])-\(number + 1)"
            switch self.number(0..<100) {
            case ..<32: self.subscribe(name, .proMonthly, upgrade: .proYearly)
            case ..<52: self.tryOut(name)
            case ..<61: self.subscribeYearly(name)
            case ..<82: self.buyCoins(name)
            case ..<88: self.buyPasses(name)
            case ..<92: self.buyFrame(name)
            case ..<96: self.shareStudio(name)
            default: self.buyPoster(name)
            }
        }
        self.addLastHours(count)
        // The order of steps at one instant is that in which they were added.
        let order = self.steps.enumerated().sorted { ($0.element.at, $0.offset) < ($1.element.at, $1.offset) }
        self.steps = order.map(\.element)
    }

    // MARK: Kinds of customers

    private mutating func subscribe(_ name: String, _ product: DemoProduct, upgrade: DemoProduct) {
        let joined = self.joining()
        self.add(joined, name, .buy(product))
        self.renew(name, product, upgrade: upgrade, from: joined)
    }

    /// A subscriber's months: some cancel, some cards fail, some upgrade, some want their money back.
    private mutating func renew(_ name: String, _ product: DemoProduct, upgrade: DemoProduct, from joined: Int64) {
        for month in 1...12 {
            let renewal = joined + Int64(month) * 30 * Self.day
            switch self.number(0..<100) {
            case ..<9:
                self.add(renewal - self.days(1..<20), name, .cancel(product))
                guard self.number(0..<100) < 30 else { return }
                let offer = product == .studioMonthly ? "comeback" : nil
                self.add(renewal + self.days(35..<90), name, .buy(product, offer: offer))
                return
            case ..<13:
                self.add(renewal - self.days(2..<6), name, .declineCard)
                if self.number(0..<100) < 70 { self.add(renewal + self.days(2..<24), name, .repairCard) }
            case ..<15:
                self.add(renewal - self.days(3..<25), name, .buy(upgrade))
                return
            case ..<17:
                self.add(renewal + self.days(1..<5), name, .requestRefund(product))
                return
            default: break
            }
        }
    }

    private mutating func tryOut(_ name: String) {
        let joined = self.joining()
        self.add(joined, name, .buy(.studioMonthly))
        guard self.number(0..<100) < 56 else {
            return self.add(joined + self.days(1..<7), name, .cancel(.studioMonthly))
        }
        self.renew(name, .studioMonthly, upgrade: .studioYearly, from: joined + 7 * Self.day)
    }

    private mutating func subscribeYearly(_ name: String) {
        let joined = self.joining()
        self.add(joined, name, self.number(0..<4) == 0 ? .redeem("SPRING", .proYearly) : .buy(.proYearly))
        switch self.number(0..<100) {
        case ..<10: self.add(joined + self.days(1..<6), name, .requestRefund(.proYearly))
        case ..<25: self.add(joined + self.days(20..<200), name, .cancel(.proYearly))
        case ..<30: self.add(joined + self.days(20..<200), name, .buy(.proMonthly))
        default: break
        }
    }

    private mutating func buyCoins(_ name: String) {
        var at = self.joining()
        for _ in 0..<self.number(1..<6) {
            let product = self.number(0..<5) == 0 ? DemoProduct.manyGems : .gems
            self.add(at, name, .buy(product))
            for _ in 0..<self.number(0..<3) {
                self.add(at + self.hours(1..<60), name, .spend(50 * self.number(1..<10)))
            }
            switch self.number(0..<100) {
            case ..<5: self.add(at + self.days(1..<5), name, .requestRefund(product))
            case ..<6:
                self.add(at + self.days(3..<9), name, .refund(product))
                self.add(at + self.days(20..<40), name, .reverseRefund(product))
            case ..<8: self.add(at + self.days(3..<9), name, .refund(product))
            default: break
            }
            at += self.days(8..<60)
        }
    }

    private mutating func buyPasses(_ name: String) {
        var at = self.joining()
        for _ in 0..<self.number(1..<4) {
            self.add(at, name, .buy(.pass))
            at += self.days(25..<60)
        }
    }

    private mutating func buyFrame(_ name: String) {
        let joined = self.joining()
        self.add(joined, name, .buy(.frame))
        if self.number(0..<8) == 0 { self.add(joined + self.days(1..<9), name, .refund(.frame)) }
    }

    private mutating func shareStudio(_ name: String) {
        let joined = self.joining()
        let member = "\(name)-kid"
        self.add(joined, name, .joinFamily("family-\(name)"))
        self.add(joined, member, .joinFamily("family-\(name)"))
        self.add(joined + Self.hour, name, .buy(.studioYearly))
        self.add(joined + 2 * Self.hour, member, .submit)
        if self.number(0..<3) == 0 { self.add(joined + self.days(20..<120), member, .leaveFamily) }
    }

    private mutating func buyPoster(_ name: String) {
        let joined = self.joining()
        self.add(joined, name, .buy(.poster))
        let isStopped = self.number(0..<12) == 0
        let handled = joined + self.hours(2..<50)
        self.add(handled, name, isStopped ? .suspend : .confirm)
        // The address was wrong, and the next day the poster is on its way.
        if isStopped { self.add(handled + 26 * Self.hour, name, .confirm) }
    }

    /// What is open at the end of the year: trials, orders without a payment, goods to ship, and refund requests that
    /// wait for a person; and the goods of the morning, which were shipped hours later.
    private mutating func addLastHours(_ count: Int) {
        for number in 0..<min(5, count) {
            let ago = Int64(number + 1) * Self.hour
            self.add(self.end - ago, "late-\(number + 1)", .order(.gems))
            self.add(self.end - 2 * Self.day - ago, "trial-\(number + 1)", .buy(.studioMonthly))
            self.add(self.end - ago - Self.hour, "poster-\(number + 1)", .buy(.poster))
            let buyer = "yearly-\(number + 1)"
            self.add(self.end - 3 * Self.day - ago, buyer, .buy(.proYearly))
            self.add(self.end - ago / 2, buyer, .requestRefund(.proYearly))
        }
        guard count > 0 else { return }
        self.add(self.end - Self.hour, "poster-5", .suspend)
        self.add(self.end - 11 * Self.hour, "morning-1", .buy(.poster))
        self.add(self.end - 8 * Self.hour, "morning-1", .confirm)
        self.add(self.end - 10 * Self.hour, "morning-2", .buy(.poster))
        self.add(self.end - 9 * Self.hour, "morning-2", .suspend)
        self.add(self.end - 8 * Self.hour, "morning-2", .confirm)
    }

    // MARK: Chance

    private mutating func add(_ at: Int64, _ customer: String, _ action: Action) {
        guard at < self.end else { return }
        let isLate = at > self.end - 6 * Self.hour
        self.steps.append(Step(at: at, customer: customer, action: action, staysOpen: isLate))
    }

    /// Returns when a customer comes: more and more do, most of them in the evening.
    private mutating func joining() -> Int64 {
        let share = max(self.number(0..<1_000_000), self.number(0..<1_000_000))
        let days = (self.end - self.start) / Self.day * Int64(share) / 1_000_000
        return self.start + days * Self.day + Int64(max(self.number(0..<1440), self.number(0..<1320))) * 60_000
    }

    private mutating func days(_ range: Range<Int>) -> Int64 {
        Int64(self.number(range)) * Self.day + Int64(self.number(0..<86_400)) * 1000
    }

    private mutating func hours(_ range: Range<Int>) -> Int64 { Int64(self.number(range)) * Self.hour }

    private mutating func number(_ range: Range<Int>) -> Int {
        range.lowerBound + Int(self.random.next() % UInt64(range.count))
    }
}
