import Ledger
import PurserTesting
import Testing

@Suite struct RiskTests {
    private static let now = Sample.beginning + .days(400)
    private static let anna = Sample.customer("anna")
    private static let bert = Sample.customer("bert")
    private static let account = AppTransactionID("account")

    private static func payment(
        _ id: String,
        of customer: CustomerID = Self.anna,
        ago: Span = .days(1),
        account: AppTransactionID? = Self.account,
        isByHand: Bool = true,
        storefront: String? = "USA",
        currency: String? = "USD",
        refundedAgo: Span? = nil,
        used: Int64? = nil,
        isCheap: Bool = false
    ) -> RiskPayment {
        RiskPayment(
            transactionID: TransactionID(id),
            account: account,
            customer: customer,
            purchasedAt: Self.now - ago,
            isByHand: isByHand,
            storefront: storefront,
            currency: currency,
            refundedAt: refundedAgo.map { Self.now - $0 },
            usedMilliunits: used,
            isCheap: isCheap
        )
    }

    private static func risk(
        _ payments: [RiskPayment],
        serving: Set<CustomerID> = [Self.anna],
        debtors: Set<CustomerID> = []
    ) -> Risk {
        Risk(
            of: Self.anna,
            payments: Set(payments),
            accounts: [Self.account: serving],
            debtors: debtors,
            at: Self.now
        )
    }

    private static func points(_ risk: Risk) -> [RiskKind: Int64] {
        Dictionary(uniqueKeysWithValues: risk.reasons.map { ($0.kind, $0.points) })
    }

    @Test("A customer who buys without a refund has no risk reason")
    func none() {
        #expect(Self.risk([]).reasons.isEmpty)
        #expect(Self.risk([Self.payment("1"), Self.payment("2", ago: .days(40))]).reasons.isEmpty)
    }

    @Test("One refund is none, two are a reason, and what they weigh fades")
    func refunds() {
        let one = Self.payment("1", ago: .days(3), refundedAgo: .zero)
        #expect(Self.risk([one]).reasons.isEmpty)
        let two = Self.risk([one, Self.payment("2", ago: .days(99), refundedAgo: .days(90))])
        #expect(Self.points(two) == [.repeatedRefunds: 15])
        #expect(two.reasons.first?.transactions == [TransactionID("1"), TransactionID("2")])
        #expect(two.reasons.first?.lastAt == Self.now)
        let old = (1...3).map { Self.payment("\($0)", ago: .days(800), refundedAgo: .days(790)) }
        #expect(Self.risk(old).reasons.isEmpty, "It has faded.")
        let ahead = (1...3).map { Self.payment("\($0)", ago: .seconds(-3), refundedAgo: .seconds(-3)) }
        #expect(Self.points(Self.risk(ahead)) == [.repeatedRefunds: 30], "Apple's clock may be ahead of this one.")
    }

    @Test("A refund of what was used weighs, of what was not, or long after, it does not")
    func use() {
        func reasons(_ used: Int64?, _ ago: Span) -> [RiskKind] {
            Self.risk([Self.payment("1", ago: ago, refundedAgo: .zero, used: used)]).reasons.map(\.kind)
        }
        #expect(reasons(50_000, .days(30)) == [.refundAfterUse])
        #expect(reasons(49_999, .days(30)) == [])
        #expect(reasons(nil, .days(1)) == [])
        #expect(reasons(100_000, .days(31)) == [])
    }

    @Test("An Apple Account with other customers is a reason, and their refunds on it one more, after an own refund")
    func ring() {
        let theirs = Self.payment("9", of: Self.bert, refundedAgo: .zero)
        let both: Set = [Self.anna, Self.bert]
        #expect(Self.points(Self.risk([theirs], serving: both)) == [.sharedAccount: 10])
        let own = Self.payment("1", refundedAgo: .zero)
        let risk = Self.risk([theirs, own], serving: both)
        #expect(Self.points(risk) == [.sharedAccount: 10, .refunderRing: 20])
        #expect(risk.reasons.allSatisfy { $0.customers == [Self.bert] && $0.lastAt == nil })
        #expect(risk.points == 30)
    }

