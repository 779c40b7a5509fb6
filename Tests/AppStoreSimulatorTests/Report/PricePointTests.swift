import AppStore
import AppStoreSimulator
import Testing

@Suite struct PricePointTests {
    private static let number: Int64 = 6_400_000_001
    private static let coins: Int64 = 6_400_000_002

    private static func client() throws -> ReportClient {
        var coins = WorldProduct.consumable("coins.100", price: Shop.dollars(990))
        coins.appStoreId = Self.coins
        coins.prices["JPN"] = WorldPrice(milliunits: 160_000, currency: "JPY")
        var monthly = WorldProduct.subscription(
            "pro.monthly",
            group: "pro",
            period: .month,
            price: Shop.dollars(9_990)
        )
        monthly.appStoreId = Self.number
        let world = try World(
            seed: 7,
            startingAt: Shop.opening,
            app: WorldApp(bundleId: "com.example.shop", appAppleId: 1, environment: .sandbox),
            catalog: WorldCatalog([monthly, coins])
        )
        return ReportClient(world: world)
    }

    private static func data(_ answer: AppleAPIResponse, _ key: String = "data") throws -> [JSONValue] {
        #expect(answer.status == 200)
        guard case .array(let data)? = try JSONValue(json: answer.body)[key] else { throw WorldError.unknownApp }
        return data
    }

    private static func text(_ value: JSONValue?) -> String? {
        guard case .string(let text)? = value else { return nil }
        return text
    }

    private static func territory(_ resource: JSONValue) -> String? {
        Self.text(resource["relationships"]?["territory"]?["data"]?["id"])
    }

    @Test("Territories have their currencies, page by page")
    func territories() throws {
        let client = try Self.client()
        var codes: [String] = []
        var cursor: String?
        repeat {
            let token = client.world.reportAccount.key.teamToken(issuedAtSeconds: ReportClient.wallClock)
            let request = AppleAPIRequest(
                "GET",
                "/v1/territories",
                query: [(name: "limit", value: "100")] + (cursor.map { [(name: "cursor", value: $0)] } ?? []),
                headers: ["authorization": "Bearer \(token)"]
            )
            let answer = client.world.answer(request, wallClockSeconds: ReportClient.wallClock)
            codes += try Self.data(answer).compactMap { Self.text($0["id"]) }
            let next = Self.text(try JSONValue(json: answer.body)["links"]?["next"])
            cursor = next?.split(separator: "=").last.map(String.init)
        } while cursor != nil
        #expect(codes == WorldStorefront.all.map(\.code))
    }

    @Test("Price points have the price, and proceeds of both years; equalizations are the world's own prices")
    func points() throws {
        let client = try Self.client()
        let path = "/v1/subscriptions/\(Self.number)/pricePoints"
        let points = try Self.data(client.ask(path, ["territory": "USA"], limit: 8000))
        let prices = points.compactMap { Self.text($0["attributes"]?["customerPrice"]) }
        #expect(prices.count == 438 && Set(prices).count == prices.count)
        #expect(prices.first == "0.29" && prices.last == "999.99")
        let point = try #require(points.first { Self.text($0["attributes"]?["customerPrice"]) == "9.99" })
        #expect(Self.text(point["attributes"]?["proceeds"]) == "7")
        #expect(Self.text(point["attributes"]?["proceedsYear2"]) == "8.50")
        let id = try #require(Self.text(point["id"]))
        #expect(client.ask("/v1/subscriptionPricePoints/\(id)", [:]).status == 200)
        let equal = try Self.data(client.ask("/v1/subscriptionPricePoints/\(id)/equalizations", [:], limit: 200))
        #expect(equal.count == WorldStorefront.all.count - 1)
        for resource in equal {
            let storefront = try #require(WorldStorefront(code: Self.territory(resource) ?? ""))
            let price = Shop.dollars(9_990).equalized(for: storefront)
            let sent = Self.text(resource["attributes"]?["customerPrice"]) ?? ""
            #expect(ReportDecimal.thousandths(sent) == price.milliunits, "\(storefront.code)")
        }
        #expect(client.ask("/v1/subscriptionPricePoints/AAAA", [:]).status == 404)
        #expect(client.ask("/v1/subscriptions/1/pricePoints", ["territory": "USA"]).status == 404)
        #expect(client.ask("/v2/inAppPurchases/\(Self.number)/pricePoints", ["territory": "USA"]).status == 404)
        #expect(client.ask(path, ["territory": "XXX"]).status == 400)
    }

    @Test("A storefront that is named a thousand times is answered once, and pages are bounded")
    func repeated() throws {
        let client = try Self.client()
        let token = client.world.reportAccount.key.teamToken(issuedAtSeconds: ReportClient.wallClock)
        func ask(_ limit: String, _ cursor: String = "0") -> AppleAPIResponse {
            let codes = (0..<1000).map { _ in (name: "filter[territory]", value: "USA,DEU,USA") }
            let request = AppleAPIRequest(
                "GET",
                "/v1/subscriptions/\(Self.number)/pricePoints",
                query: codes + [(name: "limit", value: limit), (name: "cursor", value: cursor)],
                headers: ["authorization": "Bearer \(token)"]
            )
            return client.world.answer(request, wallClockSeconds: ReportClient.wallClock)
        }
        let points = try Self.data(ask("8000"))
        #expect(Set(points.compactMap { Self.text($0["id"]) }).count == points.count)
        #expect(points.filter { Self.territory($0) == "USA" }.count == 438 && points.count < 1000)
        for limit in ["8001", "0", "-1", "9223372036854775808"] { #expect(ask(limit).status == 400, "\(limit)") }
        for cursor in ["-1", "9223372036854775807", "x"] { #expect(ask("1", cursor).status == 400, "\(cursor)") }
    }

    @Test("A schedule has the prices that were set, and those that were made of them")
    func schedule() throws {
        let client = try Self.client()
        let path = "/v1/inAppPurchasePriceSchedules/\(Self.coins)"
        #expect(client.ask(path, [:]).status == 200)
        let manual = client.ask(path + "/manualPrices", [:], limit: 200)
        #expect(try Self.data(manual).map(Self.territory) == ["JPN", "USA"])
        let automatic = try Self.data(client.ask(path + "/automaticPrices", [:], limit: 200))
        #expect(automatic.count == WorldStorefront.all.count - 2)
        let base = try JSONValue(json: client.ask(path + "/baseTerritory", [:]).body)
        #expect(Self.text(base["data"]?["id"]) == "USA")
        let prices = try Self.data(
            client.ask("/v1/subscriptions/\(Self.number)/prices", ["territory": "DEU"], limit: 1)
        )
        #expect(prices.map(Self.territory) == ["DEU"])
        #expect(Self.text(prices.first?["relationships"]?["subscriptionPricePoint"]?["data"]?["id"]) != nil)
    }
}
