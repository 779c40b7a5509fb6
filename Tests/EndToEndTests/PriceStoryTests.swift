import AppStore
import Foundation
import PurserTesting
import Testing

/// Prices that the real server fetches from the real simulated App Store Connect, and what was sold at others.
@Suite(.onThreadsOfItsOwn, .timeLimit(.minutes(10)))
struct PriceStoryTests {
    private static func json(_ text: String) -> [JSONValue] {
        text.split(separator: "\n").compactMap { try? JSONValue(json: Array($0.utf8)) }
    }

    /// The catalog of the first installation with prices by storefront for frame.gold.
    private static func catalog(_ text: String, _ dollars: String) -> String {
        text.split(separator: "\n", omittingEmptySubsequences: false).map { line in
            guard line.contains("frame.gold:"), line.contains("kind:") else { return String(line) }
            return
                "  frame.gold: { kind: non-consumable, unlocks: frame.gold, prices: { USA: \(dollars), CHN: 66.00 } }"
        }
        .joined(separator: "\n")
    }

    @Test("Prices are fetched, win over a catalog that contradicts them, and charge what the catalog set by hand")
    func fetch() async throws {
        let shop = try ShopBesideStore { Self.catalog($0, "9.99") }
        // The server's catalog says another price than the one with which the store was started.
        try shop.folder.change("shop/catalog.yaml") { Self.catalog($0, "8.99") }
        let server = try RunningServer(in: shop.folder, options: shop.clock)

        let preview = try shop.run(["prices", "fetch", "--product", "frame.gold", "--dry-run", "--json"])
        #expect(preview.status == 0, "\(preview.output)\(preview.complaints)")
        let found = try #require(Self.json(preview.output).first)
        #expect(found["kept"] == .bool(false))
        guard case .array(let issues)? = found["issues"] else {
            Issue.record("\(preview.output)")
            return
        }
        #expect(issues.map { $0["storefront"] } == [.string("USA")], "China is charged what was set by hand.")
        #expect(issues.first?["applePrice"]?["amountMilliunits"] == .number("9990"))

        let kept = try shop.run(["prices", "fetch", "--product", "frame.gold"])
        #expect(kept.status == 0, "\(kept.output)\(kept.complaints)")
        #expect(kept.complaints.contains("price_contradicts_catalog: frame.gold in USA"), "\(kept.complaints)")
        let products = try await server.calls.send("/v1/products?storefront=USA").text
        #expect(products.contains(#""price":{"amountMilliunits":9990,"currency":"USD"}"#), "\(products)")

        let listed = try shop.run(["prices", "list", "--product", "frame.gold", "--storefront", "DEU", "--json"])
        #expect(Self.json(listed.output).first?["origin"] == .string("equalized"), "\(listed.output)")
        let history = try shop.run(["prices", "history", "frame.gold", "--storefront", "USA", "--json"])
        #expect(Self.json(history.output).last?["source"] == .string("fetched"), "\(history.output)")
        let nearest = try shop.run(["prices", "nearest", "USD", "6.66", "--json"])
        #expect(nearest.status == 0 && Self.json(nearest.output).count == 2, "\(nearest.output)\(nearest.complaints)")
        let chinese = try Binary.run(
            ["prices", "list", "--product", "frame.gold", "--config", "shop/purser.yaml"],
            in: shop.folder,
            through: ["/usr/bin/env", "LC_ALL=zh_CN.UTF-8"]
        )
        #expect(chinese.output.contains("店面"), "\(chinese.output)")

        _ = try await shop.buy("frame.gold")
        let right = try shop.run(["prices", "mismatches", "--json"])
        #expect(right.status == 0 && right.output.isEmpty, "\(right.output)\(right.complaints)")
        #expect(server.end(SIGTERM) == 0)
    }
}
