import AppStore
import Foundation
import Testing

@Suite(.timeLimit(.minutes(10))) struct ConnectPriceTests {
    static func point(_ id: String, _ territory: String, _ attributes: String, type: String = "P") -> String {
        #"{"type":"\#(type)","id":"\#(id)","attributes":{\#(attributes)},"links":{"self":"x"},"other":[1,{}],"#
            + #""relationships":{"territory":{"data":{"type":"territories","id":"\#(territory)"}},"other":{}}}"#
    }

    static func page(_ items: [String], next: String? = nil, included: [String] = []) -> String {
        let link = next.map { #","next":"\#($0)""# } ?? ""
        return #"{"data":[\#(items.joined(separator: ","))],"included":[\#(included.joined(separator: ","))],"#
            + #""links":{"self":"x"\#(link)},"meta":{"paging":{"total":3,"limit":2}},"new":true}"#
    }

    @Test("Price points are read in thousandths, with the storefront and the later proceeds of subscriptions")
    func points() async throws {
        let stage = ConnectStage([
            .reply(
                200,
                Self.page([
                    Self.point("a", "USA", #""customerPrice":"9.99","proceeds":"7.0","priceTier":"10""#),
                    Self.point("b", "JPN", #""customerPrice":"300","proceeds":"255","proceedsYear2":"270.5""#),
                    #"{"type":"P","id":"c","attributes":{"customerPrice":0.29,"proceeds":null}}"#,
                ])
            )
        ])
        let page = try await stage.client().send(.subscriptionPricePoints(of: "6448000", in: ["USA", "JPN"]))
        #expect(page.items.map(\.id) == ["a", "b", "c"] && page.items.map(\.territory) == ["USA", "JPN", nil])
        #expect(page.items.map(\.customerPriceMilliunits) == [9990, 300_000, 290])
        #expect(page.items.map(\.proceedsMilliunits) == [7000, 255_000, nil])
        #expect(page.items.map(\.laterProceedsMilliunits) == [nil, 270_500, nil])
        #expect(page.total == 3 && page.nextLink == nil)
        #expect(
            stage.targets == [
                "/v1/subscriptions/6448000/pricePoints?filter%5Bterritory%5D=USA%2CJPN&include=territory&limit=2000"
            ]
        )
    }

    @Test(
        "A price that cannot be read makes the response unreadable",
        arguments: ["\"9,99\"", "true", "\"\"", "{}", "null"]
    )
    func hostilePoint(price: String) async throws {
        let body = Self.page([Self.point("a", "USA", #""customerPrice":\#(price)"#)])
        let client = try ConnectStage([.reply(200, body)]).client()
        let result = await ConnectStage.outcome { () throws(ConnectError) in
            try await client.send(.inAppPurchasePricePoints(of: "1")).items
        }
        #expect(result == .failure(.unreadable))
    }

    @Test("Each list has Apple's address")
    func addresses() async throws {
        let stage = ConnectStage(Array(repeating: .reply(200, Self.page([])), count: 6))
        let client = try stage.client()
        _ = try await client.send(.inAppPurchasePricePoints(of: "1"))
        _ = try await client.send(.inAppPurchaseEqualizations(of: "eyJz_-="))
        _ = try await client.send(.subscriptionEqualizations(of: "2", in: ["CHN"]))
        _ = try await client.send(.manualPrices(of: "3"))
        _ = try await client.send(.automaticPrices(of: "3"))
        _ = try await client.send(.subscriptionPrices(of: "4"))
        let prices = "?include=inAppPurchasePricePoint%2Cterritory&limit=200"
        #expect(
            stage.targets == [
                "/v2/inAppPurchases/1/pricePoints?include=territory&limit=2000",
                "/v1/inAppPurchasePricePoints/eyJz_-%3D/equalizations?include=territory&limit=200",
                "/v1/subscriptionPricePoints/2/equalizations?filter%5Bterritory%5D=CHN&include=territory&limit=200",
                "/v1/inAppPurchasePriceSchedules/3/manualPrices" + prices,
                "/v1/inAppPurchasePriceSchedules/3/automaticPrices" + prices,
                "/v1/subscriptions/4/prices?include=subscriptionPricePoint%2Cterritory&limit=200",
            ]
        )
    }

    @Test("Products have their identifiers in App Store Connect and their product ids")
    func products() async throws {
        func item(_ id: String, _ attributes: String) -> String {
            #"{"type":"p","id":"\#(id)","attributes":{\#(attributes)}}"#
        }
        let stage = ConnectStage([
            .reply(200, Self.page([item("64", #""productId":"gems.600","name":"Gems""#)])),
            .reply(200, Self.page([item("21", "")])), .reply(200, Self.page([item("65", #""productId":"pro""#)])),
            .reply(200, Self.page([item("66", "")])),
        ])
        let client = try stage.client()
        let purchases = try await client.all(.inAppPurchases(of: 1_234))
        #expect(purchases.map(\.id) == ["64"] && purchases.map(\.productID) == ["gems.600"])
        #expect(try await client.all(.subscriptionGroups(of: 1_234)).map(\.id) == ["21"])
        #expect(try await client.all(.subscriptions(in: "21")).map(\.productID) == ["pro"])
        let nameless = await ConnectStage.outcome { () throws(ConnectError) in
            try await client.all(.subscriptions(in: "21"))
        }
        #expect(nameless == .failure(.unreadable))
        #expect(
            stage.targets == [
                "/v1/apps/1234/inAppPurchasesV2?limit=200", "/v1/apps/1234/subscriptionGroups?limit=200",
                "/v1/subscriptionGroups/21/subscriptions?limit=200",
                "/v1/subscriptionGroups/21/subscriptions?limit=200",
            ]
        )
    }

    static func price(_ id: String, _ territory: String, _ point: String, _ attributes: String) -> String {
        #"{"type":"inAppPurchasePrices","id":"\#(id)","attributes":{\#(attributes)},"relationships":{"#
            + #""territory":{"data":{"type":"territories","id":"\#(territory)"}},"#
            + #""inAppPurchasePricePoint":{"data":{"type":"inAppPurchasePricePoints","id":"\#(point)"}}}}"#
    }

    @Test("A price schedule has its base storefront and the manual and automatic prices of all pages")
    func schedule() async throws {
        let included = [
            Self.point("p", "USA", #""customerPrice":"0.99","proceeds":"0.7""#, type: "inAppPurchasePricePoints"),
            #"{"type":"territories","id":"USA","attributes":{"currency":"USD"}}"#,
        ]
        let next =
            ConnectStage.address + "/v1/inAppPurchasePriceSchedules/7/automaticPrices?cursor=Mg.A&filter%5Ba%5D=b"
        let stage = ConnectStage([
            .reply(200, #"{"data":{"type":"territories","id":"USA","attributes":{"currency":"USD"}},"links":{}}"#),
            .reply(
                200,
                Self.page(
                    [Self.price("m", "USA", "p", #""startDate":null,"endDate":"2026-05-01","manual":true"#)],
                    included: included
                )
            ),
            .reply(200, Self.page([Self.price("a", "DEU", "q", #""manual":false"#)], next: next, included: included)),
            .reply(200, Self.page([Self.price("b", "FRA", "p", #""startDate":"2026-05-01""#)], included: included)),
        ])
        let schedule = try await stage.client().priceSchedule(of: "7")
        #expect(schedule.baseTerritory.id == "USA" && schedule.baseTerritory.currency == "USD")
        let manual = try #require(schedule.manualPrices.first)
        #expect(manual.id == "m" && manual.territory == "USA" && manual.isManual == true && manual.startDate == nil)
        #expect(manual.endDate == ReportDate(year: 2026, month: 5, day: 1) && manual.isPreserved == nil)
        #expect(manual.pricePoint?.customerPriceMilliunits == 990 && manual.pricePoint?.proceedsMilliunits == 700)
        #expect(schedule.automaticPrices.map(\.id) == ["a", "b"])
        #expect(schedule.automaticPrices.map(\.pricePoint?.id) == [nil, "p"])
        #expect(schedule.automaticPrices.map(\.startDate) == [nil, ReportDate(year: 2026, month: 5, day: 1)])
        #expect(stage.targets[0] == "/v1/inAppPurchasePriceSchedules/7/baseTerritory")
        #expect(stage.calls[3].url == next)
        let claims = try #require(ConnectStage.token(of: stage.calls[3])).claims
        #expect(
            claims["scope"]
                == .array([.string("GET /v1/inAppPurchasePriceSchedules/7/automaticPrices?cursor=Mg.A&filter[a]=b")])
        )
    }

    static let territory = #"{"id":"USA"}"#

    static func all(_ bodies: [String], upTo count: Int = 100) async throws -> (Result<Int, ConnectError>, Int) {
        let stage = ConnectStage(bodies.map { .reply(200, $0) })
        let client = try stage.client()
        let result = await ConnectStage.outcome { () throws(ConnectError) in
            try await client.all(.territories(), upTo: count).count
        }
        return (result, stage.calls.count)
    }

    @Test(
        "The client does not follow a link to another host, or one that is not an address",
        arguments: [
            "https://evil.example/v1/territories?cursor=1", "http://connect.example/v1/territories?cursor=1",
            "https://connect.example.evil.example/v1", "https://connect.example@evil.example/v1",
            "https://connect.example:8443/v1", "//evil.example/v1", "/v1/territories?cursor=1", "",
            "https://connect.example", "https://connect.example/v1/../x", "https://connect.example/v1/%2E%2e/x",
            "https://connect.example/v1?cursor=a b", "https://connect.example/v1?cursor=%0D%0A",
            "https://connect.example/v1?cursor=%zz", "https://connect.example/v1?cursor=%f",
            "https://connect.example/ä",
            "https://connect.example/v1?cursor=%FF", "https://connect.example/v1#x", "https://connect.example/v1?a=<b>",
        ]
    )
    func foreignLink(link: String) async throws {
        let (result, calls) = try await Self.all([Self.page([Self.territory], next: link), Self.page([Self.territory])])
        #expect(result == .failure(.foreignLink) && calls == 1)
    }

    @Test("The client follows a link on Apple's own host, also with a port or as an object")
    func links() async throws {
        let port = "https://connect.example:443/v1/territories?cursor=1&filter[a]=b"
        let object =
            #"{"data":[{"id":"USA"}],"links":{"next":{"href":"https://connect.example/v1/territories?cursor=2"}}}"#
        let stage = ConnectStage(
            [Self.page([Self.territory], next: port), object, Self.page([Self.territory])].map { .reply(200, $0) }
        )
        let items = try await stage.client().all(.territories())
        #expect(items.count == 3)
        #expect(
            stage.targets == [
                "/v1/territories?limit=200", "/v1/territories?cursor=1&filter%5Ba%5D=b", "/v1/territories?cursor=2",
            ]
        )
    }

    @Test("A cycle of pages, or too many elements, ends with an error")
    func endless() async throws {
        let one = Self.page([Self.territory], next: "https://connect.example/v1/territories?cursor=1")
        let (circle, circleCalls) = try await Self.all(Array(repeating: one, count: 9))
        #expect(circle == .failure(.unreadable) && circleCalls == 2)
        let many = (0..<1000).map { Self.page([], next: "https://connect.example/v1/territories?cursor=\($0)") }
        let (pages, pageCalls) = try await Self.all(many)
        #expect(pages == .failure(.tooLarge) && pageCalls == 400)
        let two = Self.page([Self.territory, Self.territory], next: "https://connect.example/v1/territories?cursor=1")
        let (items, itemCalls) = try await Self.all([two, Self.page([])], upTo: 1)
        #expect(items == .failure(.tooLarge) && itemCalls == 1)
        #expect(try await Self.all([two, Self.page([Self.territory])], upTo: 3).0 == .success(3))
        #expect(try await Self.all([two, Self.page([Self.territory])], upTo: 2).0 == .failure(.tooLarge))
    }
}
