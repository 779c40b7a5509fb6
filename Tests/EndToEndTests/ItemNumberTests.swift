import AppStore
import Foundation
import PurserTesting
import Testing

/// The numbers of products, from the catalog's file through the simulator's receipts to the server.
@Suite(.onThreadsOfItsOwn, .timeLimit(.minutes(10))) struct ItemNumberTests {
    private static let number = "6447400001"

    @Test("The simulator's receipts state the catalog's numbers, and the server takes them and no others")
    func receipts() async throws {
        let shop = try ShopBesideStore { text in
            text.replacing("pro.monthly: { kind:", with: "pro.monthly: { appStoreId: \(Self.number), kind:")
        }
        _ = try await shop.buy("pro.monthly")
        _ = try await shop.buy("frame.gold")
        let shown = try await shop.world.send("/_sim/v1/customers/anna/receipt").text
        guard case .string(let receipt)? = try JSONValue(json: Array(shown.utf8))["receipt"] else {
            throw RunningSimulator.NotReady(status: 0)
        }
        let root = try Data(contentsOf: URL(fileURLWithPath: shop.folder.path + "/shop/simulator/root.der"))
        let signatures = SignatureVerifier(anchors: try TrustAnchors(roots: [Array(root)]))
        let payload = try signatures.receipt(base64: receipt).payload
        #expect(payload.appAppleID == 1_234_567_890)
        let monthly = payload.transactions.first { $0.productID == "pro.monthly" }
        #expect(monthly?.productItemID.map { "\($0)" } == Self.number)
        let frame = payload.transactions.first { $0.productID == "frame.gold" }
        #expect(frame?.productItemID.map { "\($0)".utf8.count } == 10)

        let body = Array(#"{"customer":"anna","receipt":"\#(receipt)"}"#.utf8)
        let server = try RunningServer(in: shop.folder, options: shop.clock)
        let taken = try await server.calls.send("/v1/purchases", body: body)
        #expect(taken.status == 200, "\(taken.text)")
        for name in ["pro", "frame.gold"] { #expect(taken.text.contains(#""name":"\#(name)""#)) }
        // The frame has a number at the store, and none in the server's catalog.
        let metrics = try await server.calls.send("/metrics").text
        #expect(metrics.contains("purser_unknown_item_ids_total{app=\"shop\",of=\"product\"} 1\n"), "\(metrics)")
        #expect(server.end(SIGTERM) == 0)

        try shop.folder.change("shop/catalog.yaml") { $0.replacing(Self.number, with: "6447400002") }
        let other = try RunningServer(in: shop.folder, options: shop.clock)
        let refused = try await other.calls.send("/v1/purchases", body: body)
        #expect(refused.status == 422)
        #expect(refused.text.contains("product_item_id_mismatch"), "\(refused.text)")
        #expect(other.end(SIGTERM) == 0)
    }
}
