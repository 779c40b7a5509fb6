import AppStore
import AppStoreSimulator
import Foundation
import Ledger
import PurserService
import PurserTesting
import Testing

/// What is learned of subscriptions of an app that has no key: nobody tells of anything, and Apple is asked with the
/// receipt.
@Suite struct ReceiptPollerTests {
    private let anna = WorldCustomer(name: "anna")

    @Test("A renewal is learned, and the receipt it came with is the one that is asked with from then on")
    func renewed() async throws {
        let shop = try KeylessShop()
        let id = try await shop.buy()
        try await shop.pass(.days(100))
        let chain = try #require(try await shop.chain(of: id))
        #expect(chain.purchases.count == 4)
        #expect(chain.renewals.first?.autoRenew == true)
        let phase = try await shop.phase(of: id)
        #expect(phase == .active)
        // Four periods, each asked about once a week, before its end and after it.
        #expect((12...60).contains(shop.asked.count), "\(shop.asked.count)")
    }

    @Test("A renewal is learned within minutes of the end, so nobody loses what he has paid for")
    func promptly() async throws {
        let shop = try KeylessShop()
        let id = try await shop.buy()
        try await shop.pass(.days(30))
        let end = try #require(try await shop.chain(of: id)?.purchases.map(\.endsAt).compactMap(\.self).max())
        try shop.world.advance(to: Timestamp(milliseconds: end.milliseconds))
        try await shop.pass(.seconds(600), by: .seconds(60))
        #expect(try await shop.chain(of: id)?.purchases.count == 2)
    }

    @Test("A refund in the middle of a period is learned within a week")
    func refunded() async throws {
        let shop = try KeylessShop()
        let id = try await shop.buy()
        try await shop.pass(.days(2))
        try shop.world.refund(id)
        try await shop.pass(.days(7))
        #expect(try await shop.chain(of: id)?.purchases.first?.isRevoked == true)
        let phase = try await shop.phase(of: id)
        #expect(phase == .revoked)
    }

    @Test("Who cancels keeps what he has paid for, and it ends then; long after that nobody asks any more")
    func expired() async throws {
        let shop = try KeylessShop()
        let id = try await shop.buy()
        try shop.world.cancel("basic.monthly", of: self.anna)
        try await shop.pass(.days(20))
        #expect(try await shop.chain(of: id)?.renewals.first?.autoRenew == false)
        let before = try await shop.phase(of: id)
        #expect(before == .active)
        try await shop.pass(.days(15))
        let after = try await shop.phase(of: id)
        #expect(after == .expired(isConfirmed: true))
        #expect(try await shop.keptCount() == 1)
        try await shop.pass(.days(120))
        #expect(try await shop.keptCount() == 0)
        let count = shop.asked.count
        try await shop.pass(.days(30))
        #expect(shop.asked.count == count)
    }

    @Test("A card that is declined and mended is learned: grace, retry, and recovery")
    func retried() async throws {
        let shop = try KeylessShop()
        let id = try await shop.buy()
        try shop.world.declineCard(of: self.anna)
        try await shop.pass(.days(33))
        let grace = try await shop.phase(of: id)
        #expect(grace == .grace)
        try await shop.pass(.days(20))
        let retry = try await shop.phase(of: id)
        #expect(retry == .retry)
        try shop.world.repairCard(of: self.anna)
        try await shop.pass(.days(5))
        let recovered = try await shop.phase(of: id)
        #expect(recovered == .active)
    }

    @Test("While Apple cannot be reached or cannot answer it is asked ever more seldom, and then learned all the same")
    func down() async throws {
        for status in [nil, 21005, 21009] {
            let shop = try KeylessShop()
            let id = try await shop.buy()
            try await shop.pass(.days(29))
            if let status {
                var fault = WorldFault(.error)
                fault.match = "verifyReceipt"
                fault.errorCode = Int64(status)
                fault.count = 40
                try shop.world.perform(.addFault(fault))
            } else {
                shop.setDown(true)
            }
            let count = shop.asked.count
            try await shop.pass(.days(3))
            #expect((20...90).contains(shop.asked.count - count), "\(shop.asked.count - count)")
            shop.setDown(false)
            try await shop.pass(.days(1))
            #expect(try await shop.chain(of: id)?.purchases.count == 2)
        }
    }

    @Test("In the Sandbox Production is asked first and says where to go, and a month of minutes is followed")
    func sandbox() async throws {
        let shop = try KeylessShop(.sandbox)
        let id = try await shop.buy()
        try await shop.pass(.seconds(900), by: .seconds(30))
        #expect(Set(shop.asked) == ["production", "sandbox"])
        #expect(try #require(try await shop.chain(of: id)).purchases.count >= 3)
    }

