import AppStore
import AppStoreSimulator
import Foundation
import Ledger
import Logging
import PurserService
import PurserTesting
import Testing

/// Refunds in notifications of version 1 from the simulated App Store, with and without a key.
@Suite struct ReportedRefundNotificationTests {
    @Test("Without a key the refund of a finished consumable is a report, and no receipt reverses it")
    func keyless() async throws {
        let shop = try KeylessShop()
        let id = try await shop.buy("coins.100")
        try shop.world.perform(.finish(id))
        _ = shop.world.drainOutbox()
        try shop.world.refund(id)
        let post = try #require(
            try shop.world.drainOutbox().flatMap { try shop.world.version1Bodies(of: $0) }
                .compactMap { try NotificationV1(json: $0) }
                .first { $0.type == "REFUND" }
        )
        #expect(post.answer.latestRows.contains { $0.transactionID == id && $0.canceledAt != nil })
        #expect(try await shop.ingest.notification(post, for: shop.app) == .recorded(isNew: true))
        let reported = try #require(try await shop.chain(of: id)?.purchases.first)
        #expect(reported.reportedRefund?.reason != nil && !reported.isRevoked)
        #expect(try await shop.ingest.notification(post, for: shop.app) == .recorded(isNew: false))
        // A later receipt does not contain the purchase.
        try shop.world.advance(by: Duration.days(3))
        try await shop.buy("coins.100")
        #expect(try await shop.chain(of: id)?.purchases.first?.reportedRefund == reported.reportedRefund)
    }

    @Test("A refund at the top level of an old body counts where the receipt has the purchase without it")
    func reportedAtTheTop() async throws {
        let shop = try KeylessShop()
        let id = try await shop.buy("theme.dark")
        let purchase = try #require(try await shop.chain(of: id)?.purchases.first).snapshot
        #expect(purchase.revocation == nil)
        try shop.world.advance(by: Duration.hours(1))
        let receipt = try shop.world.receipt(of: try shop.world.customer("anna"))
        let base64 = Data(receipt.bytes).base64EncodedString()
        let secret = try shop.world.sharedSecret()
        let row =
            #"{"transaction_id":"\#(id)","original_transaction_id":"\#(id)","product_id":"theme.dark","quantity":"1","#
            + #""purchase_date_ms":"\#(purchase.purchaseAt.milliseconds)"}"#
        let refundedAt = shop.world.now.milliseconds
        let json =
            #"{"notification_type":"CANCEL","environment":"PROD","password":"\#(secret)","#
            + #""cancellation_date_ms":"\#(refundedAt)","original_transaction_id":"\#(id)","#
            + #""unified_receipt":{"latest_receipt":"\#(base64)","latest_receipt_info":[\#(row)]}}"#
        let post = try #require(try NotificationV1(json: Array(json.utf8)))
        #expect(post.answer.latestRows.map(\.canceledAt?.milliseconds) == [refundedAt])
        _ = try await shop.ingest.notification(post, for: shop.app)
        #expect(try await shop.chain(of: id)?.purchases.first?.isRevoked == true)
    }

    private func notification(_ rows: [String], _ shop: SimulatedShop) throws -> NotificationV1 {
        let secret = try shop.world.sharedSecret()
        let json =
            #"{"notification_type":"REFUND","environment":"PROD","password":"\#(secret)","#
            + #""unified_receipt":{"latest_receipt_info":[\#(rows.joined(separator: ","))]}}"#
        return try #require(try NotificationV1(json: Array(json.utf8)))
    }

    private func row(_ id: String, of original: String? = nil, canceled: Bool = false) -> String {
        let canceledAt = canceled ? #","cancellation_date_ms":"1767225600000""# : ""
        return #"{"transaction_id":"\#(id)","original_transaction_id":"\#(original ?? id)","product_id":"coins.100","#
            + #""quantity":"1","purchase_date_ms":"1767225600000"\#(canceledAt)}"#
    }

    private func buy(_ count: Int, _ shop: SimulatedShop) throws -> [String] {
        try (0..<count).map { _ in
            let bought = try shop.world.perform(.buy("coins.100", by: "anna")).purchases
            return try #require(bought.first?.transactionId)
        }
        .sorted { $0.utf8.lexicographicallyPrecedes($1.utf8) }
    }

    private func known(_ ids: [String], _ shop: SimulatedShop) async throws -> Int {
        var count = 0
        for id in ids where try await shop.chain(of: id) != nil { count += 1 }
        return count
    }

    @Test("Reports about unknown purchases are limited as all waiting evidence is")
    func bounded() async throws {
        let shop = try KeylessShop()
        let other = try SimulatedShop(world: shop.world)
        let ingest = Ingest(
            repository: shop.repository,
            ambient: other.ambient,
            revocation: nil,
            quarantineLimit: 2,
            logger: Logger(label: "test") { _ in SwiftLogNoOpLogHandler() }
        )
        let known = try await shop.buy("coins.100")
        for id in ["901", "902"] {
            let post = try self.notification([self.row(id, canceled: true)], other)
            #expect(try await ingest.notification(post, for: shop.app) == .recorded(isNew: true))
        }
        let third = try self.notification([self.row("903", canceled: true)], other)
        await #expect(throws: IngestError.quarantineFull) {
            try await ingest.notification(third, for: shop.app)
        }
        // A repeated notification is accepted, however much waits.
        let again = try self.notification([self.row("901", canceled: true)], other)
        #expect(try await ingest.notification(again, for: shop.app) == .recorded(isNew: false))
        // A report about a known purchase does not count against the limit.
        let last = try self.notification([self.row(known, canceled: true)], other)
        #expect(try await ingest.notification(last, for: shop.app) == .recorded(isNew: true))
        let kept = try await shop.repository.read { view in
            try view.reportedRefunds(of: shop.app.name, after: 0, limit: 9)
        }
        #expect(kept.map(\.report.transactionID.rawValue) == ["901", "902", known])
    }

    @Test(
        "With a key refunds are checked at once, the rest soon afterwards, and no row creates a chain"
    )
    func asked() async throws {
        let shop = try SimulatedShop(world: SimulatedShop.world(seed: 5))
        let ids = try self.buy(8, shop)
        let refunded = try #require(ids.last)
        try shop.world.refund(refunded)
        _ = shop.world.drainOutbox()
        let others = (1...50).map { self.row("9990000\($0)") }
        let rows = ids.map { self.row($0, canceled: true) } + others
        let post = try self.notification(rows, shop)
        #expect(try await shop.ingest.notification(post, for: shop.app) == .recorded(isNew: true))
        let waiting = try await shop.repository.read { view in
            try view.dueChainChecks(at: shop.ambient.now() + .days(9), limit: 99)
        }
        #expect(Set(waiting.map(\.originalTransactionID.rawValue)).isSubset(of: ids))
        while await shop.questions.checkDue() {}
        let purchase = try #require(try await shop.chain(of: refunded)?.chain.purchases.first)
        // Apple has signed it, so no report is left.
        #expect(purchase.isRevoked && purchase.reportedRefund == nil)
        #expect(try await self.known(ids, shop) == 8)
    }

    @Test("Where Apple does not know a transaction, the first one of its chain is checked")
    func followed() async throws {
        let shop = try SimulatedShop(world: SimulatedShop.world(seed: 6))
        let id = try #require(try self.buy(1, shop).first)
        _ = shop.world.drainOutbox()
        let post = try self.notification([self.row("999999999999", of: id)], shop)
        #expect(try await shop.ingest.notification(post, for: shop.app) == .recorded(isNew: true))
        #expect(try await shop.chain(of: id) != nil)
    }

    @Test("All reported refunds of known purchases are checked a day later, however many there are")
    func allUndone() async throws {
        let shop = try SimulatedShop(world: SimulatedShop.world(seed: 8))
        let ids = try self.buy(8, shop)
        _ = shop.world.drainOutbox()
        let post = try self.notification(ids.map { self.row($0, canceled: true) }, shop)
        #expect(try await shop.ingest.notification(post, for: shop.app) == .recorded(isNew: true))
        while await shop.questions.checkDue() {}
        // A repetition removes no check.
        _ = try await shop.ingest.notification(post, for: shop.app)
        while await shop.questions.checkDue() {}
        for id in ids { #expect(try await shop.chain(of: id)?.chain.purchases.first?.reportedRefund != nil) }
        try shop.world.advance(by: Duration.hours(26))
        while await shop.questions.checkDue() {}
        for id in ids { #expect(try await shop.chain(of: id)?.chain.purchases.first?.reportedRefund == nil) }
    }

    @Test("With a key, an unconfirmed report is checked a day later, and reversed")
    func undone() async throws {
        let shop = try SimulatedShop(world: SimulatedShop.world(seed: 7))
        let id = try #require(try self.buy(1, shop).first)
        _ = shop.world.drainOutbox()
        let post = try self.notification([self.row(id, canceled: true)], shop)
        #expect(try await shop.ingest.notification(post, for: shop.app) == .recorded(isNew: true))
        #expect(try await shop.chain(of: id)?.chain.purchases.first?.reportedRefund != nil)
        try shop.world.advance(by: Duration.hours(26))
        while await shop.questions.checkDue() {}
        let purchase = try #require(try await shop.chain(of: id)?.chain.purchases.first)
        #expect(purchase.reportedRefund == nil && !purchase.isRevoked)
    }
}
