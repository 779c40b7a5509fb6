import AppStoreSimulator
import Testing

@Suite struct WorldStorefrontTests {
    @Test("Every storefront has a number and a code of its own")
    func distinct() {
        let all = WorldStorefront.all
        #expect(all.count == 175)
        #expect(Set(all.map(\.id)).count == all.count)
        #expect(all.map(\.code) == all.map(\.code).sorted())
        #expect(all.allSatisfy { $0.code.utf8.count == 3 && $0.id.utf8.count == 6 && $0.currency.utf8.count == 3 })
    }

    @Test(
        "Storefronts have Apple's numbers and the currencies they charge",
        arguments: [
            ("USA", "143441", "USD"), ("JPN", "143462", "JPY"), ("DEU", "143443", "EUR"), ("GBR", "143444", "GBP"),
            ("CHN", "143465", "CNY"), ("BGR", "143526", "EUR"), ("ISL", "143558", "USD"), ("KOR", "143466", "KRW"),
        ]
    )
    func table(code: String, id: String, currency: String) throws {
        let storefront = try #require(WorldStorefront(code: code))
        #expect(storefront.id == id)
        #expect(storefront.currency == currency)
    }

    @Test("A code that is none has no storefront, and one made by hand charges dollars")
    func unknown() {
        #expect(WorldStorefront(code: "ATA") == nil)
        #expect(WorldStorefront(code: "usa") == nil)
        #expect(WorldStorefront(code: "ATA", id: "1").currency == "USD")
    }

    @Test("Every currency of a storefront has a threshold for price increases")
    func thresholds() {
        for storefront in WorldStorefront.all {
            #expect(PriceIncrease.thresholdMilliunits(in: storefront.currency) ?? 0 > 0, "\(storefront.code)")
        }
    }
}
