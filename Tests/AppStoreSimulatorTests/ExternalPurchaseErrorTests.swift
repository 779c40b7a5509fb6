import AppStore
import AppStoreSimulator
import Testing

@Suite struct ExternalPurchaseErrorTests {
    @Test("Each rule for a report as a whole has its code", arguments: ExternalPurchaseErrorCase.whole)
    func whole(story: ExternalPurchaseErrorCase) throws {
        var fixture = ExternalPurchaseFixture(type: story.type)
        #expect(try story.play(&fixture) == [story.expected])
    }

    @Test("Each rule for a line item by itself has its code", arguments: ExternalPurchaseErrorCase.single)
    func single(story: ExternalPurchaseErrorCase) throws {
        var fixture = ExternalPurchaseFixture(type: story.type)
        #expect(try story.play(&fixture) == [story.expected])
    }

    @Test(
        "Each rule for what line items say about each other has its code",
        arguments: ExternalPurchaseErrorCase.related
    )
    func related(story: ExternalPurchaseErrorCase) throws {
        var fixture = ExternalPurchaseFixture(type: story.type)
        #expect(try story.play(&fixture) == [story.expected])
    }

    @Test("The tables above reach every code there is")
    func complete() {
        let reached =
            (ExternalPurchaseErrorCase.whole + ExternalPurchaseErrorCase.single + ExternalPurchaseErrorCase.related)
            .compactMap { story in
                story.expected.split(separator: " ").first.flatMap { Int32($0) }
            }
        #expect(Set(reached) == Set(ExternalPurchaseError.allCases.map(\.rawValue)))
        #expect(Set(1...35).isSubset(of: reached))
    }
}

/// A story that ends with a report in which exactly this is wrong.
struct ExternalPurchaseErrorCase: Sendable, CustomTestStringConvertible {
    let expected: String
    let play: @Sendable (inout ExternalPurchaseFixture) throws -> [String]
    let type: ExternalPurchaseTokenType?

    /// A story that begins with one token of this type.
    init(
        _ expected: String,
        type: ExternalPurchaseTokenType? = nil,
        play: @escaping @Sendable (inout ExternalPurchaseFixture) throws -> [String]
    ) {
        self.expected = expected
        self.type = type
        self.play = play
    }

    var testDescription: String { self.expected }

    private static func game(
        _ expected: String,
        type: ExternalPurchaseTokenType? = nil,
        _ change: @escaping @Sendable (inout ExternalPurchaseLineItem) -> Void
    ) -> ExternalPurchaseErrorCase {
        ExternalPurchaseErrorCase(expected, type: type) { try $0.send($0.report($0.game().with(change))) }
    }

    private static func start(
        _ expected: String,
        _ change: @escaping @Sendable (inout ExternalPurchaseLineItem) -> Void
    ) -> ExternalPurchaseErrorCase {
        ExternalPurchaseErrorCase(expected) { try $0.send($0.report($0.start().with(change))) }
    }

    private static func refund(
        _ expected: String,
        _ change: @escaping @Sendable (inout ExternalPurchaseLineItem) -> Void
    ) -> ExternalPurchaseErrorCase {
        ExternalPurchaseErrorCase(expected) { fixture in
            try #require(fixture.send(fixture.report(fixture.game())) == [])
            return try fixture.send(fixture.report(fixture.refund().with(change)))
        }
    }

    private static let now = Shop.opening.milliseconds

    static let whole: [ExternalPurchaseErrorCase] = [
        ExternalPurchaseErrorCase("4 requestIdentifier") {
            try $0.send(ExternalPurchaseReport(json: Self.json("requestIdentifier", &$0)))
        },
        ExternalPurchaseErrorCase("4 externalPurchaseId") {
            try $0.send(ExternalPurchaseReport(json: Self.json("externalPurchaseId", &$0)))
        },
        ExternalPurchaseErrorCase("4 status") { try $0.send(ExternalPurchaseReport(json: Self.json("status", &$0))) },
        ExternalPurchaseErrorCase("3 externalPurchaseId") { fixture in
            var report = fixture.report(.noLineItem)
            report.externalPurchaseId = "SANDBOX_unknown"
            return try fixture.send(report)
        },
        ExternalPurchaseErrorCase("7 status") {
            try $0.send($0.report(ExternalPurchaseReportStatus(rawValue: "LATER")))
        },
        ExternalPurchaseErrorCase("8 status") { fixture in
            try #require(fixture.send(fixture.report(fixture.game())) == [])
            return try fixture.send(fixture.report(.noLineItem))
        },
        ExternalPurchaseErrorCase("9 status") { try $0.send($0.report(.lineItem)) },
        ExternalPurchaseErrorCase("10 status") { fixture in
            var report = fixture.report(fixture.game())
            report.status = .noLineItem
            return try fixture.send(report)
        },
        ExternalPurchaseErrorCase("26") { fixture in
            fixture.reporting.behavior.simultaneousMilliseconds = 1000
            try #require(fixture.send(fixture.report(fixture.game())) == [])
            fixture.now += 999
            return try fixture.send(fixture.report(fixture.game("other")))
        },
        ExternalPurchaseErrorCase("37 status") { try $0.send($0.report(.duplicateToken)) },
    ]

