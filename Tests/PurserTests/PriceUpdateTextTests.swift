import AppStore
import Testing
import purser

@Suite struct PriceUpdateTextTests {
    private static func change(_ product: String, _ storefront: String, _ origin: String) -> JSONValue {
        .object([
            JSONMember(key: "product", value: .string(product)),
            JSONMember(key: "storefront", value: .string(storefront)),
            JSONMember(key: "origin", value: .string(origin)),
        ])
    }

    private static let changes = [
        Self.change("gems", "CHN", "byHand"), Self.change("gems", "DEU", "equalized"),
        Self.change("gems", "JPN", "equalized"), Self.change("gems", "USA", "base"),
        Self.change("plus", "DEU", "equalized"),
    ]

    private static func cells(_ rows: [JSONValue]) -> [[String]] {
        rows.map { row in
            ["product", "storefront", "origin"].compactMap { name in
                guard case .string(let text)? = row[name] else { return nil }
                return text
            }
        }
    }

    @Test("The storefronts whose price Apple made of the base's are one row for each product")
    func collapsed() {
        let rows = Self.cells(PriceUpdateText.rows(Self.changes, in: nil, .english))
        #expect(
            rows == [
                ["gems", "CHN", "byHand"], ["gems", "USA", "base"], ["gems", "2 storefronts", "equalized"],
                ["plus", "DEU", "equalized"],
            ]
        )
    }

    @Test("One storefront is shown as it is")
    func one() {
        let rows = Self.cells(PriceUpdateText.rows(Self.changes, in: "DEU", .english))
        #expect(rows == [["gems", "DEU", "equalized"], ["plus", "DEU", "equalized"]])
    }
}
