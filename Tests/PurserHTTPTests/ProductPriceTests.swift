import HTTPTypes
import PurserTesting
import Testing

/// The price of a product in the storefront that an app asks for.
@Suite struct ProductPriceTests {
    private static let catalog = """
        products:
          gems: { kind: consumable, prices: { base: USA, USA: 9.99, CHN: 68.00 } }
          pass: { kind: non-consumable, price: USD 4.99 }
        """

    private let server: TestServer

    init() throws {
        self.server = try TestServer()
    }

    @Test("A product has the price of the storefront that is asked for, and none where none is known")
    func storefronts() async throws {
        let applied = try await self.server.send(.post, "/v1/catalog", body: Array(Self.catalog.utf8))
        #expect(applied.status == .ok, "\(applied.text)")
        for (storefront, gems, pass) in [
            (
                "USA", #""price":{"amountMilliunits":9990,"currency":"USD"},"#,
                #""price":{"amountMilliunits":4990,"currency":"USD"},"#
            ),
            // A product with one price in dollars has that of the base, and is equalized elsewhere.
            ("CHN", #""price":{"amountMilliunits":68000,"currency":"CNY"},"#, ""),
        ] {
            let answer = try await self.server.send(.get, "/v1/products?storefront=\(storefront)")
            #expect(
                answer.text
                    == #"{"products":[{"coins":{},"id":"gems","kind":"consumable","offers":[],"# + gems
                    + #""unlocks":[]},{"coins":{},"id":"pass","kind":"non-consumable","offers":[],"# + pass
                    + #""unlocks":[]}],"storefront":"# + "\"\(storefront)\"" + #","version":1}"#
            )
        }
        for path in ["/v1/products?storefront=JPN", "/v1/products"] {
            let answer = try await self.server.send(.get, path)
            #expect(answer.status == .ok && !answer.text.contains(#""price""#), "\(path): \(answer.text)")
        }
    }

    @Test("The whole catalog has the prices as they were written")
    func whole() async throws {
        _ = try await self.server.send(.post, "/v1/catalog", body: Array(Self.catalog.utf8))
        let answer = try await self.server.send(.get, "/v1/catalog")
        let prices =
            #""prices":{"base":"USA","byHand":{"CHN":{"amountMilliunits":68000,"currency":"CNY"},"#
            + #""USA":{"amountMilliunits":9990,"currency":"USD"}}}"#
        #expect(answer.text.contains(prices), "\(answer.text)")
    }
}
