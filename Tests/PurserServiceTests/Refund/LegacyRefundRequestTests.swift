import AppStore
import AppStoreSimulator
import Ledger
import PurserService
import PurserTesting
import Testing

/// Refund requests in notifications of version 1.
@Suite struct LegacyRefundRequestTests {
    /// The pending notifications, in the format of version 1.
    private static func posts(_ stage: RefundStage) throws -> [NotificationV1] {
        try stage.shop.world.drainOutbox().flatMap { notification in
            try stage.shop.world.version1Bodies(of: notification).compactMap { try NotificationV1(json: $0) }
        }
    }

    /// A request about a transaction, without a receipt.
    private static func question(
        about id: String,
        _ stage: RefundStage,
        secret: String? = nil
    ) throws -> NotificationV1 {
        let isProduction = stage.shop.environment == .production
        let password = try secret ?? stage.shop.world.sharedSecret()
        let json =
            #"{"notification_type":"CONSUMPTION_REQUEST","environment":"\#(isProduction ? "PROD" : "Sandbox")","#
            + #""password":"\#(password)","original_transaction_id":\#(id)}"#
        return try #require(try NotificationV1(json: Array(json.utf8)))
    }

    private static func take(
        _ post: NotificationV1,
        _ stage: RefundStage
    ) async throws -> Ingest.NotificationV1Outcome {
        try await stage.shop.ingest.notification(post, for: stage.shop.app)
    }

    @Test("Apple is asked first, then the refund opens, is answered, and decided; a repetition is the same request")
    func answered() async throws {
        let stage = try RefundStage()
        try await stage.consent()
        try await stage.publish("policy: refunds\notherwise: GRANT_PRORATED\n")
        let id = try await stage.buy()
        #expect(try await stage.spend(40))
        try stage.ask(for: id)
        let post = try #require(try Self.posts(stage).first)
        #expect(post.type == "CONSUMPTION_REQUEST")
        let askedBefore = stage.shop.asked.count
        #expect(try await Self.take(post, stage) == .recorded(isNew: true))
        #expect(stage.shop.asked.count > askedBefore)
        let record = try #require(try await stage.record(id))
        #expect(record.status == .requested)
        #expect(record.refundCase.requests.count == 1)
        let askedAt = try #require(record.refundCase.requests.first?.signedAt)
        #expect(stage.shop.ambient.now() - askedAt < .seconds(1))
        _ = try await Self.take(post, stage)
        #expect(try await stage.record(id)?.refundCase.requests.count == 1)

        try await stage.work(stage.responder())
        #expect(try await stage.sent(id) == ["DELIVERED", "40000", "GRANT_PRORATED"])
        #expect(stage.calls == 1)
        #expect(try await stage.record(id)?.status == .refunded)
        #expect(try await stage.events() == ["refund.requested", "refund.answered", "refund.granted"])
    }

    @Test(
        "Without a receipt a request has the date of its arrival, and the same deadlines",
        arguments: [true, false]
    )
    func dated(isSandbox: Bool) async throws {
        let stage = try RefundStage(isSandbox ? .sandbox : .production)
        try await stage.consent()
        let id = try await stage.buy()
        #expect(try await Self.take(Self.question(about: id, stage), stage) == .recorded(isNew: true))
        let record = try #require(try await stage.record(id))
        let request = try #require(record.refundCase.requests.first)
        let now = stage.shop.ambient.now()
        #expect(request.signedAt == now)
        let listens = isSandbox ? Span.minutes(5) : Span.hours(12)
        #expect(request.status(at: now, record.deadlines) == .open(until: now + listens))
        // Afterwards it is another request.
        try stage.shop.world.advance(by: .milliseconds(listens.milliseconds))
        #expect(try await Self.take(Self.question(about: id, stage), stage) == .recorded(isNew: true))
        #expect(try await stage.record(id)?.refundCase.requests.count == 2)
    }

    @Test("A purchase of another app, and a wrong secret, open no refund")
    func hostile() async throws {
        let stage = try RefundStage()
        let id = try await stage.buy()
        await #expect(throws: IngestError.secretWrong) {
            try await Self.take(Self.question(about: id, stage, secret: "wrong"), stage)
        }
        #expect(try await stage.record(id) == nil)
        #expect(try await Self.take(Self.question(about: "999999", stage), stage) == .hint)
        #expect(try await stage.record("999999") == nil)
        // With a receipt and a wrong secret, nothing counts.
        try stage.ask(for: id)
        let body = try #require(
            try stage.shop.world.drainOutbox().first.flatMap { try stage.shop.world.version1Bodies(of: $0).first }
        )
        let secret = try stage.shop.world.sharedSecret()
        let text = String(decoding: body, as: UTF8.self)
        let forged = text.split(separator: secret, omittingEmptySubsequences: false).joined(separator: "wrong")
        let post = try #require(try NotificationV1(json: Array(forged.utf8)))
        await #expect(throws: IngestError.secretWrong) { try await Self.take(post, stage) }
        #expect(try await stage.record(id) == nil)
    }

    @Test("While Apple does not answer no refund opens and nothing is lost: the same post opens it later")
    func unreachable() async throws {
        let stage = try RefundStage()
        let id = try await stage.buy()
        stage.shop.acceptKey(calls: 0)
        await #expect(throws: IngestError.unconfirmed) {
            try await Self.take(Self.question(about: id, stage), stage)
        }
        #expect(try await stage.record(id) == nil)
        stage.shop.acceptKey(calls: nil)
        #expect(try await Self.take(Self.question(about: id, stage), stage) == .recorded(isNew: true))
        #expect(try await stage.record(id)?.status == .requested)
    }

    @Test("Without a key no refund opens")
    func keyless() async throws {
        let shop = try KeylessShop()
        let id = try await shop.buy("coins.100")
        try shop.world.perform(.requestRefund(of: id, reason: "OTHER", text: nil))
        for notification in shop.world.drainOutbox() {
            for body in try shop.world.version1Bodies(of: notification) {
                guard let post = try NotificationV1(json: body) else { continue }
                _ = try await shop.ingest.notification(post, for: shop.app)
            }
        }
        let name = RefundID(TransactionID(id), in: shop.environment)
        #expect(try await shop.repository.read { view in try view.refund(name, of: shop.app.name) } == nil)
    }

    @Test("A request that names several purchases without saying which it concerns opens no refund")
    func ambiguous() throws {
        func subject(_ rows: String, original: String? = nil) throws -> String? {
            let named = original.map { #","original_transaction_id":"\#($0)""# } ?? ""
            let json = #"{"notification_type":"CONSUMPTION_REQUEST","latest_receipt_info":[\#(rows)]\#(named)}"#
            return try NotificationV1(json: Array(json.utf8))?.requestedTransactionID
        }
        let two =
            #"{"transaction_id":"1","original_transaction_id":"1"},{"transaction_id":"2","original_transaction_id":"2"}"#
        let twins =
            #"{"transaction_id":"1","original_transaction_id":"1"},{"transaction_id":"2","original_transaction_id":"1"}"#
        let renewed =
            #"{"transaction_id":"1","original_transaction_id":"1","expires_date_ms":"5"},"#
            + #"{"transaction_id":"2","original_transaction_id":"1","expires_date_ms":"9"}"#
        #expect(try subject(two) == nil)
        #expect(try subject(two, original: "2") == "2")
        #expect(try subject("", original: "7") == "7")
        #expect(try subject(twins, original: "1") == "1")
        #expect(try subject(renewed, original: "1") == nil)
    }
}
