import AppStore
import AppStoreSimulator
import Foundation
import Testing

@Suite struct WorldCatalogFileTests {
    private func read(_ text: String) throws(CatalogError) -> WorldCatalogFile {
        try WorldCatalogFile(Array(text.utf8), file: "shop.json")
    }

    /// A file with one subscription that has these members besides the necessary ones.
    private func subscription(_ more: String) -> String {
        """
        {"products": [
        {"id": "pro", "kind": "autoRenewable", "group": "pro", "period": "P1M", "price": "USD 9.99",
        \(more)}]}
        """
    }

    @Test("A file describes every kind of product, and is unchanged after writing and reading")
    func whole() throws {
        var settings = CatalogSettings()
        settings.bundleId = "com.example.shop"
        settings.appAppleId = 1_234_567_890
        settings.storefront = WorldStorefront(code: "DEU")
        settings.profile = .sandbox5m
        settings.gracePeriodDays = 16
        settings.notificationURL = "http://127.0.0.1:8080/apple"
        var product = RichShop.monthly
        product.appStoreId = 6_447_400_001
        product.prices["JPN"] = WorldPrice(milliunits: 1_500_000, currency: "JPY")
        product.offers.append(
            WorldOffer(
                kind: .winBack,
                id: "never",
                mode: .payUpFront,
                period: .months(2),
                price: Shop.dollars(3),
                prices: ["DEU": WorldPrice(milliunits: 3_990, currency: "EUR")],
                isEligible: false,
                plan: .monthly
            )
        )
        product.retentionMessage = WorldRetentionMessage(
            id: "44444444-0000-4000-8000-00000000000A",
            header: "Stay",
            body: "New classes come next month.",
            hasImage: true
        )
        let products = RichShop.catalog.products.filter { $0.id != product.id } + [product]
        let app = WorldCatalogFile.App(catalog: WorldCatalog(products), settings: settings)
        let file = try WorldCatalogFile(WorldCatalogFile([app]).json(), file: "written")
        #expect(file.apps == [app])
        #expect(file.warnings.isEmpty)
        var other = app
        other.settings.bundleId = "com.example.other"
        other.settings.appAppleId = 2
        let two = try WorldCatalogFile(WorldCatalogFile([app, other]).json(), file: "written")
        #expect(two.apps == [app, other])
    }

