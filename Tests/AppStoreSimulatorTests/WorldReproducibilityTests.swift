import AppStore
import AppStoreSimulator
import Foundation
import Testing

/// Tests that the same seed and the same actions produce the same bytes.
@Suite struct WorldReproducibilityTests {
    /// Performs actions of every kind; returns the world and the sent notifications.
    private static func life(seed: UInt64) throws -> (world: World, sent: [WorldNotification]) {
        let world = try ScenarioSetup().world(
            seed: seed,
            bundleId: "com.example.shop",
            appAppleId: 1_234_567_890,
            notificationURL: "https://shop.example/notifications"
        )
        try world.act(.setGracePeriod) { $0.days = 16 }
        for name in ["anna", "bob"] {
            try world.act(.joinFamily) {
                $0.customer = name
                $0.name = "smith"
            }
        }
        try world.shop("anna", "family.monthly") { $0.token = "00000000-0000-4000-8000-000000000001" }
        let coins = try world.shop("cleo", "coins.100") { $0.quantity = 3 }
        try world.shop("dora", "club.yearly") {
            $0.plan = "MONTHLY"
            $0.storefront = "DEU"
        }
        try world.act(.advance) { $0.by = "P2M" }
        try world.act(.requestRefund) { $0.transaction = coins?.transactionId }
        try world.act(.declineCard, "anna")
        try world.act(.openExternalPurchase) {
            $0.customer = "cleo"
            $0.reason = "SERVICES"
        }
        try world.act(.requestTestNotification)
        try world.act(.rescindConsent, "cleo")
        try world.act(.changePrice) {
            $0.product = "family.monthly"
            $0.price = 30_000
        }
        try world.act(.extendAllRenewals) {
            $0.product = "club.yearly"
            $0.days = 3
            $0.request = "00000000-0000-4000-8000-000000000002"
        }
        try world.act(.advance) { $0.by = "P3M" }
        return (world, world.drainOutbox())
    }

    private static func blanked(_ notification: WorldNotification) throws -> String {
        try #require(BlankedSignatures.blanked(notification.signedPayload))
    }

    @Test("Payloads and journal are the same, signatures included", arguments: [1, 2] as [UInt64])
    func whole(seed: UInt64) throws {
        let first = try Self.life(seed: seed)
        let second = try Self.life(seed: seed)
        #expect(first.sent.count > 20)
        #expect(first.sent.map(\.body) == second.sent.map(\.body), "seed \(seed)")
        #expect(first.world.journal == second.world.journal, "seed \(seed)")
        #expect(first.world.agenda == second.world.agenda, "seed \(seed)")
        #expect(first.world.certificates.chain == second.world.certificates.chain, "seed \(seed)")
    }

    @Test("They are the same with every signature blanked, so that any signer would do", arguments: [1, 2] as [UInt64])
    func withoutSignatures(seed: UInt64) throws {
        let first = try Self.life(seed: seed).sent.map(Self.blanked)
        let second = try Self.life(seed: seed).sent.map(Self.blanked)
        #expect(first == second, "seed \(seed)")
        #expect(first.contains { $0.contains("signedRenewalInfo") })
    }

    @Test("Another seed produces other identifiers, instants and certificates")
    func otherSeed() throws {
        let first = try Self.life(seed: 1)
        let second = try Self.life(seed: 2)
        for (one, other) in zip(first.sent, second.sent) {
            #expect(one.uuid != other.uuid)
            #expect(try Self.blanked(one) != Self.blanked(other))
        }
        #expect(first.world.certificates.root != second.world.certificates.root)
        // The same things happen nevertheless.
        #expect(first.sent.map(\.name).sorted() == second.sent.map(\.name).sorted())
    }

    @Test("Blanking removes only signatures")
    func blanking() throws {
        let world = try Shop.world()
        let purchase = try #require(try world.shop("anna", Shop.monthly))
        let genuine = try world.signedTransaction(for: purchase.transactionId)
        var changed = genuine
        let last = changed.count - 5
        changed[last] = changed[last] == UInt8(ascii: "A") ? UInt8(ascii: "B") : UInt8(ascii: "A")
        #expect(BlankedSignatures.blanked(genuine) == BlankedSignatures.blanked(changed))
        let other = try #require(try world.shop("ben", Shop.monthly))
        #expect(
            BlankedSignatures.blanked(genuine)
                != BlankedSignatures.blanked(try world.signedTransaction(for: other.transactionId))
        )
        #expect(BlankedSignatures.blanked(Array("not.signed.at-all".utf8)) == nil)
    }
}