    @Test("A secret that Apple refuses loses no receipt")
    func wrongSecret() async throws {
        let shop = try KeylessShop(secret: "wrong")
        let id = try await shop.buy()
        try await shop.pass(.days(40))
        #expect(!shop.asked.isEmpty)
        #expect(try await shop.chain(of: id)?.purchases.count == 1)
        #expect(try await shop.keptCount() == 1)
    }

    @Test("While one secret takes the other's place Apple is asked with the second where it refuses the first")
    func rotation() async throws {
        let own = try KeylessShop().world.sharedSecret()
        for (secret, next, perQuestion) in [("old", own, 2), (own, "new", 1)] {
            let shop = try KeylessShop(secret: secret, next: next)
            let id = try await shop.buy()
            try await shop.pass(.days(40))
            #expect(try #require(try await shop.chain(of: id)).purchases.count == 2)
            #expect(shop.asked.count.isMultiple(of: perQuestion))
        }
    }

    @Test("Of an Apple Account that is gone nothing is asked again, and what Apple refuses is given up after some days")
    func refused() async throws {
        for (status, days) in [(Int64(21010), 8), (21003, 14)] {
            let shop = try KeylessShop()
            try await shop.buy()
            var fault = WorldFault(.error)
            fault.match = "verifyReceipt"
            fault.errorCode = status
            try shop.world.perform(.addFault(fault))
            try await shop.pass(.days(days))
            #expect(try await shop.keptCount() == 0)
        }
    }

    @Test("Asking what has no news leaves nothing behind")
    func nothingNew() async throws {
        let shop = try KeylessShop()
        try await shop.buy()
        try await shop.pass(.days(8))
        let position = try await shop.repository.newestEvidencePosition()
        let count = shop.asked.count
        try await shop.pass(.days(15))
        #expect(shop.asked.count > count)
        #expect(try await shop.repository.newestEvidencePosition() == position)
    }

    @Test("What is kept is encrypted, and opens with no other key")
    func sealed() async throws {
        let shop = try KeylessShop()
        try await shop.buy()
        let farAway = shop.now + .days(3650)
        let kept = try #require(
            try await shop.repository.leaseReceipts(at: farAway, until: shop.now, limit: 1).first?.receipt
        )
        let text = Data("com.example.shop".utf8)
        let receipt = try shop.world.receipt(of: try shop.world.customer("anna"))
        #expect(Data(receipt.bytes).range(of: text) != nil)
        #expect(Data(kept.sealed).range(of: text) == nil)
        let ambient = Ambient(now: { shop.now }, randomBytes: { [UInt8](repeating: 7, count: $0) })
        await shop.poll(ReceiptSeal(secrets: WebhookSecrets(path: nil, ambient: ambient), ambient: ambient))
        #expect(shop.asked.isEmpty)
        #expect(try await shop.keptCount() == 0)
    }

    @Test("A notification of version 1 that nobody can confirm has Apple asked at once")
    func hint() async throws {
        let shop = try KeylessShop()
        let id = try await shop.buy()
        try shop.world.refund(id)
        let secret = try shop.world.sharedSecret()
        let json =
            #"{"notification_type":"CANCEL","environment":"PROD","password":"\#(secret)","#
            + #""original_transaction_id":"\#(id)"}"#
        let old = try #require(try NotificationV1(json: Array(json.utf8)))
        await shop.poll()
        #expect(shop.asked.isEmpty)
        let outcome = try await shop.ingest.notification(old, for: shop.app)
        #expect(outcome == .hint)
        #expect(try await shop.chain(of: id)?.purchases.first?.isRevoked == false)
        await shop.poll()
        #expect(shop.asked.count == 1)
        #expect(try await shop.chain(of: id)?.purchases.first?.isRevoked == true)
    }

    @Test("Two workers ask about a receipt once")
    func workers() async throws {
        let shop = try KeylessShop()
        for name in ["anna", "bert", "carl", "dora"] { try await shop.buy(by: name) }
        try shop.world.advance(by: Duration.days(8))
        await withDiscardingTaskGroup { group in
            for _ in 0..<4 { group.addTask { await shop.poll() } }
        }
        #expect(shop.asked.count == 4)
    }

    @Test("With an erased customer his receipts are forgotten")
    func erased() async throws {
        let shop = try KeylessShop()
        try await shop.buy()
        try await shop.buy(by: "bert")
        let erasure = OwnershipChange(
            id: OwnershipChangeID("e"),
            kind: .erase(Sample.customer("anna")),
            changedAt: shop.now,
            by: "ada",
            note: nil
        )
        let name = shop.app.name
        _ = try await shop.repository.change(erasure, of: name, catalog: shop.app.catalog, isPreview: false)
        #expect(try await shop.keptCount() == 1)
    }
}
