import AppStore
import HTTPTypes
import Ledger
import PurserTesting
import Testing

@Suite struct PriceControllerTests {
    private static let catalog = """
        coins: { coin: { perUnit: { apple: 66, elsewhere: 66 }, of: CNY 1.00 } }
        products:
          gems: { kind: consumable, prices: { base: USA, USA: 9.99, CHN: 68.00 } }
          pass: { kind: non-consumable, price: USD 4.99 }
        pricePoints: { CNY: [6, 8, 68] }
        """

    private let server: TestServer

    init() throws {
        self.server = try TestServer()
    }

    private func applied() async throws {
        let applied = try await self.server.send(.post, "/v1/catalog", body: Array(Self.catalog.utf8))
        #expect(applied.status == .ok, "\(applied.text)")
    }

    private func importFile(_ rows: String, _ query: String = "?product=gems") async throws -> TestServer.TestResponse {
        let file = Array(("territory,currency,customerPrice\n" + rows).utf8)
        return try await self.server.send(.post, "/v1/price-imports\(query)", body: file)
    }

    private static func rows(_ answer: TestServer.TestResponse, _ member: String) -> [JSONValue] {
        guard case .array(let rows)? = answer[member] else { return [] }
        return rows
    }

    @Test("The prices of a storefront and of a product say why they count and who brought them")
    func list() async throws {
        try await self.applied()
        let china = try await self.server.send(.get, "/v1/prices?storefront=CHN")
        let row = try #require(Self.rows(china, "prices").first)
        #expect(Self.rows(china, "prices").count == 1 && row["product"] == .string("gems"))
        #expect(row["price"]?["amountMilliunits"] == .number("68000") && row["origin"] == .string("byHand"))
        #expect(row["source"] == .string("catalog") && row["catalogVersion"] == .number("1"))
        let gems = try await self.server.send(.get, "/v1/prices?product=gems")
        #expect(Self.rows(gems, "prices").map { $0["storefront"] } == [.string("CHN"), .string("USA")])
        let before = try await self.server.send(.get, "/v1/prices?product=gems&at=2020-01-01T00:00:00.000Z")
        #expect(before.status == .ok && Self.rows(before, "prices").isEmpty, "Nothing counted before it was applied.")
    }

    @Test("What Apple charges counts for apps too, and the contradiction is a finding")
    func imported() async throws {
        try await self.applied()
        let preview = try await self.importFile("USA,USD,8.99\nJPN,JPY,1500\n", "?product=gems&dryRun=true")
        #expect(preview["kept"] == .bool(false) && Self.rows(preview, "changes").count == 2, "\(preview.text)")
        let usual = try await self.server.send(.get, "/v1/products?storefront=USA")
        #expect(usual.text.contains(#""price":{"amountMilliunits":9990,"#), "\(usual.text)")
        let kept = try await self.importFile("USA,USD,8.99\nJPN,JPY,1500\n")
        #expect(kept["kept"] == .bool(true), "\(kept.text)")
        let issue = try #require(Self.rows(kept, "issues").first)
        #expect(issue["code"] == .string("price_contradicts_catalog") && issue["storefront"] == .string("USA"))
        let charged = try await self.server.send(.get, "/v1/products?storefront=USA")
        #expect(charged.text.contains(#""price":{"amountMilliunits":8990,"#), "\(charged.text)")
        let japan = try await self.server.send(.get, "/v1/products?storefront=JPN")
        #expect(japan.text.contains(#""price":{"amountMilliunits":1500000,"#), "\(japan.text)")
        let history = try await self.server.send(.get, "/v1/prices/gems?storefront=USA")
        #expect(Self.rows(history, "changes").last?["source"] == .string("imported"), "\(history.text)")
        #expect(Self.rows(history, "issues").count == 1, "\(history.text)")
    }

