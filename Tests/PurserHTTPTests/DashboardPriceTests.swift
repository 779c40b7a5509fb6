import HTTPTypes
import Ledger
import PurserHTTP
import PurserService
import PurserTesting
import Testing

@Suite struct DashboardPriceTests {
    private static let path = DashboardMoneyStage.base + "/prices"

    let stage: DashboardStage

    init() throws {
        self.stage = try DashboardStage()
    }

    private func importFile(_ rows: String, of product: String?) async throws {
        let file = try PricePointFile(Array(("territory,currency,customerPrice\n" + rows).utf8))
        guard let product else {
            _ = try await self.stage.services.prices.importPoints(
                file,
                in: DashboardMoneyStage.app,
                by: "erin",
                isPreview: false
            )
            return
        }
        _ = try await self.stage.services.prices.importPrices(
            file,
            of: ProductID(product),
            base: "USA",
            in: DashboardMoneyStage.app,
            by: "erin",
            isPreview: false
        )
    }

    @Test("Prices are listed by storefront, by product and on a day, with where they are known from")
    func list() async throws {
        let browser = try await self.stage.signedIn("ada", .finance)
        let empty = try await browser.get(Self.path)
        #expect(empty.status == .ok && empty.text.contains("No price is known here."))
        try await self.importFile("USA,USD,0.99\nCHN,CNY,6.00\n", of: "gems.600")
        let usa = try await browser.get(Self.path)
        #expect(usa.text.contains("USD 0.99") && !usa.text.contains("CNY 6.00"))
        #expect(usa.text.contains("a file from Apple"))
        let china = try await browser.get(Self.path + "?storefront=chn")
        #expect(china.text.contains("CNY 6.00") && china.text.contains("value=\"chn\""), "What was typed stays.")
        #expect(try await browser.get(Self.path + "?storefront=cn").text.contains("CNY 6.00"), "Two letters do.")
        let product = try await browser.get(Self.path + "?product=gems.600&at=2026-03-02")
        #expect(product.text.contains("USD 0.99") && product.text.contains("CNY 6.00"))
        let csv = try await browser.get(Self.path + "?product=gems.600&export=csv")
        #expect(csv.text.contains("gems.600,USA,0.99,USD,"), "\(csv.text)")
        #expect(csv.text.hasPrefix("product,storefront,price,priceCurrency,"), "\(csv.text)")
        let json = try await browser.get(Self.path + "?product=gems.600&storefront=USA&export=json")
        #expect(json.text.contains("\"price\":0.99,\"priceCurrency\":\"USD\","), "\(json.text)")
        let chinese = try await browser.get(Self.path, language: "zh-Hans")
        #expect(chinese.text.contains("Apple 的文件") && chinese.text.contains("店面"))
        #expect(!usa.text.contains("prices/fetch"))
    }

    @Test("The catalog's price, where Apple charges another, is a plain number with its currency beside it in a file")
    func contradicted() async throws {
        let catalog = "products:\n  gems.600: { kind: consumable, prices: { base: USA, USA: 1.99, CHN: 12.00 } }\n"
        _ = try await self.stage.services.catalogs.apply(
            CatalogText(document: Array(catalog.utf8)),
            name: "catalog",
            of: DashboardMoneyStage.app,
            by: "erin",
            reason: "spring"
        )
        try await self.importFile("USA,USD,0.99\n", of: "gems.600")
        let browser = try await self.stage.signedIn("ada", .viewer)
        let page = try await browser.get(Self.path)
        #expect(page.text.contains("says USD 1.99"), "\(page.text)")
        let csv = try await browser.get(Self.path + "?export=csv")
        #expect(csv.text.contains("gems.600,USA,0.99,USD,") && csv.text.contains(",1.99,USD\r\n"), "\(csv.text)")
    }

    @Test("An amount has as many decimal places as its currency, and in a file more where Apple states more")
    func digits() async throws {
        try await self.importFile("JPN,JPY,3750\nVNM,VND,262000.00\nCHN,CNY,1106.5\nUSA,USD,4.162\n", of: "gems.600")
        let browser = try await self.stage.signedIn("ada", .viewer)
        let page = try await browser.get(Self.path + "?product=gems.600")
        for amount in ["JPY 3,750", "VND 262,000", "CNY 1,106.50", "USD 4.16"] {
            #expect(page.text.contains("<td class=\"num\">\(amount)</td>"), "\(amount) is missing in \(page.text)")
        }
        let csv = try await browser.get(Self.path + "?product=gems.600&export=csv")
        #expect(csv.text.contains(",3750,JPY,") && csv.text.contains(",1106.50,CNY,"), "\(csv.text)")
        #expect(csv.text.contains(",4.162,USD,"), "A file has the exact amount: \(csv.text)")
        let json = try await browser.get(Self.path + "?product=gems.600&export=json")
        #expect(json.text.contains("\"price\":3750,\"priceCurrency\":\"JPY\","), "\(json.text)")
        #expect(json.text.contains("\"price\":1106.50,\"priceCurrency\":\"CNY\","), "\(json.text)")
    }

