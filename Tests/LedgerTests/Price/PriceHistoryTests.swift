import Ledger
import Testing

@Suite struct PriceHistoryTests {
    static func dollars(_ milliunits: Int64) -> Money { Money(amountMilliunits: milliunits, currency: "USD") }
    static func day(_ number: Int64) -> Instant { Instant(milliseconds: number * 86_400_000) }

    static func catalog(_ version: Int64, day: Int64, _ prices: [String: Money]?) -> PriceHistory.CatalogPrices {
        PriceHistory.CatalogPrices(
            version: version,
            appliedAt: Self.day(day),
            appliedBy: "ada",
            prices: prices.map { PriceSchedule(always: $0) }
        )
    }

    static func fetched(_ milliunits: Int64, day: Int64, from: Int64? = nil) -> FetchedPrice {
        FetchedPrice(
            product: ProductID("a"),
            storefront: "USA",
            price: Self.dollars(milliunits),
            startsAt: from.map(Self.day),
            origin: .base,
            source: .fetched,
            fetchedAt: Self.day(day),
            fetchedBy: "bob"
        )
    }

    private static func price(_ history: PriceHistory, _ number: Int64, _ storefront: String = "USA") -> Int64? {
        history.entry(in: storefront, at: Self.day(number))?.price?.amountMilliunits
    }

    @Test("A price of the catalog counts from when its version was applied, and not before")
    func catalog() {
        let yuan = Money(amountMilliunits: 68_000, currency: "CNY")
        let history = PriceHistory(
            catalog: [
                Self.catalog(1, day: 10, ["USA": Self.dollars(9990)]),
                Self.catalog(2, day: 15, ["USA": Self.dollars(9990), "CHN": yuan]),
                Self.catalog(3, day: 20, ["USA": Self.dollars(12_990)]), Self.catalog(4, day: 30, nil),
            ],
            fetched: []
        )
        #expect([9, 10, 19, 20, 29, 30].map { Self.price(history, $0) } == [nil, 9990, 9990, 12_990, 12_990, nil])
        #expect([14, 15, 20].map { Self.price(history, $0, "CHN") } == [nil, 68_000, nil])
        #expect(history.entry(in: "CHN", at: Self.day(16))?.origin == .byHand)
        let changes = history.changes(in: "USA")
        #expect(changes.map(\.before) == [nil, Self.dollars(9990), Self.dollars(12_990)])
        #expect(changes.map(\.entry.source) == [.catalog(version: 1), .catalog(version: 3), .catalog(version: 4)])
        #expect(history.changes().map(\.entry.from) == [10, 15, 20, 20, 30].map(Self.day))
    }

    @Test("Apple's price overrides the catalog's, and the contradiction is reported")
    func fetched() {
        let catalog = [Self.catalog(1, day: 10, ["USA": Self.dollars(9990)])]
        let history = PriceHistory(catalog: catalog, fetched: [Self.fetched(8990, day: 20)])
        #expect([5, 15, 25].map { Self.price(history, $0) } == [8990, 8990, 8990])
        #expect(
            history.contradictions(at: Self.day(25))
                .map { [$0.catalog, $0.apple] } == [[Self.dollars(9990), Self.dollars(8990)]]
        )
        let later = PriceHistory(
            catalog: catalog + [Self.catalog(2, day: 30, ["USA": Self.dollars(7990)])],
            fetched: [Self.fetched(9990, day: 20)]
        )
        #expect([9, 15, 35].map { Self.price(later, $0) } == [nil, 9990, 9990], "The same price stays the catalog's.")
        #expect(later.contradictions(at: Self.day(35)).map(\.catalog) == [Self.dollars(7990)])
    }

    @Test("Another fetch shows since when a price counts, and a withdrawn planned one never counts")
    func fetches() {
        let history = PriceHistory(
            catalog: [],
            fetched: [
                Self.fetched(12_990, day: 20, from: 40), Self.fetched(9990, day: 20), Self.fetched(10_990, day: 30),
                Self.fetched(11_990, day: 30, from: 50),
            ]
        )
        #expect([0, 29, 30, 45, 50].map { Self.price(history, $0) } == [9990, 9990, 10_990, 10_990, 11_990])
        #expect(history.changes().map(\.entry.from) == [PriceHistory.always, Self.day(30), Self.day(50)])
        let same = PriceHistory(catalog: [], fetched: [Self.fetched(9990, day: 20), Self.fetched(9990, day: 30)])
        #expect(same.changes().count == 1)
    }

    @Test("The prices around a change are both of them")
    func around() {
        let history = PriceHistory(
            catalog: [
                Self.catalog(1, day: 10, ["USA": Self.dollars(9990)]),
                Self.catalog(2, day: 20, ["USA": Self.dollars(12_990)]),
            ],
            fetched: []
        )
        func prices(_ from: Int64, _ to: Int64) -> [Money] {
            history.prices(in: "USA", within: Self.day(from)...Self.day(to))
        }
        #expect(prices(19, 21) == [Self.dollars(9990), Self.dollars(12_990)])
        #expect(prices(17, 19) == [Self.dollars(9990)])
        #expect(prices(21, 22) == [Self.dollars(12_990)])
        #expect(prices(1, 2) == [])
    }
}
