import HTTPTypes
import Ledger
import PurserHTTP
import PurserService
import PurserTesting
import Testing

@Suite struct DashboardCatalogTests {
    private static let path = DashboardMoneyStage.base + "/catalog"
    private static let catalog = """
        entitlements: { pro: { name: { en: "<b>Pro</b>", zh-Hans: 专业版 } } }
        coins: { gems: { perUnit: { apple: 66, elsewhere: 100 }, of: CNY 1.00 } }
        products:
          pro.monthly: { kind: auto-renewable, group: pro, level: 2, unlocks: pro, period: P1M, price: USD 4.99 }
          gems.small: { kind: consumable, grants: { gems: 440 }, storefronts: [CHN] }

        """

    let stage: DashboardStage

    init() throws {
        self.stage = try DashboardStage()
    }

    private func apply(_ text: String = Self.catalog, reason: String = "spring") async throws {
        _ = try await self.stage.services.catalogs.apply(
            CatalogText(document: Array(text.utf8)),
            name: "catalog",
            of: DashboardMoneyStage.app,
            by: "erin",
            reason: reason
        )
    }

    private var version: Int64? {
        get throws { try self.stage.services.catalogs.current(of: DashboardMoneyStage.app).version?.number }
    }

    @Test("The catalog says what each product unlocks or grants, in words, in a filter and in files")
    func page() async throws {
        let browser = try await self.stage.signedIn("ada", .viewer)
        let empty = try await browser.get(Self.path)
        #expect(empty.status == .ok && empty.text.contains("No version of the catalog is recorded."))
        #expect(empty.text.contains("unlocks frame") && empty.text.contains("lasts 1 month"))
        try await self.apply()
        let page = try await browser.get(Self.path)
        for part in [
            "Version 1, applied by erin", "Reason: spring", "unlocks pro", "group pro, level 2; every 1 month",
            "grants 440 gems", "only in CHN", "USD 4.99", "66 for CNY 1.00", "&lt;b&gt;Pro&lt;/b&gt;", "专业版",
        ] {
            #expect(page.text.contains(part), "\(part)")
        }
        #expect(!page.text.contains("catalog/edit"), "A viewer is not shown the way to an act.")
        let coins = try await browser.get(Self.path + "?kind=consumable")
        #expect(coins.text.contains("gems.small") && !coins.text.contains("unlocks pro<"))
        let csv = try await browser.get(Self.path + "?export=csv")
        #expect(
            csv.text.hasPrefix("product,kind,") && csv.text.contains("gems.small,consumable,"),
            "\(csv.text)"
        )
        let chineseFile = try await browser.get(Self.path + "?export=csv", language: "zh-Hans")
        #expect(
            chineseFile.text.hasPrefix("product,kind,gives,terms,price,currency\r\n"),
            "Files are alike in every language."
        )
        let chinese = try await browser.get(Self.path, language: "zh-Hans")
        #expect(chinese.text.contains("解锁 pro") && chinese.text.contains("自动续期订阅"))
        let none = try await browser.get(Self.path + "?kind=other")
        #expect(none.text.contains("The catalog has no products of this kind."))
    }

    @Test("The price of a product is the one in effect at the time of the ledger")
    func price() async throws {
        // The ledger's time is March 2026, and real time is a year later.
        var prices = PriceSchedule(always: ["USA": Money(amountMilliunits: 4990, currency: "USD")])
        let later = try #require(Instant(rfc3339: "2026-06-01T00:00:00Z"))
        prices.set(.price(Money(amountMilliunits: 5990, currency: "USD")), in: "USA", from: later)
        let product = Product(id: ProductID("gems"), kind: .consumable, prices: prices)
        let app = ServedApp(
            name: DashboardMoneyStage.app,
            verifier: try TestShop().app.verifier,
            catalog: Catalog(products: [product.id: product])
        )
        let page = try await DashboardStage(app: app).signedIn("ada", .viewer).get(Self.path)
        #expect(page.text.contains("USD 4.99") && !page.text.contains("USD 5.99"), "\(page.text)")
    }

    @Test("An error stands beside its line, and nothing typed is lost")
    func wrong() async throws {
        try await self.apply()
        let browser = try await self.stage.signedIn("ada")
        let form = try await browser.get(Self.path + "/edit")
        #expect(form.status == .ok && form.text.contains("pro.monthly: { kind: auto-renewable"))
        let text = "products:\r\n  gems.small: { kind: consumable }\r\n  gems.large: { kind: consumabel }\r\n"
        let wrong = try await browser.post(Self.path + "/edit", ["document": text, "reason": "typing"])
        #expect(wrong.status == .unprocessableContent)
        #expect(
            wrong.text.contains("<b>Line 3</b> <code>  gems.large: { kind: consumabel }</code></p><p>products"),
            "\(wrong.text)"
        )
        #expect(wrong.text.contains("value=\"typing\"") && wrong.text.contains("aria-invalid=\"true\""))
        #expect(wrong.text.contains("consumabel }") && !wrong.text.contains("name=\"stamp\""))
        let chinese = try await browser.get(Self.path + "/edit", language: "zh-Hans")
        #expect(chinese.text.contains("目录文本"))
        _ = try await browser.post("/dashboard/language", ["language": "zh-Hans", "next": "/dashboard"])
        _ = try await browser.get(Self.path + "/edit")
        let translated = try await browser.post(Self.path + "/edit", ["document": text, "reason": "typing"])
        let says = "<p>products.gems.large.kind：未知的词“consumabel”。是否应为“consumable”？</p>"
        #expect(translated.text.contains(says), "\(translated.text)")
        #expect(try self.version == 1)
    }

    @Test("A change is previewed, applied with its reason and the operator's name, and not a second time")
    func change() async throws {
        try await self.apply()
        let browser = try await self.stage.signedIn("ada")
        _ = try await browser.get(Self.path + "/edit")
        let text = Self.catalog.replacing(", unlocks: pro", with: "").replacing("gems: 440", with: "gems: 500")
        var fields = ["document": text.replacing("\n", with: "\r\n")]
        let bare = try await browser.post(Self.path + "/edit", fields)
        #expect(bare.status == .unprocessableContent && bare.text.contains("Fill in this field."))
        fields["reason"] = "more gems"
        let preview = try await browser.post(Self.path + "/edit", fields)
        #expect(preview.status == .ok)
        for part in [
            "The catalog replaces version 1 at once", "products.gems.small changes: grants.gems 440 → 500.",
            "Customers who have pro from pro.monthly lose it; they are not counted.", "apply version 1 again",
        ] {
            #expect(preview.text.contains(part), "\(part) is missing in \(preview.text)")
        }
        #expect(try self.version == 1, "A preview changes nothing.")
        fields.merge(try DashboardMoneyStage.confirmation(preview)) { $1 }
        let unproven = try await browser.post(Self.path + "/edit", fields)
        #expect(unproven.status == .unprocessableContent && unproven.text.contains("The password is wrong."))
        #expect(try self.version == 1, "The catalog is what all customers have, so the password is asked for.")
        fields["password"] = DashboardStage.password
        let done = try await browser.post(Self.path + "/edit", fields)
        #expect(done.headers[.location] == Self.path + "?done=doneCatalogApplied", "\(done.text)")
        let current = try self.stage.services.catalogs.current(of: DashboardMoneyStage.app).version
        #expect(current?.number == 2 && current?.appliedBy == "ada" && current?.note == "more gems")
        #expect(try await browser.get(Self.path + "?done=doneCatalogApplied").text.contains("applied and in force"))
        _ = try await browser.get(Self.path + "/edit")
        let twice = try await browser.post(Self.path + "/edit", fields)
        #expect(twice.status == .conflict && twice.text.contains("Nothing changes"))
        #expect(try self.version == 2)
    }

    @Test("A confirmation of a preview that is no longer true is shown again instead")
    func stale() async throws {
        try await self.apply()
        let browser = try await self.stage.signedIn("ada")
        _ = try await browser.get(Self.path + "/edit")
        var fields = ["document": Self.catalog.replacing("440", with: "500"), "reason": "more gems"]
        fields.merge(try DashboardMoneyStage.confirmation(try await browser.post(Self.path + "/edit", fields))) { $1 }
        try await self.apply(Self.catalog.replacing("440", with: "450"), reason: "meanwhile")
        let stale = try await browser.post(Self.path + "/edit", fields)
        #expect(stale.status == .conflict && stale.text.contains("Something has changed since this was shown."))
        #expect(stale.text.contains("grants.gems 450 → 500") && stale.text.contains("value=\"more gems\""))
        #expect(try self.version == 2)
    }

    @Test("An earlier version is shown, downloaded and applied again")
    func versions() async throws {
        try await self.apply()
        try await self.apply("products: {}\n", reason: "<script>alert(1)</script>")
        let browser = try await self.stage.signedIn("ada")
        let list = try await browser.get(Self.path + "/versions")
        #expect(list.text.contains("In force") && list.text.contains("&lt;script&gt;alert(1)&lt;/script&gt;"))
        #expect(list.text.contains("\(Self.path)/versions/1/apply") && !list.text.contains("versions/2/apply"))
        let page = try await browser.get(Self.path + "/versions/1")
        #expect(page.status == .ok && page.text.contains("gems.small: { kind: consumable"))
        let file = try await browser.get(Self.path + "/versions/1/file")
        #expect(file.text == Self.catalog && file.headers[.contentDisposition]?.contains("catalog-1.yaml") == true)
        for missing in ["/versions/9", "/versions/x", "/versions/9/file", "/versions/9/apply"] {
            #expect(try await browser.get(Self.path + missing).status == .notFound, "\(missing)")
        }
        _ = try await browser.get(Self.path + "/versions/1/apply")
        var fields = ["reason": "too early"]
        let preview = try await browser.post(Self.path + "/versions/1/apply", fields)
        #expect(preview.text.contains("products.gems.small is added"), "\(preview.text)")
        fields.merge(try DashboardMoneyStage.confirmation(preview)) { $1 }
        let unproven = try await browser.post(Self.path + "/versions/1/apply", fields)
        #expect(unproven.text.contains("The password is wrong."))
        #expect(try self.version == 2)
        fields["password"] = DashboardStage.password
        let done = try await browser.post(Self.path + "/versions/1/apply", fields)
        #expect(done.headers[.location] == Self.path + "?done=doneCatalogApplied")
        #expect(try self.version == 3)
    }

    @Test("Only an administrator may edit or go back, by request too", arguments: OperatorRole.allCases)
    func roles(role: OperatorRole) async throws {
        try await self.apply()
        try await self.apply("products: {}\n")
        let browser = try await self.stage.signedIn("ada", role)
        #expect(try await browser.get(Self.path).status == .ok)
        for path in [Self.path + "/edit", Self.path + "/versions/1/apply"] {
            #expect(try await browser.get(path).status == (role == .admin ? .ok : .forbidden), "\(path)")
            let answer = try await browser.post(path, ["document": "products: {}\n", "reason": "a"])
            #expect((answer.status == .forbidden) == (role != .admin), "\(path)")
        }
        #expect(try self.version == 2)
        #expect(try await DashboardBrowser(stage: self.stage).get(Self.path).status == .seeOther)
    }
}