    @Test("A file of prices is no request whose answer is kept: it may be larger, and again it changes nothing")
    func repeated() async throws {
        try await self.applied()
        let key = HTTPFields([HTTPField(name: try #require(HTTPField.Name("Idempotency-Key")), value: "one")])
        let replayed = try #require(HTTPField.Name("Idempotency-Replayed"))
        let rows = "territory,currency,customerPrice\nUSA,USD,8.99\n"
        // Longer than what is kept of other requests in memory.
        let file = Array((rows + String(repeating: "\n", count: 9 << 20)).utf8)
        for path in ["/v1/price-imports?product=gems", "/v1/price-imports?product=gems"] {
            let answer = try await self.server.send(.post, path, headers: key, body: file)
            #expect(answer.code != "body_too_large" && answer.headers[replayed] == nil, "\(answer.text)")
        }
    }

    @Test("The price points around a price have the difference and its coins")
    func nearest() async throws {
        try await self.applied()
        let answer = try await self.server.send(.get, "/v1/prices/nearest?price=CNY%206.66")
        let points = Self.rows(answer, "points")
        #expect(points.map { $0["place"] } == [.string("below"), .string("above")], "\(answer.text)")
        #expect(points.map { $0["nearest"] } == [.bool(true), .bool(false)])
        #expect(points.last?["difference"]?["amountMilliunits"] == .number("1340"))
        #expect(points.last?["coins"]?["coin"] == .number("88"))
        let file = try await self.importFile("CHN,CNY,6.50\nCHN,CNY,7.00\n", "")
        #expect(file.status == .ok && Self.rows(file, "points").first?["count"] == .number("2"), "\(file.text)")
        let imported = try await self.server.send(.get, "/v1/prices/nearest?price=CNY%206.66&storefront=CHN")
        #expect(Self.rows(imported, "points").first?["price"]?["amountMilliunits"] == .number("6500"))
    }

    @Test("Sales at another price are listed once, and consents to a higher one are counted")
    func mismatches() async throws {
        try await self.applied()
        let empty = try await self.server.send(.get, "/v1/prices/mismatches")
        #expect(empty.status == .ok && Self.rows(empty, "mismatches").isEmpty && empty["sales"] == .number("0"))
        // The sample is sold at 9.99 and the file says 8.99.
        let text =
            "products: { com.example.plus.monthly: { kind: auto-renewable, group: plus, prices: { USA: 8.99 } } }"
        _ = try await self.server.send(.post, "/v1/catalog", body: Array(text.utf8))
        let now = self.server.shop.ambient.now()
        for id in ["21", "22"] {
            let sale = Sample.period(id, of: id, at: now + .hours(1))
            _ = try await self.server.shop.repository.record(Sample.facts([sale]))
        }
        let from = (now - .days(1)).rfc3339
        let to = (now + .days(1)).rfc3339
        let answer = try await self.server.send(.get, "/v1/prices/mismatches?from=\(from)&to=\(to)")
        var renewal = Sample.renewal(of: Sample.period("21", of: "21"))
        renewal.priceIncreaseStatus = 0
        _ = try await self.server.shop.repository.record(Sample.facts(renewals: [renewal]))
        let short = try await self.server.send(.get, "/v1/prices/com.example.plus.monthly")
        #expect(short.status == .ok && short["consents"] == nil, "They are counted on request: \(short.text)")
        let history = try await self.server.send(.get, "/v1/prices/com.example.plus.monthly?consents=true")
        #expect(history["consents"]?["waiting"] == .number("1"), "\(history.text)")
        let row = try #require(Self.rows(answer, "mismatches").first, "\(answer.text)")
        #expect(row["count"] == .number("2") && row["transactions"] == .array([.string("21"), .string("22")]))
        #expect(row["expected"]?["amountMilliunits"] == .number("8990"))
        #expect(answer["next"] == nil, "All sales were compared: \(answer.text)")
        let path = "/v1/prices/mismatches?from=\(from)&to=\(to)&limit=1"
        let first = try await self.server.send(.get, path)
        #expect(first["sales"] == .number("1"), "\(first.text)")
        let next = try #require(first["next"]?.text)
        let second = try await self.server.send(.get, path + "&cursor=\(next)")
        #expect(Self.rows(second, "mismatches").first?["transactions"] == .array([.string("22")]), "\(second.text)")
    }

    @Test(
        "What cannot be answered has its code and the field",
        arguments: [
            ("GET", "/v1/prices/other", "price_product_unknown", "product"),
            ("GET", "/v1/prices?storefront=cn", "storefront_unknown", "storefront"),
            ("GET", "/v1/prices?at=yesterday", "field_invalid", "at"),
            ("GET", "/v1/prices/nearest", "field_missing", "price"),
            ("GET", "/v1/prices/nearest?price=6.66", "field_invalid", "price"),
            ("GET", "/v1/prices/nearest?price=EUR%206.66", "price_points_unknown", nil),
            (
                "GET", "/v1/prices/mismatches?from=2026-02-01T00:00:00.000Z&to=2026-01-01T00:00:00.000Z",
                "field_invalid", "to"
            ),
            ("GET", "/v1/prices/mismatches?from=2020-01-01T00:00:00.000Z", "field_invalid", "from"),
            ("GET", "/v1/prices/mismatches?cursor=x", "cursor_invalid", "cursor"),
            ("GET", "/v1/prices/mismatches?limit=10001", "field_wrong_type", "limit"),
            ("GET", "/v1/prices?product=gems&other=1", "parameter_unknown", "other"),
            ("POST", "/v1/price-fetches", "connect_not_configured", nil),
            ("POST", "/v1/price-fetches?product=other", "price_product_unknown", "product"),
            ("POST", "/v1/price-imports?product=gems&base=usa", "storefront_unknown", "base"),
            ("POST", "/v1/price-imports?product=gems", "price_file_empty", nil),
        ] as [(String, String, String, String?)]
    )
    func refused(method: String, path: String, code: String, field: String?) async throws {
        try await self.applied()
        let answer = try await self.server.send(method == "GET" ? .get : .post, path)
        #expect(answer.code == code, "\(answer.text)")
        #expect(answer["field"] == field.map { .string($0) })
    }

    @Test("A file with a mistake is refused with its code and line, and nothing of it is kept")
    func mistakes() async throws {
        try await self.applied()
        let unknown = try await self.importFile("USA,USD,9.99\nUSB,USD,9.99\n")
        #expect(unknown.status == .unprocessableContent && unknown.code == "price_storefront_unknown")
        #expect(unknown.text.contains("the file:3: territory"), "\(unknown.text)")
        let base = try await self.importFile("JPN,JPY,1500\n")
        #expect(base.code == "price_base_missing" && base["field"] == .string("base"))
        let points = try await self.importFile("USA,USD,9.99\nUSA,USD,10.99\n")
        #expect(points.code == "price_ambiguous")
        let prices = try await self.server.shop.repository.read { view in
            try view.fetchedPrices(
                of: ProductID("gems"),
                app: Sample.app,
                limit: 9
            )
        }
        #expect(prices.isEmpty)
    }
}