    @Test("Two products with one number in the App Store are a mistake")
    func oneNumber() throws {
        let product = #""kind": "consumable", "price": "USD 1", "appStoreId""#
        let error = #expect(throws: CatalogError.self) {
            try self.read("{\"products\": [{\"id\": \"a\", \(product): 7},\n{\"id\": \"b\", \(product): 7}]}")
        }
        #expect(
            error?.description.contains("products[1].appStoreId: is 7, the same as an earlier product") == true
        )
        #expect(throws: CatalogError.self) { try self.read("{\"products\": [{\"id\": \"a\", \(product): 0}]}") }
    }

    @Test("The same catalog goes through encoders")
    func codable() throws {
        let json = try JSONEncoder().encode(RichShop.catalog)
        #expect(try JSONDecoder().decode(WorldCatalog.self, from: json) == RichShop.catalog)
        let product = try JSONEncoder().encode(RichShop.monthly)
        #expect(try JSONDecoder().decode(WorldProduct.self, from: product) == RichShop.monthly)
    }

    @Test("Prices are written as people write them, or in milliunits")
    func prices() throws {
        let file = try self.read(
            self.subscription(#""prices": {"JPN": "JPY 1500", "DEU": {"milliunits": 8990, "currency": "EUR"}}"#)
        )
        let product = try #require(file.apps.first?.catalog.product("pro"))
        #expect(product.price == WorldPrice(milliunits: 9_990, currency: "USD"))
        #expect(product.prices["JPN"] == WorldPrice(milliunits: 1_500_000, currency: "JPY"))
        #expect(product.prices["DEU"] == WorldPrice(milliunits: 8_990, currency: "EUR"))
        #expect(file.warnings.isEmpty)
    }

    @Test("A currency other than the storefront's causes a warning")
    func oddCurrency() throws {
        let file = try self.read(self.subscription(#""prices": {"JPN": "USD 9"}"#))
        #expect(
            file.warnings == [
                "shop.json:3: products[0].prices.JPN: is in USD, but the storefront charges JPY. "
                    + "The product is sold in USD nevertheless."
            ]
        )
    }

    @Test("A code of a one-time product needs no mode")
    func oneTimeCode() throws {
        let file = try self.read(
            """
            {"products": [{"id": "coins", "kind": "consumable", "price": "USD 1",
            "offers": [{"kind": "code", "id": "HALF", "price": "USD 0.5", "eligibility": ["new"]}]}]}
            """
        )
        let offer = try #require(file.apps.first?.catalog.product("coins")?.offers.first)
        #expect(offer.mode == .oneTime && offer.period == nil && offer.eligibility == [.new])
        #expect(offer.price.milliunits == 500)
    }

    @Test(
        "A mistake in a subscription is named with its line, its key and a remedy",
        arguments: [
            ("\"perod\": 1", "products[0].perod: is not known here. Did you mean \"period\"?"),
            ("\"color\": 1", "products[0].color: is not known here. Known keys are: id, kind, "),
            ("\"level\": 0", "products[0].level: is 0. Write a whole number from 1 to "),
            ("\"level\": 1.5", "products[0].level: is 1.5. Write a whole number from 1 to "),
            ("\"familyShareable\": 1", "products[0].familyShareable: is a number, not true or false."),
            ("\"prices\": {\"XYZ\": \"USD 1\"}", "products[0].prices.XYZ: is not a storefront of the App Store: XYZ."),
            ("\"prices\": {\"DEU\": \"9.99\"}", "products[0].prices.DEU: is \"9.99\", which is not a price."),
            ("\"prices\": {\"DEU\": \"eur 9\"}", "products[0].prices.DEU: has the currency \"eur\"."),
            ("\"prices\": {\"DEU\": \"EUR 9,99\"}", "products[0].prices.DEU: is \"EUR 9,99\", which is not a decimal"),
            ("\"prices\": {\"DEU\": 9}", "products[0].prices.DEU: is a number, not a price."),
            (
                "\"prices\": {\"DEU\": {\"milliunits\": -1, \"currency\": \"EUR\"}}",
                "products[0].prices.DEU.milliunits: is -1. Write a whole number from 0 to 1000000000000."
            ),
            (
                "\"prices\": {\"DEU\": {\"milliunits\": 99999999999999999999, \"currency\": \"EUR\"}}",
                "products[0].prices.DEU.milliunits: is 99999999999999999999. "
            ),
            ("\"offers\": [{\"kind\": \"intro\"}]", "products[0].offers[0].kind: is \"intro\", which is not known."),
            (
                "\"offers\": [{\"kind\": \"promotionl\"}]",
                "products[0].offers[0].kind: is \"promotionl\", which is not known. Did you mean \"promotional\"?"
            ),
            ("\"offers\": [{\"kind\": \"winBack\"}]", "products[0].offers[0]: has no id."),
            (
                "\"offers\": [{\"kind\": \"introductory\", \"mode\": \"free\", \"period\": \"P1W\", \"price\": \"USD 1\"}]",
                "products[0].offers[0].price: is not zero, but the mode is free."
            ),
            (
                "\"offers\": [{\"kind\": \"code\", \"id\": \"A\", \"mode\": \"oneTime\", \"period\": \"P1W\"}]",
                "products[0].offers[0].mode: is for one-time products only."
            ),
            (
                """
                "offers": [{"kind": "code", "id": "A", "mode": "free", "period": "P1W", "price": "USD 0"}, {"kind": "code", "id": "A", "mode": "free", "period": "P1W", "price": "USD 0"}]
                """,
                "products[0].offers[1].id: is a second code offer of the same name."
            ),
            (
                "\"billingPlans\": [{\"kind\": \"monthly\"}]",
                "products[0].billingPlans[0].kind: is \"monthly\", which is"
            ),
        ]
    )
    func mistakes(member: String, message: String) throws {
        let error = #expect(throws: CatalogError.self) { try self.read(self.subscription(member)) }
        #expect(error?.description.contains("shop.json:3: \(message)") == true, "\(error?.description ?? "-")")
    }

    @Test(
        "A mistake in the file is named",
        arguments: [
            ("{\"product\": []}", "shop.json:1: product: is not known here. Did you mean \"products\"?"),
            ("{\"products\": [\n{\"id\": \"a\"", "shop.json:2: is not JSON from here on."),
            ("{\"apps\": []}", "shop.json:1: apps: has no app."),
            ("{\"apps\": [{\"products\": []}]}", "shop.json:1: apps[0]: has no bundleId."),
            (
                "{\"apps\": [\n{\"bundleId\": \"a\", \"products\": []},\n{\"bundleId\": \"a\", \"products\": []}]}",
                "shop.json:3: apps[1].bundleId: is \"a\", the same as an earlier app."
            ),
            (
                """
                {"apps": [{"bundleId": "a", "appAppleId": 1, "products": []},
                {"bundleId": "b", "appAppleId": 1, "products": []}]}
                """,
                "shop.json:2: apps[1].appAppleId: is 1, the same as an earlier app."
            ),
            (
                "{\"profile\": \"sandbox-4m\", \"products\": []}",
                "shop.json:1: profile: is \"sandbox-4m\", which is not known. Did you mean \"sandbox-3m\"?"
            ),
            ("{\"storefront\": \"US\", \"products\": []}", "shop.json:1: storefront: is not a storefront"),
            (
                """
                {"products": [{"id": "a", "kind": "consumable", "price": "USD 1"},
                {"id": "a", "kind": "nonConsumable", "price": "USD 2"}]}
                """,
                "shop.json:2: products[1].id: is \"a\", the same as the product in line 1."
            ),
            (
                "{\"products\": [{\"id\": \"a\", \"kind\": \"consumable\", \"price\": \"USD 1\",\n\"period\": \"P1M\"}]}",
                "shop.json:2: products[0].period: is for subscriptions only."
            ),
            (
                """
                {"products": [{"id": "a", "kind": "consumable", "price": "USD 1",
                "offers": [{"kind": "introductory"}]}]}
                """,
                "shop.json:2: products[0].offers[0].kind: is introductory, which only subscriptions support."
            ),
        ]
    )
    func fileMistakes(text: String, message: String) throws {
        let error = #expect(throws: CatalogError.self) { try self.read(text) }
        #expect(error?.description.contains(message) == true, "\(error?.description ?? "-")")
    }

    @Test("A decoder's error says what is wrong")
    func decoderMistake() {
        let json = Data(#"{"products": [{"id": "a", "kind": "consumable", "prize": 1, "price": "USD 1"}]}"#.utf8)
        do {
            _ = try JSONDecoder().decode(WorldCatalog.self, from: json)
            Issue.record("The mistake was not found.")
        } catch {
            #expect("\(error)".contains("products[0].prize: is not known here. Did you mean"))
        }
    }
}
