import AppStore
import AppStoreSimulator
import Foundation
import Ledger
import PurserService
import PurserTesting
import Testing

/// Checks of an app's receipts without a key: the ledger learns of changes only by asking Apple about the receipt.
@Suite struct ReceiptPollerTests {
    private let anna = WorldCustomer(name: "anna")

    @Test("A renewal is recorded, and later checks use the receipt that came with it")
    func renewed() async throws {
        let shop = try KeylessShop()
        let id = try await shop.buy()
        try await shop.pass(.days(100))
        let chain = try #require(try await shop.chain(of: id))
        #expect(chain.purchases.count == 4)
        #expect(chain.renewals.first?.autoRenew == true)
        let phase = try await shop.phase(of: id)
        #expect(phase == .active)
        // Four periods, each checked once a week, before its end and after it.
        #expect((12...60).contains(shop.asked.count), "\(shop.asked.count)")
    }

    @Test("A renewal is recorded within minutes of the end, so that the customer keeps access")
    func promptly() async throws {
        let shop = try KeylessShop()
        let id = try await shop.buy()
        try await shop.pass(.days(30))
        let end = try #require(try await shop.chain(of: id)?.purchases.map(\.endsAt).compactMap(\.self).max())
        try shop.world.advance(to: Timestamp(milliseconds: end.milliseconds))
        try await shop.pass(.seconds(600), by: .seconds(60))
        #expect(try await shop.chain(of: id)?.purchases.count == 2)
    }

    @Test("A refund in the middle of a period is recorded within a week")
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

    @Test("A canceled subscription lasts until its end, and checks stop long after it")
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

    @Test("A declined card and its recovery are recorded: grace period, billing retry, and recovery")
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

    @Test("While Apple cannot be reached or answer, checks become less frequent, and later succeed")
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

    @Test("In the Sandbox, Production is asked first and redirects, and months of minutes are recorded")
    func sandbox() async throws {
        let shop = try KeylessShop(.sandbox)
        let id = try await shop.buy()
        try await shop.pass(.seconds(900), by: .seconds(30))
        #expect(Set(shop.asked) == ["production", "sandbox"])
        #expect(try #require(try await shop.chain(of: id)).purchases.count >= 3)
    }

    @Test("A refusal of the secret loses no receipt")
    func wrongSecret() async throws {
        let shop = try KeylessShop(secret: "wrong")
        let id = try await shop.buy()
        try await shop.pass(.days(40))
        #expect(!shop.asked.isEmpty)
        #expect(try await shop.chain(of: id)?.purchases.count == 1)
        #expect(try await shop.keptCount() == 1)
    }

    @Test("During a rotation, the second secret is used where Apple refuses the first")
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

    @Test("A receipt of a deleted Apple Account is not checked again, and refused ones are dropped after some days")
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

    @Test("A check without news leaves nothing behind")
    func nothingNew() async throws {
        let shop = try KeylessShop()
        try await shop.buy()
        try await shop.pass(.days(8))
        let position = try await shop.repository.read { view in try view.newestEvidencePosition() }
        let count = shop.asked.count
        try await shop.pass(.days(15))
        #expect(shop.asked.count > count)
        #expect(try await shop.repository.read { view in try view.newestEvidencePosition() } == position)
    }

    @Test("Stored receipts are encrypted, and no other key decrypts them")
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

    @Test("An unconfirmed notification of version 1 makes the check due at once")
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

    @Test("Two workers check a receipt once")
    func workers() async throws {
        let shop = try KeylessShop()
        for name in ["anna", "bert", "carl", "dora"] { try await shop.buy(by: name) }
        try shop.world.advance(by: Duration.days(8))
        await withDiscardingTaskGroup { group in
            for _ in 0..<4 { group.addTask { await shop.poll() } }
        }
        #expect(shop.asked.count == 4)
    }

    @Test("Erasing a customer removes their stored receipts")
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
        _ = try await shop.repository.write { unit in
            try unit.change(erasure, of: name, catalog: shop.app.catalog, isPreview: false)
        }
        #expect(try await shop.keptCount() == 1)
    }
}
