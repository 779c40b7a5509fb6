import AppStore
import AppStoreSimulator
import Testing

@Suite struct ExternalPurchaseFaultTests {
    @Test("Each rule for a report as a whole has its code", arguments: ExternalPurchaseFaultCase.whole)
    func whole(story: ExternalPurchaseFaultCase) throws {
        var books = ExternalPurchaseBooks(type: story.type)
        #expect(try story.play(&books) == [story.expected])
    }

    @Test("Each rule for a line item by itself has its code", arguments: ExternalPurchaseFaultCase.single)
    func single(story: ExternalPurchaseFaultCase) throws {
        var books = ExternalPurchaseBooks(type: story.type)
        #expect(try story.play(&books) == [story.expected])
    }

    @Test(
        "Each rule for what line items say about each other has its code",
        arguments: ExternalPurchaseFaultCase.related
    )
    func related(story: ExternalPurchaseFaultCase) throws {
        var books = ExternalPurchaseBooks(type: story.type)
        #expect(try story.play(&books) == [story.expected])
    }

    @Test("The tables above reach every code there is")
    func complete() {
        let reached =
            (ExternalPurchaseFaultCase.whole + ExternalPurchaseFaultCase.single + ExternalPurchaseFaultCase.related)
            .compactMap { story in
                story.expected.split(separator: " ").first.flatMap { Int32($0) }
            }
        #expect(Set(reached) == Set(ExternalPurchaseFault.allCases.map(\.rawValue)))
        #expect(Set(1...35).isSubset(of: reached))
    }
}

/// A story that ends with a report in which exactly this is wrong.
struct ExternalPurchaseFaultCase: Sendable, CustomTestStringConvertible {
    let expected: String
    let play: @Sendable (inout ExternalPurchaseBooks) throws -> [String]
    let type: ExternalPurchaseTokenType?

    /// A story that begins with one token of this type.
    init(
        _ expected: String,
        type: ExternalPurchaseTokenType? = nil,
        play: @escaping @Sendable (inout ExternalPurchaseBooks) throws -> [String]
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
    ) -> ExternalPurchaseFaultCase {
        ExternalPurchaseFaultCase(expected, type: type) { try $0.send($0.report($0.game().with(change))) }
    }

    private static func start(
        _ expected: String,
        _ change: @escaping @Sendable (inout ExternalPurchaseLineItem) -> Void
    ) -> ExternalPurchaseFaultCase {
        ExternalPurchaseFaultCase(expected) { try $0.send($0.report($0.start().with(change))) }
    }

    private static func refund(
        _ expected: String,
        _ change: @escaping @Sendable (inout ExternalPurchaseLineItem) -> Void
    ) -> ExternalPurchaseFaultCase {
        ExternalPurchaseFaultCase(expected) { books in
            try #require(books.send(books.report(books.game())) == [])
            return try books.send(books.report(books.refund().with(change)))
        }
    }

    private static let now = Shop.opening.milliseconds

    static let whole: [ExternalPurchaseFaultCase] = [
        ExternalPurchaseFaultCase("4 requestIdentifier") {
            try $0.send(ExternalPurchaseReport(json: Self.json("requestIdentifier", &$0)))
        },
        ExternalPurchaseFaultCase("4 externalPurchaseId") {
            try $0.send(ExternalPurchaseReport(json: Self.json("externalPurchaseId", &$0)))
        },
        ExternalPurchaseFaultCase("4 status") { try $0.send(ExternalPurchaseReport(json: Self.json("status", &$0))) },
        ExternalPurchaseFaultCase("3 externalPurchaseId") { books in
            var report = books.report(.noLineItem)
            report.externalPurchaseId = "SANDBOX_unknown"
            return try books.send(report)
        },
        ExternalPurchaseFaultCase("7 status") {
            try $0.send($0.report(ExternalPurchaseReportStatus(rawValue: "LATER")))
        },
        ExternalPurchaseFaultCase("8 status") { books in
            try #require(books.send(books.report(books.game())) == [])
            return try books.send(books.report(.noLineItem))
        },
        ExternalPurchaseFaultCase("9 status") { try $0.send($0.report(.lineItem)) },
        ExternalPurchaseFaultCase("10 status") { books in
            var report = books.report(books.game())
            report.status = .noLineItem
            return try books.send(report)
        },
        ExternalPurchaseFaultCase("26") { books in
            books.desk.conduct.simultaneousMilliseconds = 1000
            try #require(books.send(books.report(books.game())) == [])
            books.now += 999
            return try books.send(books.report(books.game("other")))
        },
        ExternalPurchaseFaultCase("37 status") { try $0.send($0.report(.duplicateToken)) },
    ]

