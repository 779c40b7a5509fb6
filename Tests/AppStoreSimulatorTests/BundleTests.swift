import AppStore
import AppStoreSimulator
import Testing

@Suite struct BundleTests {
    private static let bundle = "all.monthly"

    private static func world() throws -> World {
        try RichShop.world(behavior: WorldProfile.xcodeRealTime.behavior, catalog: RandomLife.catalog)
    }

    @Test("The transactions of one period name one transaction of the bundle, and their prices add up to its price")
    func periods() throws {
        let world = try Self.world()
        try world.shop("anna", Self.bundle)
        try world.advance(by: .months(2))
        let sent = world.drainOutbox()
        #expect(
            sent.map(\.name) == ["SUBSCRIBED/INITIAL_BUY", "SUBSCRIBED/INITIAL_BUY"]
                + Array(repeating: "DID_RENEW/-", count: 4)
        )
        let payloads = try sent.map { try #require($0.transactionPayload) }
        #expect(
            payloads.map(\.productId) == Array(repeating: ["pro.monthly", SeatShop.solo], count: 3).flatMap(\.self)
        )
        for period in 0..<3 {
            let parts = payloads[2 * period...2 * period + 1]
            #expect(Set(parts.map(\.bundleTransactionId)).count == 1)
            #expect(parts.reduce(0) { $0 + ($1.price ?? 0) } == 12_000)
        }
        #expect(Set(payloads.map(\.bundleTransactionId)).count == 3)
        #expect(Set(payloads.map(\.bundleOriginalTransactionId)) == [payloads[0].bundleTransactionId])
        #expect(payloads.allSatisfy { $0.bundleProductId == Self.bundle && $0.offerType == nil })
        let renewal = try #require(sent.last?.renewalInfoPayload)
        #expect(renewal.bundleProductId == Self.bundle && renewal.bundleSubscriptionGroupIdentifier == "all")
        #expect(renewal.renewalPrice == payloads.last?.price)
    }

    @Test("A part is bought neither in another plan nor by a code, and an action on it has an effect on all parts")
    func together() throws {
        let world = try Self.world()
        try world.shop("anna", Self.bundle)
        #expect(throws: WorldError.alreadySubscribed("pro.monthly")) { try world.shop("anna", "basic.monthly") }
        #expect(throws: WorldError.alreadySubscribed(Self.bundle)) { try world.shop("anna", Self.bundle) }
        #expect(throws: (any Error).self) {
            try world.act(.redeem) {
                $0.customer = "anna"
                $0.code = "STACK"
            }
        }
        _ = world.heard()
        try world.act(.cancel, "anna", SeatShop.solo)
        #expect(world.heard() == Array(repeating: "anna DID_CHANGE_RENEWAL_STATUS/AUTO_RENEW_DISABLED", count: 2))
        #expect(throws: WorldError.alreadyCanceled) { try world.act(.cancel, "anna", Self.bundle) }
        try world.act(.reenable, "anna", Self.bundle)
        #expect(world.heard() == Array(repeating: "anna DID_CHANGE_RENEWAL_STATUS/AUTO_RENEW_ENABLED", count: 2))
        try world.act(.removeFromSale) { $0.product = Self.bundle }
        try world.advance(by: .months(1))
        #expect(world.heard() == Array(repeating: "anna EXPIRED/PRODUCT_NOT_FOR_SALE", count: 2))
        #expect(throws: WorldError.notSubscribed(Self.bundle)) { try world.act(.cancel, "anna", Self.bundle) }
    }

    @Test("After the refund of one part the others continue")
    func refund() throws {
        let world = try Self.world()
        let part = try #require(try world.shop("anna", Self.bundle))
        try world.refund(part.transactionId)
        _ = world.heard()
        try world.act(.cancel, "anna", Self.bundle)
        try world.advance(by: .months(1))
        let names = ["DID_CHANGE_RENEWAL_STATUS/AUTO_RENEW_DISABLED", "EXPIRED/VOLUNTARY"]
        let sent = world.drainOutbox()
        #expect(sent.map(\.name) == names)
        #expect(sent.allSatisfy { $0.transactionPayload?.productId == SeatShop.solo })
    }

    @Test("A switch revokes the customer's own subscription, which is no refund, and starts a new chain")
    func switches() throws {
        let world = try Self.world()
        let own = try #require(try world.shop("anna", SeatShop.solo))
        try world.advance(by: .days(10))
        _ = world.heard()
        try world.shop("anna", Self.bundle)
        let sent = world.drainOutbox()
        #expect(sent.map(\.name) == ["SUBSCRIBED/INITIAL_BUY", "REVOKE/-", "DID_CHANGE_RENEWAL_PREF/UPGRADE"])
        let revoked = try #require(sent[1].transactionPayload)
        #expect(revoked.transactionId == own.transactionId && revoked.revocationDate == world.now)
        #expect(revoked.revocationReason == TransactionRevocationReason(rawValue: 2) && revoked.revocationType == nil)
        let part = try #require(sent[2].transactionPayload)
        #expect(part.previousOriginalTransactionId == own.originalTransactionId)
        #expect(part.originalTransactionId == part.transactionId)
        #expect(throws: WorldError.notRefunded) {
            try world.act(.reverseRefund) { $0.transaction = own.transactionId }
        }
        try world.advance(by: .months(1))
        let renewals = world.drainOutbox().compactMap(\.transactionPayload)
        #expect(renewals.map(\.originalTransactionId).contains(part.originalTransactionId))
        try world.shop("ben", SeatShop.team) { $0.seats = 3 }
        #expect(throws: WorldError.alreadySubscribed(Self.bundle)) { try world.shop("ben", Self.bundle) }
    }

    @Test("A catalog's bundle includes plain subscriptions of its length, each of another group")
    func mistakes() throws {
        func read(_ bundle: String, _ rest: String = "") throws {
            let text = """
                {"products": [
                {"id": "a", "kind": "autoRenewable", "group": "a", "period": "P1M", "price": "USD 5"},
                {"id": "b", "kind": "autoRenewable", "group": "b", "period": "P1M", "price": "USD 5"},
                {"id": "c", "kind": "autoRenewable", "group": "a", "period": "P1M", "price": "USD 5"},
                {"id": "y", "kind": "autoRenewable", "group": "y", "period": "P1Y", "price": "USD 5"},
                {"id": "x", "kind": "autoRenewable", "group": "x", "period": "P1M", "price": "USD 8",
                 "bundle": \(bundle)\(rest)}]}
                """
            _ = try WorldCatalogFile(Array(text.utf8), file: "shop.json")
        }
        try read(#"["a", "b"]"#)
        for wrong in [
            #"["a"]"#, #"["a", "c"]"#, #"["a", "y"]"#, #"["a", "none"]"#, #"["a", "x"]"#, #"["a", 1]"#, #""a""#,
        ] {
            #expect(throws: CatalogError.self, "\(wrong)") { try read(wrong) }
        }
        #expect(throws: CatalogError.self) { try read(#"["a", "b"]"#, #", "familyShareable": true"#) }
        let catalog = RandomLife.catalog
        let app = WorldCatalogFile.App(catalog: catalog)
        #expect(try WorldCatalogFile(WorldCatalogFile([app]).json(), file: "written").apps == [app])
    }
}
