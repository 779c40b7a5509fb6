import Ledger
import Testing

@Suite struct StorefrontTests {
    @Test("There are 175 storefronts, each with codes of its own, in order")
    func all() {
        let codes = Storefront.all.map(\.code)
        #expect(codes.count == 175 && codes == codes.sorted() && Set(codes).count == 175)
        #expect(Set(Storefront.all.map(\.alpha2)).count == 175)
        let ids = Storefront.all.compactMap(\.id)
        #expect(ids.count == 115 && Set(ids).count == 115)
        for storefront in Storefront.all {
            #expect(storefront.code.utf8.count == 3 && storefront.alpha2.utf8.count == 2, "\(storefront)")
            #expect((storefront.currency ?? "USD").utf8.count == 3, "\(storefront)")
            #expect((storefront.financeRegion ?? "US").utf8.count == 2, "\(storefront)")
        }
    }

    @Test("A storefront is found by either code, and has what Apple calls it")
    func rows() {
        let usa = Storefront(code: "USA", alpha2: "US", currency: "USD", financeRegion: "US", id: "143441")
        #expect(Storefront(code: "USA") == usa && Storefront(alpha2: "US") == usa)
        let china = Storefront(code: "CHN", alpha2: "CN", currency: "CNY", financeRegion: "CN", id: "143465")
        #expect(Storefront(code: "CHN") == china)
        #expect(Storefront(code: "DEU")?.financeRegion == "EU" && Storefront(code: "AFG")?.id == nil)
        #expect(Storefront(code: Storefront.defaultBase) == usa)
    }

    @Test("Storefronts with contradictory currencies have none", arguments: ["BGR", "XKS"])
    func currency(code: String) throws {
        let storefront = try #require(Storefront(code: code))
        #expect(storefront.currency == nil)
    }

    @Test("Only the exact code names a storefront", arguments: ["usa", "US", "XXX", "", "X\u{212A}S", "USA "])
    func others(code: String) {
        #expect(Storefront(code: code) == nil)
    }
}
