package import Ledger

/// Possible evidence of a few purchases of two customers, generated from a seed.
///
/// The facts come in the order in which they came to be; a receiver may meet them in any other. Some are left out, as
/// they are in life.
package struct EvidenceStory: Sendable {
    /// The features of a story, so that a suite can check its coverage.
    package enum Feature: String, Hashable, Sendable, CaseIterable {
        case renewal, earlyRenewal, lapse, resubscription
        case grace, retry, cancellation
        case upgrade, unnamedUpgrade, downgrade, overlap
        case refund, proratedRefund, reversal, staleSignature, refundRequest
        case twin, migration, equalDates, missingFact
        case familyShared, familyRevoked, malformedToken, unknownToken
        case consumable, nonConsumable, nonRenewing
        case seats, addedSeats, sharedLineItem, fewerSeats, seatRefund, assignedMember
    }

    /// The seed it came from.
    package let seed: UInt64
    /// The evidence in order.
    package internal(set) var facts: [LedgerFact] = []
    /// The features that it contains.
    package internal(set) var features: Set<Feature> = []
    /// Instants worth asking about.
    package internal(set) var instants: [Instant] = []
    /// The customers of the account tokens.
    package let customers = Self.customers
    /// The catalog of the app.
    package let catalog = Self.catalog

    /// The story of this seed.
    package init(seed: UInt64) {
        self.seed = seed
        var author = StoryAuthor(seed: seed)
        author.write()
        self.facts = author.facts
        self.features = author.features
        self.instants = author.instants
    }

    /// The facts in another order of arrival, some of them repeated; submissions keep their own order.
    package func shuffled(seed: UInt64) -> [LedgerFact] {
        var generator = SeededGenerator(seed: self.seed &* 31 &+ seed)
        let submissions = self.facts.filter(\.isSubmission)
        var others = self.facts.filter { !$0.isSubmission }
        for fact in others where generator.happens(percent: 25) { others.append(fact) }
        others.shuffle(using: &generator)
        // Each submission is put in somewhere behind the one before.
        var places = submissions.map { _ in generator.number(below: others.count + 1) }
        places.sort()
        for (submission, place) in zip(submissions, places).reversed() { others.insert(submission, at: place) }
        return others
    }

    static let basic = ProductID("basic")
    static let pro = ProductID("pro")
    static let lifetime = ProductID("lifetime")
    static let pass = ProductID("pass")
    static let coins = ProductID("coins")

    /// A token for a number, as an app would mint it.
    static func token(_ number: UInt64) -> AccountToken { AccountToken(high: number, low: ~number) }

    private static let customers: [AccountToken: CustomerID] = {
        var customers: [AccountToken: CustomerID] = [:]
        for (number, name) in ["ada", "ben"].enumerated() {
            customers[Self.token(UInt64(number + 1))] = CustomerID(name)
        }
        return customers
    }()

    private static let catalog: Catalog = {
        let sync = EntitlementName("sync")
        let export = EntitlementName("export")
        let month = CalendarPeriod(months: 1, days: 0)
        let products = [
            Product(id: Self.basic, kind: .autoRenewable, group: "plus", level: 2, unlocks: [sync]),
            Product(id: Self.pro, kind: .autoRenewable, group: "plus", level: 1, unlocks: [sync, export]),
            Product(id: Self.lifetime, kind: .nonConsumable, unlocks: [export]),
            Product(id: Self.pass, kind: .nonRenewing, unlocks: [export], lasts: month),
            Product(id: Self.coins, kind: .consumable, grants: ["gold": 100]),
        ]
        return Catalog(
            entitlements: [sync: EntitlementDefinition(name: sync), export: EntitlementDefinition(name: export)],
            products: Dictionary(products.map { ($0.id, $0) }) { first, _ in first },
            timeZone: "Europe/Berlin"
        )
    }()

    /// The same story in which every purchase bears a price and a storefront, so that credits, refunds and reversals
    /// have money.
    package func withPrices() -> Self {
        var story = self
        story.facts = self.facts.map { fact in
            guard case .transaction(var snapshot) = fact else { return fact }
            let amount: Int64 = snapshot.productID == Self.pro ? 19_990 : 9990
            snapshot.price = Money(amountMilliunits: amount, currency: "USD")
            snapshot.storefront = snapshot.storefront ?? "USA"
            return .transaction(snapshot)
        }
        return story
    }

    /// The same story with what operators decided on some of its purchases.
    package func withDecisions() -> Self {
        var story = self
        var generator = SeededGenerator(seed: self.seed &* 101 &+ 7)
        let customers = Set(self.customers.values).sorted { $0 < $1 }
        var snapshots: [TransactionSnapshot] = []
        for case .transaction(let snapshot) in self.facts { snapshots.append(snapshot) }
        guard !snapshots.isEmpty else { return self }
        for _ in 0..<generator.number(below: 4) {
            let snapshot = generator.pick(snapshots)
            let reach = generator.pick(Decision.Reach.allCases)
            let id =
                reach == .purchase ? snapshot.transactionID : TransactionID(snapshot.originalTransactionID.rawValue)
            let decision = Decision(
                customer: generator.pick(customers),
                transactionID: id,
                reach: reach,
                decidedAt: generator.pick(self.instants)
            )
            story.facts.insert(.decision(decision), at: generator.number(below: story.facts.count + 1))
        }
        return story
    }
}
