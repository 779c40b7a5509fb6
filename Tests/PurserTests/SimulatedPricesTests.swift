import AppStoreSimulator
import PurserService
import Testing
import purser

/// The prices of a server's catalog in the simulated App Store.
@Suite struct SimulatedPricesTests {
    @Test("The simulated store charges the prices that a catalog sets by hand, and equalizes the others")
    func byHand() throws {
        let text = "products:\n  a: { kind: consumable, prices: { base: USA, USA: 9.99, CHN: 66.00 } }\n"
        let file = try CatalogueFile(bytes: Array(text.utf8), file: "c.yaml")
        let product = try #require(try WorldCatalogue(file, path: "c.yaml").products.first)
        let china = try #require(WorldStorefront(code: "CHN"))
        let germany = try #require(WorldStorefront(code: "DEU"))
        #expect(product.price(in: china) == WorldPrice(milliunits: 66_000, currency: "CNY"))
        #expect(product.price(in: .usa) == WorldPrice(milliunits: 9990, currency: "USD"))
        #expect(product.price(in: germany) == product.price.equalized(for: germany))
    }
}