    @Test(
        "What cannot be answered is said at its field",
        arguments: [
            ("?storefront=XYZ", 422, "e-storefront"), ("?at=yesterday", 422, "e-at"),
            ("?product=none", 404, "e-product"),
            ("/nearest?price=6.66", 422, "e-price"), ("/nearest?price=CNY+6.66&storefront=XYZ", 422, "e-storefront"),
            ("/mismatches?from=2026-03-02&to=2026-03-01", 422, "e-to"),
            ("/mismatches?from=2020-03-02&to=2026-03-01", 422, "e-to"),
            ("/nearest?price=EUR+6.66", 404, "No price points in EUR"), ("/other", 404, "ever had a price"),
        ]
    )
    func refused(query: String, status: Int, part: String) async throws {
        let browser = try await self.stage.signedIn("ada", .viewer)
        let answer = try await browser.get(Self.path + query)
        #expect(answer.status.code == status && answer.text.contains(part), "\(answer.text)")
    }

    @Test("A product has its changes, and the subscribers who consented are counted on request")
    func product() async throws {
        try await self.importFile("USA,USD,8.99\n", of: "pro.monthly")
        let browser = try await self.stage.signedIn("ada", .viewer)
        let page = try await browser.get(Self.path + "/pro.monthly")
        #expect(page.text.contains("USD 8.99") && page.text.contains("consents=true"), "\(page.text)")
        #expect(page.text.contains("not known"), "A price without a known beginning says so.")
        let counted = try await browser.get(Self.path + "/pro.monthly?consents=true")
        #expect(counted.text.contains("0 subscribers were asked to consent"))
        #expect(counted.text.contains("name=\"consents\" value=\"true\""), "The form keeps it: \(counted.text)")
        let sandbox = try await browser.get(Self.path + "/pro.monthly?environment=Sandbox&done=x&cursor=x")
        #expect(sandbox.text.matches(of: #/name="environment" value="Sandbox"/#).count == 2, "\(sandbox.text)")
        #expect(!sandbox.text.contains("name=\"done\"") && !sandbox.text.contains("name=\"cursor\""))
        let other = try await browser.get(Self.path + "/pro.monthly?storefront=CHN")
        #expect(other.status == .ok && !other.text.contains("USD 8.99"))
        #expect(!(try await browser.get(Self.path + "/gems.600").text.contains("consents=true")))
    }

    @Test("The changes of a product begin with the newest, and at one time with the base price, then by storefront")
    func productOrder() async throws {
        try await self.importFile("BRA,BRL,5.90\nUSA,USD,0.99\nCHN,CNY,6.00\n", of: "gems.600")
        let browser = try await self.stage.signedIn("ada", .viewer)
        let page = try await browser.get(Self.path + "/gems.600")
        let places = ["USA", "BRA", "CHN"].map { page.text.firstRange(of: "<td>\($0)</td>")?.lowerBound }
        let found = places.compactMap { $0 }
        #expect(found.count == 3 && found == found.sorted(), "\(page.text)")
        #expect(page.text.contains("name=\"storefront\"") && !page.text.contains("storefront=BRA"), "\(page.text)")
        let one = try await browser.get(Self.path + "/gems.600?storefront=bra")
        #expect(one.text.contains("BRL 5.90") && !one.text.contains("USD 0.99"))
        let wrong = try await browser.get(Self.path + "/gems.600?storefront=XYZ")
        #expect(wrong.status == .unprocessableContent && wrong.text.contains("e-storefront"))
    }

    @Test("The price points around a price have the difference")
    func nearest() async throws {
        try await self.importFile("CHN,CNY,6.50\nCHN,CNY,8.00\n", of: nil)
        let browser = try await self.stage.signedIn("ada", .viewer)
        #expect(try await browser.get(Self.path + "/nearest").status == .ok)
        let page = try await browser.get(Self.path + "/nearest?price=cny+6.66")
        for part in ["CNY 6.50", "CNY 8.00", "CNY 0.16", "nearest", "Below", "Above"] {
            #expect(page.text.contains(part), "\(part)")
        }
    }

    @Test("A sale at another price leads to its transaction")
    func mismatches() async throws {
        let day = try #require(PacificDay(text: "2026-02-20"))
        try await self.importFile("USA,USD,0.99\n", of: "gems.600")
        let browser = try await self.stage.signedIn("ada", .viewer)
        let none = try await browser.get(Self.path + "/mismatches")
        #expect(none.text.contains("Every sale with a known price was at a price of its product."))
        try await DashboardMoneyStage.sell("11", on: day, in: self.stage.services)
        try await DashboardMoneyStage.sell("12", on: day, milliunits: 1990, in: self.stage.services)
        let page = try await browser.get(Self.path + "/mismatches")
        #expect(page.text.contains("USD 1.99") && page.text.contains("<p>Compared sales: 2.</p>"), "\(page.text)")
        #expect(page.text.contains("href=\"\(DashboardMoneyStage.base)/transactions/12\""))
        #expect(!page.text.contains("/transactions/11"))
        #expect(!page.text.contains("the next page continues"))
        let later = try await browser.get(Self.path + "/mismatches?cursor=\((day.begin + .hours(9)).milliseconds)_0_11")
        #expect(later.text.contains("/transactions/12\"") && later.text.contains("Compared sales: 1."))
        let foreign = try await browser.get(Self.path + "/mismatches?cursor=x")
        #expect(foreign.status == .unprocessableContent, "\(foreign.text)")
    }

