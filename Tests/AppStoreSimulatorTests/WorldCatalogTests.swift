import AppStoreSimulator
import Foundation
import Testing

@Suite struct WorldCatalogTests {
    @Test("A catalog is unchanged after encoding and decoding")
    func roundTrip() throws {
        let json = try JSONEncoder().encode(Shop.catalog)
        #expect(try JSONDecoder().decode(WorldCatalog.self, from: json) == Shop.catalog)
    }

    @Test("A catalog is read from plain JSON")
    func plain() throws {
        let json = """
            {"products": [
                {"id": "a", "kind": "autoRenewable", "group": "g", "period": "P3M",
                 "price": {"milliunits": 1990, "currency": "USD"},
                 "prices": {"JPN": {"milliunits": 300000, "currency": "JPY"}}},
                {"id": "b", "kind": "consumable", "price": {"milliunits": 990, "currency": "USD"}}
            ]}
            """
        let catalog = try JSONDecoder().decode(WorldCatalog.self, from: Data(json.utf8))
        let product = try #require(catalog.product("a"))
        #expect(product.kind == .autoRenewable(group: "g", level: 1, period: .months(3)))
        #expect(product.price(in: .usa).milliunits == 1990)
        #expect(product.price(in: WorldStorefront(code: "JPN", id: "143462")).currency == "JPY")
        #expect(catalog.product("B") == nil)
    }

    @Test(
        "A mistake is refused",
        arguments: [
            #"{"id": "a", "kind": "autoRenewable", "group": "g", "period": "1M", "price": PRICE}"#,
            #"{"id": "a", "kind": "autoRenewable", "period": "P1M", "price": PRICE}"#,
            #"{"id": "a", "kind": "Consumable", "price": PRICE}"#,
            #"{"id": "a", "kind": "consumable"}"#,
        ]
    )
    func mistakes(product: String) {
        let price = #"{"milliunits": 990, "currency": "USD"}"#
        let json = "{\"products\": [\(product.replacing("PRICE", with: price))]}"
        #expect(throws: DecodingError.self) { try JSONDecoder().decode(WorldCatalog.self, from: Data(json.utf8)) }
    }
}