    static let single: [ExternalPurchaseErrorCase] = [
        Self.game("4 lineItemId") { $0.lineItemId = nil },
        Self.game("4 eventType game") { $0.eventType = nil },
        Self.game("4 productType game") { $0.productType = nil },
        Self.game("4 taxAmount game") { $0.taxAmount = nil },
        Self.game("4 exchangeRate game") { $0.pricingCurrency = "ISK" },
        Self.start("4 subscriptionEndDate start") { $0.subscriptionEndDate = nil },
        Self.start("4 referenceLineItemId start") { $0.subscriptionEvent = .renewal },
        Self.game("5 subscriptionEvent game") { $0.subscriptionEvent = .renewal },
        Self.game("5 exchangeRate game") { $0.exchangeRate = .number("1.2") },
        Self.refund("5 productType refund") { $0.productType = .oneTimeBuy },
        Self.game("6 creationDate game") { $0.creationDate = Timestamp(milliseconds: Self.now + 1) },
        Self.game("7 eventType game") { $0.eventType = ExternalPurchaseEventType(rawValue: "GIFT") },
        Self.game("7 productType game") { $0.productType = ExternalPurchaseProductType(rawValue: "GIFT") },
        Self.start("7 subscriptionEvent start") {
            $0.subscriptionEvent = ExternalPurchaseSubscriptionEvent(rawValue: "PAUSE")
            $0.referenceLineItemId = "x"
        },
        Self.game("7 taxCountry game") { $0.taxCountry = "EUR" },
        Self.game("7 reportingCurrency game") {
            ($0.pricingCurrency, $0.reportingCurrency) = ("ISK", "ISK")
        },
        Self.game("11 amountTaxInclusive game") { $0.amountTaxInclusive = 9999 },
        Self.game("12 netAmountTaxExclusive game") { $0.netAmountTaxExclusive = 7999 },
        Self.game("15 taxAmount game") { ($0.taxAmount, $0.amountTaxInclusive) = (-2000, 6000) },
        Self.game("16 quantity game") { $0.quantity = 0 },
        Self.game("16 exchangeRate game") { ($0.pricingCurrency, $0.exchangeRate) = ("ISK", .number("0")) },
        Self.start("17 subscriptionStartDate start") {
            $0.subscriptionStartDate = Timestamp(milliseconds: Self.now + 40 * ExternalPurchaseFixture.day)
        },
        Self.game("18 reportingCurrency game") { ($0.pricingCurrency, $0.exchangeRate) = ("USD", .number("0.9")) },
        Self.game("19 lineItemId " + String(repeating: "i", count: 129)) {
            $0.lineItemId = String(repeating: "i", count: 129)
        },
        Self.game("19 productIdentifier game") { $0.productIdentifier = String(repeating: "p", count: 257) },
        Self.game("20 erroneouslySubmitted game") { $0.erroneouslySubmitted = true },
        Self.game("27 creationDate game") {
            $0.creationDate = Timestamp(milliseconds: Self.now - 1100 * ExternalPurchaseFixture.day)
        },
        Self.game("36 creationDate game", type: .services) {
            $0.creationDate = Timestamp(milliseconds: Self.now - 1)
        },
        Self.start("34 subscriptionDaysOfPaidService start") { $0.subscriptionDaysOfPaidService = 1 },
        ExternalPurchaseErrorCase("35 amountTaxInclusive payment") { fixture in
            try #require(fixture.send(fixture.report(fixture.start())) == [])
            let payment = fixture.renewal("payment").with {
                $0.subscriptionEvent = .subscriptionPayment
                ($0.amountTaxInclusive, $0.amountTaxExclusive, $0.taxAmount, $0.netAmountTaxExclusive) = (0, 0, 0, 0)
            }
            return try fixture.send(fixture.report(payment))
        },
    ]

