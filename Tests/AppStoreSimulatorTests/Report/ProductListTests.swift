import AppStore
import AppStoreSimulator
import Testing

@Suite struct ProductListTests {
    private static func ids(_ client: ReportClient, _ path: String) throws -> [[String]] {
        let token = client.world.reportAccount.key.teamToken(issuedAtSeconds: ReportClient.wallClock)
        let request = AppleAPIRequest("GET", path, query: [], headers: ["authorization": "Bearer \(token)"])
        let answer = client.world.answer(request, wallClockSeconds: ReportClient.wallClock)
        guard case .array(let data)? = try JSONValue(json: answer.body)["data"] else { return [["\(answer.status)"]] }
        return data.map { item in
            [item["id"], item["attributes"]?["productId"]].compactMap { value in
                guard case .string(let text)? = value else { return nil }
                return text
            }
        }
    }

    @Test("An app's products are listed with the numbers that their prices are asked for with")
    func products() throws {
        var coins = WorldProduct.consumable("coins.100", price: Shop.dollars(990))
        coins.appStoreId = 64
        var monthly = WorldProduct.subscription("pro.monthly", group: "pro", period: .month, price: Shop.dollars(9_990))
        monthly.appStoreId = 65
        let world = try World(
            seed: 7,
            startingAt: Shop.opening,
            app: WorldApp(bundleId: "com.example.shop", appAppleId: 12, environment: .sandbox),
            catalog: WorldCatalog([monthly, coins])
        )
        let client = ReportClient(world: world)
        #expect(try Self.ids(client, "/v1/apps/12/inAppPurchasesV2") == [["64", "coins.100"]])
        #expect(try Self.ids(client, "/v1/apps/12/subscriptionGroups") == [["pro"]])
        #expect(try Self.ids(client, "/v1/subscriptionGroups/pro/subscriptions") == [["65", "pro.monthly"]])
        #expect(try Self.ids(client, "/v1/apps/13/inAppPurchasesV2") == [["404"]])
        #expect(try Self.ids(client, "/v1/subscriptionGroups/other/subscriptions") == [["404"]])
    }
}