    @Test("Where no price of the sales is known, the page says that nothing was compared")
    func unknownPrices() async throws {
        let day = try #require(PacificDay(text: "2026-02-20"))
        try await DashboardMoneyStage.sell("11", on: day, in: self.stage.services)
        let page = try await self.stage.signedIn("ada", .viewer).get(Self.path + "/mismatches")
        #expect(page.text.contains("Nothing was compared, because no price of these sales is known."), "\(page.text)")
        #expect(page.text.contains("<p>Compared sales: 1. Without a known price: 1.</p>"), "\(page.text)")
    }

    @Test("A page compares a limited number of sales and leads to the next ones; a file compares all")
    func manySales() async throws {
        let day = try #require(PacificDay(text: "2026-02-20"))
        try await self.importFile("USA,USD,0.99\n", of: "gems.600")
        let snapshots = (1...2001).map { number in
            let at = day.begin + .seconds(Int64(number))
            var snapshot = Sample.gems("\(number)", at: at, signedAt: at)
            snapshot.productID = ProductID("gems.600")
            snapshot.price = Money(amountMilliunits: number == 2001 ? 1990 : 990, currency: "USD")
            snapshot.storefront = "USA"
            return snapshot
        }
        for snapshot in snapshots {
            let facts = Sample.facts([snapshot], app: DashboardMoneyStage.app)
            _ = try await self.stage.services.repository.record(facts)
        }
        let browser = try await self.stage.signedIn("ada", .viewer)
        let page = try await browser.get(Self.path + "/mismatches")
        for part in [
            "Compared sales: 2,000.", "the next page continues", "every one with a known price was at",
            "here those up to <time datetime=",
        ] {
            #expect(page.text.contains(part), "\(part) is missing in \(page.text)")
        }
        #expect(!page.text.contains("USD 1.99"))
        let link = #/href="([^"]+cursor=[^"]+)"/#
        let next = try #require(page.text.firstMatch(of: link)?.output.1, "\(page.text)")
        let rest = try await browser.get(String(next).replacing("&amp;", with: "&"))
        #expect(rest.text.contains("USD 1.99") && rest.text.contains("/transactions/2001\""), "\(rest.text)")
        let file = try await browser.get(Self.path + "/mismatches?export=csv")
        #expect(file.text.contains(",1.99,USD,0.99,USD,") && file.text.contains("2001"), "\(file.text)")
        #expect(file.text.contains(",paidCurrency,"), "Each of several amounts has its own currency.")
        let chinese = try await browser.get(Self.path + "/mismatches", language: "zh-Hans")
        #expect(chinese.text.contains("下一页继续"))
    }

    @Test("A fetch is previewed with App Store Connect's prices, and stores them once confirmed")
    func fetch() async throws {
        let stage = try DashboardMoneyStage.connected()
        let browser = try await stage.signedIn("ada")
        let path = Self.path + "/fetch"
        _ = try await browser.get(path)
        var fields = ["product": "gems.600", "after": "", "reason": "new prices"]
        let preview = try await browser.post(path, fields)
        #expect(preview.text.contains("gems.600 in USA: – becomes USD 9.99."), "\(preview.text)")
        #expect(try await browser.get(Self.path).text.contains("No price is known here."))
        _ = try await browser.get(path)
        fields.merge(try DashboardMoneyStage.confirmation(preview)) { $1 }
        let done = try await browser.post(path, fields)
        #expect(done.headers[.location] == Self.path + "?done=donePricesFetched", "\(done.text)")
        #expect(try await browser.get(Self.path).text.contains("USD 9.99"))
        let twice = try await browser.post(path, fields)
        #expect(twice.status == .conflict && twice.text.contains("0 prices change"), "\(twice.text)")
    }

    @Test("A fetch without a key for App Store Connect says so, and is for administrators")
    func fetchRefused() async throws {
        let admin = try await self.stage.signedIn("ada")
        let path = Self.path + "/fetch"
        _ = try await admin.get(path)
        let refused = try await admin.post(path, ["product": "", "reason": "new prices"])
        #expect(refused.status == .conflict && refused.text.contains("no access to App Store Connect"))
        #expect(refused.text.contains("value=\"new prices\""))
        for role in OperatorRole.allCases where role != .admin {
            let browser = try await self.stage.signedIn(role.rawValue, role)
            #expect(try await browser.get(path).status == .forbidden)
            _ = try await browser.get(Self.path)
            #expect(try await browser.post(path, ["reason": "a"]).status == .forbidden)
        }
    }
}
