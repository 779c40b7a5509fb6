import Ledger
import PurserTesting
import Testing

/// On which day a renewal counts.
@Suite struct RenewalChargeTests {
    /// Two periods of thirty days: the first bought, the second renewed on day 30.
    private static let periods: [LedgerFact] = [Self.period("1", from: 0, .purchase), Self.period("2", from: 30)]

    private static func period(
        _ id: String,
        product: String = "pro",
        from: Double,
        _ reason: TransactionSnapshot.Reason = .renewal
    ) -> LedgerFact {
        .transaction(
            Scene.snapshot(id, product: product, from: from, to: from + 30) { snapshot in
                snapshot.price = Money(amountMilliunits: 9990, currency: "USD")
                snapshot.storefront = "USA"
                snapshot.reason = reason
                snapshot.webOrderLineItemID = WebOrderLineItemID("7\(id)")
            }
        )
    }

    /// Apple's word on a day that the subscription runs until another, in grace until a third.
    private static func renewal(on day: Double, end: Double, grace: Double? = nil) -> LedgerFact {
        .renewal(
            RenewalSnapshot(
                originalTransactionID: OriginalTransactionID("1"),
                productID: ProductID("pro"),
                autoRenew: true,
                renewalAt: Scene.day(end),
                gracePeriodExpiresAt: grace.map(Scene.day),
                signedAt: Scene.day(day),
                digest: .number(UInt64(day * 100))
            )
        )
    }

    private static func sales(of facts: [LedgerFact]) -> [Sale] {
        LedgerFold(facts).chains.flatMap { $0.sales(in: .production) }
    }

    private static func days(_ sales: [Sale]) -> [Double] {
        sales.map { Double($0.at.milliseconds - Scene.day(0).milliseconds) / 86_400_000 }
    }

    /// Evidence, with the day on which the renewal of day 30 counts.
    struct Story: Sendable {
        let name: String
        let renewals: [LedgerFact]
        let day: Double
    }

    static let stories = [
        Story(name: "nothing was said", renewals: [], day: 30),
        Story(
            name: "charged ahead",
            renewals: [Self.renewal(on: 0, end: 30), Self.renewal(on: 29.25, end: 60)],
            day: 29.25
        ),
        Story(
            name: "said again later",
            renewals: [
                Self.renewal(on: 29.25, end: 60), Self.renewal(on: 29.75, end: 60), Self.renewal(on: 40, end: 60),
            ],
            day: 29.25
        ),
        Story(name: "a whole day ahead", renewals: [Self.renewal(on: 29, end: 60)], day: 29),
        Story(name: "no charge is further ahead", renewals: [Self.renewal(on: 28.5, end: 60)], day: 30),
        Story(name: "charged in time", renewals: [Self.renewal(on: 30, end: 60)], day: 30),
        Story(
            name: "heard of late",
            renewals: [Self.renewal(on: 29.5, end: 30), Self.renewal(on: 41, end: 60)],
            day: 30
        ),
        Story(
            name: "paid in grace",
            renewals: [
                Self.renewal(on: 30, end: 30, grace: 46), Self.renewal(on: 35, end: 30, grace: 46),
                Self.renewal(on: 41, end: 60), Self.renewal(on: 50, end: 60),
            ],
            day: 41
        ),
        Story(
            name: "heard of after grace",
            renewals: [Self.renewal(on: 30, end: 30, grace: 46), Self.renewal(on: 47, end: 60)],
            day: 30
        ),
        Story(
            name: "another period's grace",
            renewals: [Self.renewal(on: 29.5, end: 0, grace: 46), Self.renewal(on: 41, end: 60)],
            day: 30
        ),
    ]

    @Test("A renewal counts on the day on which Apple first signed its end, in any order", arguments: Self.stories)
    func day(story: Story) {
        let facts = Self.periods + story.renewals
        for turn in facts.indices {
            let turned = Array(facts[turn...] + facts[..<turn])
            for order in [turned, turned.reversed(), turned + facts] {
                #expect(Self.days(Self.sales(of: order)) == [0, story.day], "\(story.name)")
            }
        }
    }

    @Test("A word that comes alone moves the sale that it dates, and no other")
    func change() throws {
        let later = (2...40).map { Self.period("\($0 + 1)", from: Double($0) * 30) }
        let known = Self.periods + [Self.renewal(on: 41, end: 60)] + later + [Self.renewal(on: 1200, end: 1230)]
        let before = try #require(LedgerFold(known).chains.first)
        let grace = known + [Self.renewal(on: 30, end: 30, grace: 46)]
        let after = try #require(LedgerFold(grace).chains.first)
        let change = SaleChange(from: [before], to: after, in: .production)
        #expect(change.removed.map(\.at) == [Scene.day(30)] && Self.days(change.written) == [41])
        let more = try #require(LedgerFold(grace + [Self.renewal(on: 1201, end: 1230)]).chains.first)
        let none = SaleChange(from: [after], to: more, in: .production)
        #expect(none.removed.isEmpty && none.written.isEmpty)
    }

    @Test("Neither a purchase, nor a test, nor what was free is dated by words")
    func others() {
        let renewal = Self.renewal(on: 29.25, end: 60)
        let bought = [Self.period("1", from: 0, .purchase), Self.period("2", from: 30, .purchase), renewal]
        #expect(Self.days(Self.sales(of: bought)) == [0, 30])
        let tests = LedgerFold(Self.periods + [renewal]).chains.flatMap { $0.sales(in: .sandbox) }
        #expect(Self.days(tests) == [0, 30])
    }

    @Test("An upgrade gives back what is left of the running period, and all of one that was charged ahead")
    func overtaken() {
        let facts = [
            Self.period("1", product: "basic", from: 0, .purchase), Self.renewal(on: 29.25, end: 60),
            Self.period("2", product: "basic", from: 30), Self.period("3", from: 29.5, .purchase),
            Self.renewal(on: 29.5, end: 59.5), Self.period("4", from: 59.5),
        ]
        let sales = Self.sales(of: facts)
        #expect(sales == Self.sales(of: facts.reversed()))
        #expect(Self.days(sales) == [0, 29.25, 29.5, 29.5, 29.5, 59.5])
        let back = sales.filter { $0.direction == .refund }
        #expect(back.map(\.transactionID.rawValue) == ["1", "2"])
        #expect(back.map(\.part) == [.credit, .money] && back.map(\.unitsThousandths) == [-16, -1000])
    }

    @Test("An upgrade known only by its own purchase changes the sales of the replaced period")
    func upgradeAlone() throws {
        let before = try #require(LedgerFold([Self.period("1", product: "basic", from: 0, .purchase)]).chains.first)
        let facts = [Self.period("1", product: "basic", from: 0, .purchase), Self.period("2", from: 12, .purchase)]
        let after = try #require(LedgerFold(facts).chains.first)
        let change = SaleChange(from: [before], to: after, in: .production)
        #expect(change.removed.isEmpty && change.written.map(\.direction) == [.refund, .sale])
        #expect(change.written.first?.unitsThousandths == -600)
    }
}
