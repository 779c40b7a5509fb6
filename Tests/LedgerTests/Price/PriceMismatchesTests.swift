import Ledger
import Testing

@Suite struct PriceMismatchesTests {
    private static let hour: Int64 = 3_600_000

    /// 9.99 from day 10 on, 12.99 from day 20 on.
    private static let history = PriceHistory(
        catalog: [
            PriceHistoryTests.catalog(1, day: 10, ["USA": PriceHistoryTests.dollars(9990)]),
            PriceHistoryTests.catalog(2, day: 20, ["USA": PriceHistoryTests.dollars(12_990)]),
        ],
        fetched: []
    )

    private static func sale(
        _ milliunits: Int64?,
        id: String = "1",
        day: Int64,
        hours: Int64 = 0,
        quantity: Int64 = 1,
        direction: SaleGroup.Direction = .sale,
        part: Sale.Part = .money,
        period: SaleGroup.Period = .new,
        hasOffer: Bool = false,
        storefront: String? = "USA"
    ) -> Sale {
        Sale(
            at: Instant(milliseconds: PriceHistoryTests.day(day).milliseconds + hours * Self.hour),
            transactionID: TransactionID(id),
            direction: direction,
            part: part,
            product: ProductID("a"),
            storefront: storefront,
            price: milliunits.map(PriceHistoryTests.dollars),
            quantity: quantity,
            unitsThousandths: quantity * 1000,
            period: period,
            hasOffer: hasOffer
        )
    }

    private static func mismatches(_ sales: [Sale], limit: Int = 10) -> PriceMismatches {
        var mismatches = PriceMismatches(histories: [ProductID("a"): Self.history], limit: limit)
        for sale in sales { mismatches.add(sale) }
        return mismatches
    }

    @Test("A price that counts is none, and for a day before and after a change neither is the other one")
    func changes() {
        let right = Self.mismatches([
            Self.sale(9990, day: 15), Self.sale(12_990, day: 25), Self.sale(9990, day: 20, hours: 23),
            Self.sale(12_990, day: 19), Self.sale(29_970, day: 15, quantity: 3),
        ])
        #expect(right.found.isEmpty && right.saleCount == 5 && right.unknownCount == 0)
        let wrong = Self.mismatches([Self.sale(9990, day: 20, hours: 25), Self.sale(12_990, day: 18, hours: 23)])
        #expect(wrong.found.count == 2)
    }

    @Test("A mismatch is listed once for each price, with its count, dates and examples")
    func listed() throws {
        let single = (1...9 as ClosedRange<Int64>).map { Self.sale(7990, id: "\($0)", day: 10 + $0) }
        let sales = single + [Self.sale(15_980, day: 15, quantity: 2)]
        let found = Self.mismatches(sales).found
        let mismatch = try #require(found.values.first)
        #expect(found.keys.map(\.price) == [PriceHistoryTests.dollars(7990)] && mismatch.count == 10)
        #expect(mismatch.first == PriceHistoryTests.day(11) && mismatch.last == PriceHistoryTests.day(19))
        #expect(mismatch.examples == (1...5).map { TransactionID("\($0)") })
        #expect(mismatch.expected == PriceHistoryTests.dollars(9990))
    }

    @Test("A renewal at an earlier price of its storefront is preserved, and a new purchase is not")
    func preserved() {
        #expect(Self.mismatches([Self.sale(9990, day: 50, period: .renewal)]).found.isEmpty)
        #expect(Self.mismatches([Self.sale(9990, day: 50)]).found.count == 1)
        #expect(Self.mismatches([Self.sale(12_990, day: 12, period: .renewal)]).found.count == 1, "It came later.")
        #expect(Self.mismatches([Self.sale(8990, day: 50, period: .renewal)]).found.count == 1)
    }

    @Test("Offers, seats, refunds and what has no money are not judged")
    func others() {
        let sales = [
            Self.sale(1, day: 15, hasOffer: true), Self.sale(25_000, day: 15, quantity: 3, part: .seats),
            Self.sale(1, day: 15, direction: .refund), Self.sale(1, day: 15, part: .credit),
            Self.sale(nil, day: 15, part: .unpriced),
        ]
        let mismatches = Self.mismatches(sales)
        #expect(mismatches.found.isEmpty && mismatches.saleCount == 0)
    }

    @Test("Without a known price no mismatch is reported, and the case is counted")
    func unknown() {
        let mismatches = Self.mismatches([
            Self.sale(1, day: 5), Self.sale(1, day: 15, storefront: "CHN"), Self.sale(1, day: 15, storefront: nil),
        ])
        #expect(mismatches.found.isEmpty && mismatches.unknownCount == 3)
    }

    @Test("No more mismatches are kept than the limit, and the others are counted")
    func bounded() {
        let mismatches = Self.mismatches((1...9).map { Self.sale($0, day: 15) } + [Self.sale(1, day: 16)], limit: 3)
        #expect(mismatches.found.count == 3 && mismatches.unlistedCount == 6)
    }
}
