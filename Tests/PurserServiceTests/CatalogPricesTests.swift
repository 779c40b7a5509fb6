import Ledger
import PurserService
import Testing

/// Apple's prices of a product by storefront, as a catalog declares them.
@Suite struct CatalogPricesTests {
    private static func file(_ prices: String, points: String = "") throws -> CatalogFile {
        let text = "products:\n  a: { kind: consumable, \(prices) }\n\(points)"
        return try CatalogFile(bytes: Array(text.utf8), file: "c.yaml")
    }

    private static func price(_ file: CatalogFile, _ storefront: String) -> PriceSchedule.Answer? {
        file.catalog.products[ProductID("a")]?.prices?.price(in: storefront, at: Instant(milliseconds: 0))
    }

    @Test("Prices are in the currency of their storefront, and the default base is the United States")
    func read() throws {
        let file = try Self.file("prices: { base: USA, USA: 9.99, CHN: 68.00 }")
        #expect(file.catalog.products[ProductID("a")]?.prices?.base == "USA")
        let base = Self.price(file, "USA")
        #expect(base?.price == Money(amountMilliunits: 9990, currency: "USD") && base?.origin == .base)
        let byHand = Self.price(file, "CHN")
        #expect(byHand?.price == Money(amountMilliunits: 68_000, currency: "CNY") && byHand?.origin == .byHand)
        #expect(Self.price(file, "JPN") == nil, "Prices that Apple equalizes are not in the catalog.")
        let short = try Self.file("prices: { USA: 9.99, CHN: 68 }")
        #expect(short.catalog == file.catalog)
        let alone = try Self.file("price: USD 9.99")
        #expect(Self.price(alone, "USA")?.price == Money(amountMilliunits: 9990, currency: "USD"))
        #expect(Self.price(alone, "USA")?.origin == .base && Self.price(alone, "CHN") == nil)
        #expect(try alone.catalog == Self.file("prices: { base: USA, USA: 9.99 }").catalog)
        let yuan = try Self.file("price: CNY 68.00").catalog.products[ProductID("a")]?.prices
        #expect(yuan == nil, "The United States use dollars.")
    }

    @Test("A price may name its currency, and must if the storefront's currency is not certain")
    func currencies() throws {
        let file = try Self.file("prices: { base: BGR, BGR: EUR 9.99, XKS: EUR 8.99 }")
        #expect(Self.price(file, "BGR")?.price == Money(amountMilliunits: 9990, currency: "EUR"))
        #expect(Self.price(file, "XKS")?.origin == .byHand)
    }

    @Test("The base price is the product's price, if the product has none")
    func terms() throws {
        let file = try Self.file("prices: { base: CHN, CHN: 68.00, USA: 9.99 }")
        #expect(file.terms[ProductID("a")]?.price == Money(amountMilliunits: 68_000, currency: "CNY"))
        let both = try Self.file("price: USD 9.99, prices: { USA: 9.99 }")
        #expect(both.terms[ProductID("a")]?.price == Money(amountMilliunits: 9990, currency: "USD"))
    }

    @Test(
        "Every mistake has its line, its key and its remedy",
        arguments: [
            ("prices: { CHN: 68.00 }", "prices.USA: missing. Add for example: USA: 9.99"),
            (
                "price: USD 8.99, prices: { USA: 9.99 }",
                "price: is USD 8.99, but prices.USA, the base storefront, is USD 9.99. "
                    + "Remove price: the price of the base storefront is the product's."
            ),
            ("prices: { base: CHN, USA: 9.99 }", "prices.CHN: missing. Add for example: CHN: 9.99"),
            ("prices: { }", "prices.USA: missing. Add for example: USA: 9.99"),
            (
                "prices: 9.99",
                "prices: must be a map, but is \"9.99\". "
                    + "Write for example: prices: { base: USA, USA: 9.99, CHN: 68.00 }"
            ),
            (
                "prices: { USA: 9.99, chn: 68 }",
                "prices.chn: \"chn\" is not a storefront of the App Store. Did you mean \"CHN\"?"
            ),
            (
                "prices: { base: usa, USA: 9.99 }",
                "prices.base: \"usa\" is not a storefront of the App Store. Did you mean \"USA\"?"
            ),
            (
                "prices: { USA: nine }",
                "prices.USA: must be a price in USD, but is \"nine\". Write for example: USA: 9.99"
            ),
            ("prices: { USA: 0 }", "prices.USA: must be a price in USD, but is \"0\". Write for example: USA: 9.99"),
            (
                "prices: { USA: \"9,99\" }",
                "prices.USA: must be a price in USD, but is \"9,99\". Write for example: USA: 9.99"
            ),
            (
                "prices: { USA: 9.99, XKS: 9.99 }",
                "prices.XKS: must be a currency code and a price, but is \"9.99\". Write for example: XKS: EUR 9.99"
            ),
        ]
    )
    func mistakes(prices: String, message: String) {
        do {
            _ = try Self.file(prices)
            Issue.record("accepted: \(prices)")
        } catch {
            #expect("\(error)" == "c.yaml:2: products.a." + message)
        }
    }

    @Test("A price that is not a price point is a warning if the points of its currency are known")
    func points() throws {
        let points = "pricePoints: { CNY: [6, 8, 68] }"
        let file = try Self.file("prices: { USA: 9.99, CHN: 66 }", points: points)
        #expect(file.warnings.map(\.keyPath).filter { $0.contains("prices") } == ["products.a.prices.CHN"])
        let right = try Self.file("prices: { USA: 9.99, CHN: 68 }", points: points)
        #expect(!right.warnings.contains { $0.keyPath.contains("prices") })
    }

    @Test("A different price is a change of the product")
    func comparison() throws {
        let before = try Self.file("prices: { USA: 9.99, CHN: 68 }")
        let after = try Self.file("prices: { USA: 9.99, CHN: 70, JPN: 1500 }")
        #expect(
            CatalogComparison(from: before.catalog, to: after.catalog).summary == [
                "~ products.a: prices.CHN: CNY 68.00 -> CNY 70.00, prices.JPN: JPY 1500.00"
            ]
        )
    }
}