    @Test("The eleventh purchase within ten minutes is faster than a person; renewals are not bought")
    func speed() {
        func buy(_ count: Int, every span: Span, isByHand: Bool = true) -> [RiskKind: Int64] {
            Self.points(
                Self.risk(
                    (0..<count).map { place in
                        let ago = Span(milliseconds: span.milliseconds * Int64(place))
                        return Self.payment("\(place)", ago: ago, isByHand: isByHand)
                    }
                )
            )
        }
        #expect(buy(10, every: .seconds(1)) == [:])
        #expect(buy(11, every: .seconds(1)) == [.fastPurchases: 10])
        #expect(buy(11, every: .seconds(60)) == [:])
        #expect(buy(30, every: .seconds(1), isByHand: false) == [:])
        #expect(buy(40, every: .seconds(1))[.fastPurchases] == Risk.heaviestKind)
    }

    @Test("One account that pays in another storefront soon after jumps; another account, or a move, does not")
    func jump() {
        let first = Self.payment("1", ago: .days(10))
        #expect(
            Self.risk([first, Self.payment("2", ago: .days(0), storefront: "TUR", currency: "TRY")]).reasons
                .map(\.kind) == [.storefrontJump]
        )
        let elsewhere = AppTransactionID("another")
        #expect(Self.risk([first, Self.payment("2", account: elsewhere, storefront: "TUR")]).reasons.isEmpty)
        #expect(Self.risk([Self.payment("1", ago: .days(20)), Self.payment("2", storefront: "TUR")]).reasons.isEmpty)
        #expect(Self.risk([first, Self.payment("2", storefront: nil, currency: nil)]).reasons.isEmpty)
    }

    @Test("Coins below their price, and debts of customers who buy with the account, are reasons")
    func coins() {
        #expect(Self.points(Self.risk([Self.payment("1", ago: .zero, isCheap: true)])) == [.cheapCoins: 10])
        #expect(Self.points(Self.risk([], debtors: [Self.anna])) == [.coinDebt: 25])
        let risk = Self.risk([], serving: [Self.anna, Self.bert], debtors: [Self.bert, Sample.customer("carl")])
        #expect(Self.points(risk) == [.sharedAccount: 10, .coinDebt: 25], "Carl has nothing to do with it.")
        #expect(risk.reasons.map(\.kind) == [.coinDebt, .sharedAccount], "The heaviest first.")
    }

    @Test(
        "A weight halves with each half-life, evenly between, and never grows",
        arguments: [(0, 1000), (45, 750), (90, 500), (135, 375), (180, 250), (900, 0), (100_000, 0), (-5, 1000)]
            as [(Int64, Int64)]
    )
    func decay(days: Int64, left: Int64) {
        #expect(Risk.decayed(1000, for: .days(days)) == left)
    }
}

@Suite struct RiskFallTests {
    private static let anna = Sample.customer("anna")

    private static func facts(_ ages: [Int64], debtors: Set<CustomerID> = []) -> RiskFacts {
        let payments = ages.enumerated().map { place, age in
            RiskPayment(
                transactionID: TransactionID("\(place)"),
                account: nil,
                customer: Self.anna,
                purchasedAt: Sample.beginning - .days(age),
                isCheap: true
            )
        }
        return RiskFacts(of: Self.anna, payments: Set(payments), accounts: [:], debtors: debtors)
    }

    @Test("The minute of a fall is the first at which the points are below the threshold", arguments: [1, 5, 12, 20])
    func fall(threshold: Int64) throws {
        let facts = Self.facts([0, 10, 100])
        #expect(facts.risk(at: Sample.beginning).points >= 20)
        let fall = try #require(facts.fall(below: threshold, after: Sample.beginning))
        #expect(facts.risk(at: fall).points < threshold)
        #expect(facts.risk(at: fall - .minutes(1)).points >= threshold)
    }

    @Test("A reason that does not fade never loses weight")
    func debt() {
        let facts = Self.facts([0], debtors: [Self.anna])
        #expect(facts.fall(below: 25, after: Sample.beginning) == nil)
        #expect(facts.fall(below: 26, after: Sample.beginning) != nil)
    }
}