    static let single: [ExternalPurchaseFaultCase] = [
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
            $0.subscriptionStartDate = Timestamp(milliseconds: Self.now + 40 * ExternalPurchaseBooks.day)
        },
        Self.game("18 reportingCurrency game") { ($0.pricingCurrency, $0.exchangeRate) = ("USD", .number("0.9")) },
        Self.game("19 lineItemId " + String(repeating: "i", count: 129)) {
            $0.lineItemId = String(repeating: "i", count: 129)
        },
        Self.game("19 productIdentifier game") { $0.productIdentifier = String(repeating: "p", count: 257) },
        Self.game("20 erroneouslySubmitted game") { $0.erroneouslySubmitted = true },
        Self.game("27 creationDate game") {
            $0.creationDate = Timestamp(milliseconds: Self.now - 1100 * ExternalPurchaseBooks.day)
        },
        Self.game("36 creationDate game", type: .services) {
            $0.creationDate = Timestamp(milliseconds: Self.now - 1)
        },
        Self.start("34 subscriptionDaysOfPaidService start") { $0.subscriptionDaysOfPaidService = 1 },
        ExternalPurchaseFaultCase("35 amountTaxInclusive payment") { books in
            try #require(books.send(books.report(books.start())) == [])
            let payment = books.renewal("payment").with {
                $0.subscriptionEvent = .subscriptionPayment
                ($0.amountTaxInclusive, $0.amountTaxExclusive, $0.taxAmount, $0.netAmountTaxExclusive) = (0, 0, 0, 0)
            }
            return try books.send(books.report(payment))
        },
    ]

    static let related: [ExternalPurchaseFaultCase] = [
        ExternalPurchaseFaultCase("1 lineItemId game") { books in
            try #require(books.send(books.report(books.game())) == [])
            return try books.send(books.report(books.game()))
        },
        ExternalPurchaseFaultCase("1 lineItemId game") { try $0.send($0.report($0.game(), $0.game())) },
        ExternalPurchaseFaultCase("3 lineItemId game") { try $0.send($0.report($0.game().restated())) },
        ExternalPurchaseFaultCase("3 referenceLineItemId refund") { try $0.send($0.report($0.refund())) },
        ExternalPurchaseFaultCase("2 reportingCurrency refund") { books in
            try #require(books.send(books.report(Self.exchanged(books.game(), "ISK", "0.0068"))) == [])
            let refund = Self.exchanged(books.refund(), "ISK", "0.0068")
            return try books.send(books.report(refund.with { $0.reportingCurrency = "USD" }))
        },
        Self.refund("13 referenceLineItemId refund") { $0.referenceLineItemId = "refund" },
        Self.refund("23 taxCountry refund") { $0.taxCountry = "PRT" },
        Self.refund("12 netAmountTaxExclusive refund") { $0.netAmountTaxExclusive = 8000 },
        Self.refund("31 creationDate refund") { $0.creationDate = Timestamp(milliseconds: Self.now - 1) },
        ExternalPurchaseFaultCase("14 referenceLineItemId renewal-2") { books in
            try #require(books.send(books.report(books.start(), books.renewal())) == [])
            return try books.send(books.report(books.renewal("renewal-2", of: "renewal")))
        },
        ExternalPurchaseFaultCase("21 referenceLineItemId refund-2") { books in
            try #require(books.send(books.report(books.game())) == [])
            try #require(books.send(books.report(books.refund())) == [])
            return try books.send(books.report(books.refund("refund-2", of: "refund")))
        },
        ExternalPurchaseFaultCase("22 erroneouslySubmitted game") { books in
            try #require(books.send(books.report(books.game())) == [])
            try #require(books.send(books.report(books.refund())) == [])
            return try books.send(books.report(books.game().restated { $0.erroneouslySubmitted = true }))
        },
        ExternalPurchaseFaultCase("24 netAmountTaxExclusive refund") {
            try $0.send($0.report($0.game().with { $0.netAmountTaxExclusive = 6000 }, $0.refund(net: 5000)))
        },
        ExternalPurchaseFaultCase("25 referenceLineItemId refund") { books in
            try #require(books.send(books.report(books.game())) == [])
            let retracted = books.game().restated { ($0.erroneouslySubmitted, $0.netAmountTaxExclusive) = (true, 0) }
            try #require(books.send(books.report(retracted)) == [])
            return try books.send(books.report(books.refund()))
        },
        ExternalPurchaseFaultCase("28 lineItemId game") { books in
            try #require(books.send(books.report(books.game(), books.game("older"))) == [])
            try #require(books.send(books.report(books.refund())) == [])
            return try books.send(books.report(books.refund("game", of: "older").restated()))
        },
        ExternalPurchaseFaultCase("29 lineItemId start") { books in
            try #require(books.send(books.report(books.start(), books.start("older"), books.renewal())) == [])
            return try books.send(books.report(books.renewal("start", of: "older").restated()))
        },
        ExternalPurchaseFaultCase("30 erroneouslySubmitted game") { books in
            try #require(books.send(books.report(books.game())) == [])
            let retracted = books.game().restated { ($0.erroneouslySubmitted, $0.netAmountTaxExclusive) = (true, 0) }
            try #require(books.send(books.report(retracted)) == [])
            return try books.send(books.report(retracted))
        },
        ExternalPurchaseFaultCase("32 pricingCurrency refund") { books in
            try #require(books.send(books.report(Self.exchanged(books.game(), "ISK", "0.0068"))) == [])
            return try books.send(books.report(Self.exchanged(books.refund(), "MDL", "0.0068")))
        },
        ExternalPurchaseFaultCase("33 exchangeRate refund") { books in
            try #require(books.send(books.report(Self.exchanged(books.game(), "ISK", "0.0068"))) == [])
            return try books.send(books.report(Self.exchanged(books.refund(), "ISK", "0.0069")))
        },
        ExternalPurchaseFaultCase("39 creationDate game") { books in
            try #require(books.send(books.report(books.game())) == [])
            let game = books.game().restated()
            books.now += 366 * ExternalPurchaseBooks.day
            return try books.send(books.report(game))
        },
    ]

    private static func exchanged(
        _ item: ExternalPurchaseLineItem,
        _ currency: String,
        _ rate: String
    ) -> ExternalPurchaseLineItem {
        item.with { ($0.pricingCurrency, $0.exchangeRate) = (currency, .number(rate)) }
    }

    private static func json(_ missing: String, _ books: inout ExternalPurchaseBooks) throws -> [UInt8] {
        guard case .object(let members) = try JSONValue(json: books.report(.noLineItem).json()) else { return [] }
        return JSONValue.object(members.filter { $0.key != missing }).json()
    }
}
