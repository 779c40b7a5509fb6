import AppStore
import AppStoreSimulator
import Testing

@Suite struct FamilyTests {
    private func family() throws -> World {
        let world = try RichShop.world()
        for name in ["mum", "kid"] {
            try world.act(.joinFamily) {
                $0.customer = name
                $0.name = "f"
            }
        }
        return world
    }

    @Test("Changes of a shared subscription apply to every member, with their own ids")
    func shared() throws {
        let world = try self.family()
        try world.shop("mum", "pro.monthly") { $0.token = "6d1b1f6e-3f0f-4b2e-9f3c-0a1b2c3d4e5f" }
        try world.advance(by: .days(8))
        try world.act(.cancel, "mum", "pro.monthly")
        try world.advance(by: .months(1))
        let sent = world.drainOutbox()
        #expect(
            sent.map { "\($0.customer?.name ?? "-") \($0.name)" } == [
                "mum SUBSCRIBED/INITIAL_BUY", "kid SUBSCRIBED/INITIAL_BUY",
                "mum DID_RENEW/-", "kid DID_RENEW/-",
                "mum DID_CHANGE_RENEWAL_STATUS/AUTO_RENEW_DISABLED",
                "kid DID_CHANGE_RENEWAL_STATUS/AUTO_RENEW_DISABLED",
                "mum EXPIRED/VOLUNTARY", "kid EXPIRED/VOLUNTARY",
            ]
        )
        let (mum, kid) = (sent[2].transactionPayload, sent[3].transactionPayload)
        #expect(kid?.inAppOwnershipType == .familyShared && mum?.inAppOwnershipType == .purchased)
        #expect(kid?.transactionId != mum?.transactionId)
        #expect(kid?.originalTransactionId == sent[1].transactionPayload?.transactionId)
        #expect(kid?.expiresDate == mum?.expiresDate)
        #expect(kid?.appTransactionId != mum?.appTransactionId)
        #expect(mum?.appAccountToken != nil && kid?.appAccountToken == nil && kid?.price == nil)
    }

    @Test(
        "Sharing ends with the refund, with leaving, and when it is turned off",
        arguments: ["refund", "leave", "off"]
    )
    func revoked(how: String) throws {
        let world = try self.family()
        let purchase = try #require(try world.shop("mum", "pro.monthly"))
        let theme = try #require(try world.shop("mum", "theme.dark"))
        #expect(world.heard().suffix(2) == ["mum ONE_TIME_CHARGE/-", "kid ONE_TIME_CHARGE/-"])
        switch how {
        case "refund":
            try world.refund(purchase.transactionId)
            try world.refund(theme.transactionId)
            #expect(world.heard() == ["mum REFUND/-", "kid REVOKE/-", "mum REFUND/-", "kid REVOKE/-"])
        case "leave":
            try world.act(.leaveFamily, "kid")
            #expect(world.heard() == ["kid REVOKE/-", "kid REVOKE/-"])
        default:
            try world.act(.shareWithFamily) {
                $0.customer = "mum"
                $0.enabled = false
            }
            #expect(world.heard() == ["kid REVOKE/-", "kid REVOKE/-"])
        }
        let shares = world.transactions(of: WorldCustomer(name: "kid"))
        #expect(shares.count == 2 && shares.allSatisfy { $0.revokedAt == world.now && $0.isFamilyShared })
        #expect(world.subscriptions(of: WorldCustomer(name: "kid")).allSatisfy { !$0.givesAccess })
    }

    @Test("A member who joins later receives the shared purchases, without notifications to others")
    func joins() throws {
        let world = try self.family()
        try world.shop("mum", "pro.monthly")
        try world.shop("mum", "theme.dark")
        _ = world.heard()
        try world.act(.joinFamily) {
            $0.customer = "dad"
            $0.name = "f"
        }
        #expect(world.heard() == ["dad ONE_TIME_CHARGE/-", "dad SUBSCRIBED/INITIAL_BUY"])
        try world.shop("dad", "pro.monthly")
        #expect(world.heard().first == "dad SUBSCRIBED/INITIAL_BUY")
    }
}
