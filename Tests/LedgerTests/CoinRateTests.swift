import Ledger
import PurserTesting
import Testing

@Suite struct CoinRateTests {
    private static func yuan(_ milliunits: Int64) -> Money { Money(amountMilliunits: milliunits, currency: "CNY") }

    @Test(
        "A sum buys coins in proportion, rounded half up",
        arguments: [
            (66, 1000, 0, 0), (66, 1000, 1000, 66), (66, 1000, 6000, 396), (66, 1000, 340, 22), (66, 1000, 7, 0),
            (66, 1000, 8, 1), (1, 1000, 499, 0), (1, 1000, 500, 1), (1, 1000, 1499, 1), (1, 1000, 1500, 2),
            (1, 3, 1, 0), (1, 3, 2, 1), (1, 3, 4, 1), (1, 3, 5, 2), (3, 7, 1, 0), (3, 7, 2, 1), (100, 1, 1, 100),
            (Int.max, 1, 1, nil), (Int.max, 2, 1, Int.max / 2 + 1), (Int.max, Int64.max, Int64.max, nil),
            (1, Int64.max, Int64.max, 1), (Int.max, Int64.max, Int64.max - 1, Int.max - 1), (2, 1, Int64.max, nil),
        ] as [(Int, Int64, Int64, Int?)]
    )
    func proportion(coins: Int, unit: Int64, sum: Int64, expected: Int?) throws {
        let rate = try #require(CoinRate(coins: coins, for: Self.yuan(unit)))
        #expect(rate.coins(for: Self.yuan(sum)) == expected)
    }

    @Test("A rate gives no coins for another currency or a negative sum")
    func otherSums() throws {
        let rate = try #require(CoinRate(coins: 66, for: Self.yuan(1000)))
        #expect(rate.coins(for: Money(amountMilliunits: 1000, currency: "USD")) == nil)
        #expect(rate.coins(for: Self.yuan(-1000)) == nil)
    }

    @Test(
        "A rate needs a positive number of coins and a positive sum",
        arguments: [(0, 1000), (-1, 1000), (1, 0), (1, -1)]
    )
    func noRate(coins: Int, unit: Int64) {
        #expect(CoinRate(coins: coins, for: Self.yuan(unit)) == nil)
    }

    @Test("The coins for a sum are the whole number nearest to the exact share", arguments: 0..<50 as Range<UInt64>)
    func nearest(seed: UInt64) throws {
        var generator = SeededGenerator(seed: seed)
        for _ in 0..<40 {
            let coins = 1 + generator.number(below: 1_000_000)
            let unit = Int64(1 + generator.number(below: 1_000_000))
            let sum = Int64(generator.number(below: 1_000_000_000))
            let rate = try #require(CoinRate(coins: coins, for: Self.yuan(unit)))
            let found = try #require(rate.coins(for: Self.yuan(sum)), "seed \(seed)")
            // The comparison is exact and doubled, so that halves are integers: 2 x found is within one unit of 2 x
            // coins x sum / unit.
            let exact = 2 * Int64(coins) * sum
            let least = exact - unit
            #expect(2 * Int64(found) * unit > least, "seed \(seed)")
            #expect(2 * Int64(found) * unit <= exact + unit, "seed \(seed)")
            let more = try #require(rate.coins(for: Self.yuan(sum + unit)), "seed \(seed)")
            #expect(more == found + coins, "seed \(seed): one more unit buys the coins of one unit")
        }
    }
}