    static let related: [ExternalPurchaseErrorCase] = [
        ExternalPurchaseErrorCase("1 lineItemId game") { fixture in
            try #require(fixture.send(fixture.report(fixture.game())) == [])
            return try fixture.send(fixture.report(fixture.game()))
        },
        ExternalPurchaseErrorCase("1 lineItemId game") { try $0.send($0.report($0.game(), $0.game())) },
        ExternalPurchaseErrorCase("3 lineItemId game") { try $0.send($0.report($0.game().restated())) },
        ExternalPurchaseErrorCase("3 referenceLineItemId refund") { try $0.send($0.report($0.refund())) },
        ExternalPurchaseErrorCase("2 reportingCurrency refund") { fixture in
            try #require(fixture.send(fixture.report(Self.exchanged(fixture.game(), "ISK", "0.0068"))) == [])
            let refund = Self.exchanged(fixture.refund(), "ISK", "0.0068")
            return try fixture.send(fixture.report(refund.with { $0.reportingCurrency = "USD" }))
        },
        Self.refund("13 referenceLineItemId refund") { $0.referenceLineItemId = "refund" },
        Self.refund("23 taxCountry refund") { $0.taxCountry = "PRT" },
        Self.refund("12 netAmountTaxExclusive refund") { $0.netAmountTaxExclusive = 8000 },
        Self.refund("31 creationDate refund") { $0.creationDate = Timestamp(milliseconds: Self.now - 1) },
        ExternalPurchaseErrorCase("14 referenceLineItemId renewal-2") { fixture in
            try #require(fixture.send(fixture.report(fixture.start(), fixture.renewal())) == [])
            return try fixture.send(fixture.report(fixture.renewal("renewal-2", of: "renewal")))
        },
        ExternalPurchaseErrorCase("21 referenceLineItemId refund-2") { fixture in
            try #require(fixture.send(fixture.report(fixture.game())) == [])
            try #require(fixture.send(fixture.report(fixture.refund())) == [])
            return try fixture.send(fixture.report(fixture.refund("refund-2", of: "refund")))
        },
        ExternalPurchaseErrorCase("22 erroneouslySubmitted game") { fixture in
            try #require(fixture.send(fixture.report(fixture.game())) == [])
            try #require(fixture.send(fixture.report(fixture.refund())) == [])
            return try fixture.send(fixture.report(fixture.game().restated { $0.erroneouslySubmitted = true }))
        },
        ExternalPurchaseErrorCase("24 netAmountTaxExclusive refund") {
            try $0.send($0.report($0.game().with { $0.netAmountTaxExclusive = 6000 }, $0.refund(net: 5000)))
        },
        ExternalPurchaseErrorCase("25 referenceLineItemId refund") { fixture in
            try #require(fixture.send(fixture.report(fixture.game())) == [])
            let retracted = fixture.game().restated { ($0.erroneouslySubmitted, $0.netAmountTaxExclusive) = (true, 0) }
            try #require(fixture.send(fixture.report(retracted)) == [])
            return try fixture.send(fixture.report(fixture.refund()))
        },
        ExternalPurchaseErrorCase("28 lineItemId game") { fixture in
            try #require(fixture.send(fixture.report(fixture.game(), fixture.game("older"))) == [])
            try #require(fixture.send(fixture.report(fixture.refund())) == [])
            return try fixture.send(fixture.report(fixture.refund("game", of: "older").restated()))
        },
        ExternalPurchaseErrorCase("29 lineItemId start") { fixture in
            try #require(fixture.send(fixture.report(fixture.start(), fixture.start("older"), fixture.renewal())) == [])
            return try fixture.send(fixture.report(fixture.renewal("start", of: "older").restated()))
        },
        ExternalPurchaseErrorCase("30 erroneouslySubmitted game") { fixture in
            try #require(fixture.send(fixture.report(fixture.game())) == [])
            let retracted = fixture.game().restated { ($0.erroneouslySubmitted, $0.netAmountTaxExclusive) = (true, 0) }
            try #require(fixture.send(fixture.report(retracted)) == [])
            return try fixture.send(fixture.report(retracted))
        },
        ExternalPurchaseErrorCase("32 pricingCurrency refund") { fixture in
            try #require(fixture.send(fixture.report(Self.exchanged(fixture.game(), "ISK", "0.0068"))) == [])
            return try fixture.send(fixture.report(Self.exchanged(fixture.refund(), "MDL", "0.0068")))
        },
        ExternalPurchaseErrorCase("33 exchangeRate refund") { fixture in
            try #require(fixture.send(fixture.report(Self.exchanged(fixture.game(), "ISK", "0.0068"))) == [])
            return try fixture.send(fixture.report(Self.exchanged(fixture.refund(), "ISK", "0.0069")))
        },
        ExternalPurchaseErrorCase("39 creationDate game") { fixture in
            try #require(fixture.send(fixture.report(fixture.game())) == [])
            let game = fixture.game().restated()
            fixture.now += 366 * ExternalPurchaseFixture.day
            return try fixture.send(fixture.report(game))
        },
    ]

    private static func exchanged(
        _ item: ExternalPurchaseLineItem,
        _ currency: String,
        _ rate: String
    ) -> ExternalPurchaseLineItem {
        item.with { ($0.pricingCurrency, $0.exchangeRate) = (currency, .number(rate)) }
    }

    private static func json(_ missing: String, _ fixture: inout ExternalPurchaseFixture) throws -> [UInt8] {
        guard case .object(let members) = try JSONValue(json: fixture.report(.noLineItem).json()) else { return [] }
        return JSONValue.object(members.filter { $0.key != missing }).json()
    }
}
