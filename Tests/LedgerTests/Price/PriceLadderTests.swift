import Ledger
import Testing

@Suite struct PriceLadderTests {
    private static func yuan(_ milliunits: Int64) -> Money { Money(amountMilliunits: milliunits, currency: "CNY") }

    /// Below 10 yuan the points are half a yuan apart, and one of them is not.
    private static let amounts: [Int64] = [6000, 1000, 1800, 8000, 1500, 2000, 6000]

    private static let ladder = PriceLadder(
        storefront: "CHN",
        currency: "CNY",
        points: Self.amounts.map { PricePoint(storefront: "CHN", price: Self.yuan($0)) }
    )

    private static func nearest(_ milliunits: Int64) -> Int64? {
        Self.ladder.nearest(to: Self.yuan(milliunits))?.price.amountMilliunits
    }

    @Test("Price points are ascending, each amount once, and unchanged from the import")
    func order() {
        #expect(Self.ladder.points.map(\.price.amountMilliunits) == [1000, 1500, 1800, 2000, 6000, 8000])
    }

    @Test("1.80 is a price point although the step is 0.50, and an amount without a row is none")
    func imported() {
        #expect(Self.ladder.point(equalTo: Self.yuan(1800))?.price == Self.yuan(1800))
        #expect(Self.ladder.point(equalTo: Self.yuan(2500)) == nil)
    }

    @Test(
        "The points below and not below a sum",
        arguments: [
            (6660, 6000, 8000), (6000, 2000, 6000), (1000, nil, 1000), (0, nil, 1000), (8000, 6000, 8000),
            (8001, 8000, nil), (1801, 1800, 2000), (-1, nil, 1000),
        ] as [(Int64, Int64?, Int64?)]
    )
    func neighbors(sum: Int64, below: Int64?, notBelow: Int64?) {
        #expect(Self.ladder.nearest(below: Self.yuan(sum))?.price.amountMilliunits == below)
        #expect(Self.ladder.nearest(notBelow: Self.yuan(sum))?.price.amountMilliunits == notBelow)
    }

    @Test(
        "The nearest point, of two equally near ones the higher",
        arguments: [
            (6660, 6000), (7000, 8000), (6999, 6000), (7001, 8000), (1250, 1500), (1650, 1800), (1900, 2000), (1, 1000),
            (99_000, 8000), (6000, 6000), (.max, 8000), (.min, 1000),
        ] as [(Int64, Int64)]
    )
    func nearest(sum: Int64, point: Int64) {
        #expect(Self.nearest(sum) == point)
    }

    @Test("Around a sum is the equal point, or those below and above with their distance")
    func around() {
        let between = Self.ladder.around(Self.yuan(6660))
        #expect(between.map(\.place) == [.below, .above] && between.map(\.isNearest) == [true, false])
        #expect(between.map(\.point.price) == [Self.yuan(6000), Self.yuan(8000)])
        #expect(between.map(\.difference) == [Self.yuan(660), Self.yuan(1340)])
        let equal = Self.ladder.around(Self.yuan(2000))
        #expect(equal.map(\.place) == [.equal] && equal.map(\.isNearest) == [true])
        #expect(equal.map(\.difference) == [Self.yuan(0)])
        #expect(Self.ladder.around(Self.yuan(9000)).map(\.place) == [.below])
    }

    @Test("A sum in another currency has no price point, and neither has an empty ladder")
    func other() {
        let dollars = Money(amountMilliunits: 6000, currency: "USD")
        #expect(Self.ladder.nearest(to: dollars) == nil && Self.ladder.point(equalTo: dollars) == nil)
        #expect(Self.ladder.nearest(below: dollars) == nil && Self.ladder.nearest(notBelow: dollars) == nil)
        let empty = PriceLadder(storefront: "CHN", currency: "CNY", points: [])
        #expect(empty.nearest(to: Self.yuan(6000)) == nil)
    }

    @Test("A ladder takes the points of its own storefront and currency, and of equal amounts the first")
    func own() {
        let points = [
            PricePoint(storefront: "CHN", price: Self.yuan(6000), appleID: "first"),
            PricePoint(storefront: "CHN", price: Self.yuan(6000), appleID: "second"),
            PricePoint(storefront: "HKG", price: Self.yuan(7000)),
            PricePoint(storefront: "CHN", price: Money(amountMilliunits: 8000, currency: "USD")),
        ]
        let ladder = PriceLadder(storefront: "CHN", currency: "CNY", points: points)
        #expect(ladder.points == [points[0]])
    }
}
