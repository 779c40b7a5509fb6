import AppStore
import AppStoreSimulator
import Ledger
import PurserService
import PurserTesting
import Testing

/// Version 1's CANCEL: the refund of a subscription, or an upgrade, which is no refund.
@Suite struct OldCancelTests {
    /// Delivers the waiting notifications to the shop; returns their types.
    private static func notify(_ shop: KeylessShop) async throws -> [String] {
        var types: [String] = []
        for notification in shop.world.drainOutbox() {
            for body in try shop.world.version1Bodies(of: notification) {
                let post = try #require(try NotificationV1(json: body))
                _ = try await shop.ingest.notification(post, for: shop.app)
                types.append(post.type)
            }
        }
        return types
    }

    @Test("An upgrade ends the previous product without a refund, whatever the type of its notification")
    func upgrade() async throws {
        let shop = try KeylessShop()
        let id = try await shop.buy("basic.monthly")
        _ = try await Self.notify(shop)
        try shop.world.advance(by: .seconds(3 * 86_400))
        try shop.world.buy("pro.monthly", by: try shop.world.customer("anna"))
        #expect(try await Self.notify(shop) == ["CANCEL", "DID_CHANGE_RENEWAL_STATUS", "INTERACTIVE_RENEWAL"])
        let purchases = try #require(try await shop.chain(of: id)?.purchases)
        #expect(Set(purchases.map(\.snapshot.productID.rawValue)) == ["basic.monthly", "pro.monthly"])
        #expect(purchases.allSatisfy { $0.snapshot.revocation == nil })
        let old = purchases.first { $0.snapshot.productID.rawValue == "basic.monthly" }
        #expect(old?.snapshot.isUpgraded == true)
    }

    @Test("The refund of a subscription is one")
    func refund() async throws {
        let shop = try KeylessShop()
        let id = try await shop.buy("basic.monthly")
        _ = try await Self.notify(shop)
        try shop.world.refund(id)
        #expect(try await Self.notify(shop) == ["CANCEL", "DID_CHANGE_RENEWAL_STATUS"])
        let purchases = try #require(try await shop.chain(of: id)?.purchases)
        #expect(purchases.map { $0.snapshot.revocation != nil } == [true])
    }
}
