import Ledger
import PurserTesting
import Testing

@Suite struct ShopPriceTests {
    private static func yuan(_ milliunits: Int64) -> Money { Money(amountMilliunits: milliunits, currency: "CNY") }

    private static let points = PricePoints(["CNY": [8000, 1000, 3000, 6000, 3000], "JPY": []])

    @Test(
        "The App Store's price is the nearest price point not below the shop's",
        arguments: [(1, 1000), (1000, 1000), (1001, 3000), (6660, 8000), (8000, 8000), (8001, nil), (0, 1000)]
            as [(Int64, Int64?)]
    )
    func storePrice(shop: Int64, store: Int64?) {
        #expect(ShopPrice(Self.yuan(shop)).storePrice(among: Self.points) == store.map(Self.yuan))
    }

    @Test("There is no price in a currency that has no price points", arguments: ["USD", "JPY", "cny"])
    func otherCurrency(currency: String) {
        let price = Money(amountMilliunits: 1, currency: currency)
        #expect(ShopPrice(price).storePrice(among: Self.points) == nil)
        #expect(Self.points.all(in: currency).isEmpty)
    }

    @Test("Price points are listed in order, each once, and currencies without any are left out")
    func listing() {
        #expect(Self.points.all(in: "CNY") == [1000, 3000, 6000, 8000].map(Self.yuan))
        #expect(Self.points.currencies == ["CNY"])
    }

    @Test(
        "The amount above the shop's price is credited at the coin's rate, rounded half up",
        arguments: [(6660, 8000, 88), (6000, 6000, 0), (6660, 6660, 0), (6000, 6008, 1), (6000, 6007, 0)]
            as [(Int64, Int64, Int)]
    )
    func difference(shop: Int64, paid: Int64, coins: Int) throws {
        let rate = try #require(CoinRate(coins: 66, for: Self.yuan(1000)))
        #expect(ShopPrice(Self.yuan(shop)).difference(paid: Self.yuan(paid), rate: rate) == coins)
    }

    @Test("There is no difference for another currency or for less than the shop's price")
    func noDifference() throws {
        let rate = try #require(CoinRate(coins: 66, for: Self.yuan(1000)))
        let price = ShopPrice(Self.yuan(6000))
        #expect(price.difference(paid: Self.yuan(5999), rate: rate) == nil)
        #expect(price.difference(paid: Money(amountMilliunits: 8000, currency: "USD"), rate: rate) == nil)
        #expect(price.difference(paid: Self.yuan(.min), rate: rate) == nil)
        let dollars = try #require(CoinRate(coins: 66, for: Money(amountMilliunits: 1000, currency: "USD")))
        #expect(price.difference(paid: Self.yuan(8000), rate: dollars) == nil)
    }

    @Test("No price point lies between the shop's price and the one that is found", arguments: 0..<40 as Range<UInt64>)
    func nearest(seed: UInt64) {
        var generator = SeededGenerator(seed: seed)
        let amounts = (0..<1 + generator.number(below: 60)).map { _ in
            Int64(1 + generator.number(below: 5000))
        }
        let points = PricePoints(["CNY": amounts])
        for _ in 0..<40 {
            let sum = Int64(generator.number(below: 5101))
            let found = points.nearest(notBelow: Self.yuan(sum))?.amountMilliunits
            #expect(found == amounts.filter { $0 >= sum }.min(), "seed \(seed), sum \(sum)")
        }
    }
}
