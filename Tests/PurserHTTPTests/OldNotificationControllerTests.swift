import AppStore
import AppStoreSimulator
import Foundation
import HTTPTypes
import Ledger
import PurserHTTP
import PurserService
import PurserTesting
import Testing

/// Notifications of version 1, on the same address as those of version 2.
@Suite struct OldNotificationControllerTests {
    static let address = "/apple/shop/notifications"
    static let secret = "0123456789abcdef0123456789abcdef"

    let authority: ReceiptAuthority
    let server: TestServer

    init() throws {
        self.authority = try ReceiptAuthority()
        let shop = try TestShop(receipts: self.authority)
        self.server = try TestServer(
            shop: shop,
            app: ServedApp(
                name: shop.app.name,
                verifier: shop.app.verifier,
                catalog: shop.app.catalog,
                sharedSecrets: SharedSecrets(["the one before", Self.secret])
            )
        )
    }

    /// A month of a subscription as a receipt has it, from the first of March 2026.
    private static func row(_ id: String, of original: String = "1", canceledAt: String = "") -> ReceiptDraft {
        var row = ReceiptDraft()
        row.add(1702, text: "pro.monthly")
        row.add(1703, text: id)
        row.add(1704, instant: "2026-03-01T11:00:00Z")
        row.add(1705, text: original)
        row.add(1707, number: 3)
        row.add(1708, instant: "2026-04-01T11:00:00Z")
        row.add(1712, instant: canceledAt)
        return row
    }

    private func receipt(_ rows: [ReceiptDraft], by authority: ReceiptAuthority? = nil) throws -> String {
        var draft = SampleReceipts.draft(rows: 0)
        for row in rows { draft.add(purchase: row) }
        return Data(try (authority ?? self.authority).signer.receipt(draft)).base64EncodedString()
    }

    private static func latest(_ id: String, until: Int64 = 1_775_041_200_000, further: String = "") -> String {
        #"{"transaction_id":"\#(id)","original_transaction_id":"1","product_id":"pro.monthly","#
            + #""purchase_date_ms":"1772362800000","expires_date_ms":"\#(until)"\#(further)}"#
    }

    private func post(
        _ type: String = "DID_RENEW",
        receipt: String?,
        rows: [String] = [],
        renewal: String? = nil,
        password: String? = Self.secret
    ) async throws -> TestServer.TestResponse {
        let secret = password.map { #""password":"\#($0)","# } ?? ""
        let latest = receipt.map { #""latest_receipt":"\#($0)","# } ?? ""
        let pending = renewal.map { #""pending_renewal_info":[\#($0)],"# } ?? ""
        let json =
            #"{"notification_type":"\#(type)","environment":"PROD",\#(secret)"bid":"com.example.shop","#
            + #""unified_receipt":{\#(latest)\#(pending)"latest_receipt_info":[\#(rows.joined(separator: ","))],"#
            + #""status":0,"environment":"Production"}}"#
        return try await self.server.send(.post, Self.address, key: nil, body: Array(json.utf8))
    }

    /// The chain as the ledger has it.
    private func chain() async throws -> Chain? {
        try await self.server.shop.repository.read { view in
            try view.chain(
                of: TransactionID("1"),
                app: self.server.app.name,
                environment: .production
            )
        }?.chain
    }

    @Test(
        "A notification moves what the receipt in it says, and again nothing",
        arguments: NotificationV1.types.sorted()
    )
    func recorded(type: String) async throws {
        let receipt = try self.receipt([Self.row("1")])
        let first = try await self.post(type, receipt: receipt, rows: [Self.latest("1")])
        #expect(first.status == .ok, "\(first.text)")
        #expect(first["outcome"] == .string("recorded"))
        #expect(try await self.chain()?.purchases.count == 1)
        let second = try await self.post(type, receipt: receipt, rows: [Self.latest("1")])
        #expect(second["outcome"] == .string("duplicate"))
    }

    @Test("While one secret takes the other's place both are believed, and nothing else is")
    func rotation() async throws {
        let upgraded = Self.latest("1", further: #","is_upgraded":"true""#)
        let receipt = try self.receipt([Self.row("1")])
        let stranger = try await self.post(receipt: nil, rows: [upgraded], password: "the one before it")
        #expect(stranger.code == "notification_secret_wrong")
        _ = try await self.post(receipt: receipt, rows: [upgraded], password: "the one before")
        #expect(try await self.chain()?.purchases.first?.snapshot.isUpgraded == true)
    }

    @Test("A forged post has no effect: without a secret and a receipt, or with rows that are not confirmed")
    func forged() async throws {
        let receipt = try self.receipt([Self.row("1")])
        let foreign = try self.receipt([Self.row("1")], by: ReceiptAuthority(name: "Stranger"))
        for password in [nil, "wrong"] {
            let refused = try await self.post(receipt: nil, rows: [Self.latest("1")], password: password)
            #expect(refused.status == .badRequest)
            #expect(refused.code == "notification_secret_wrong")
            let forged = try await self.post(receipt: foreign, rows: [Self.latest("1")], password: password)
            #expect(forged.status == .badRequest)
            #expect(forged.code == "notification_secret_wrong")
        }
        // The secret alone has no effect; Apple sends it again, when it may be confirmed.
        for receipt in [nil, foreign] {
            let unconfirmed = try await self.post(receipt: receipt, rows: [Self.latest("1")])
            #expect(unconfirmed.status == .serviceUnavailable)
            #expect(unconfirmed.code == "notification_unconfirmed")
        }
        #expect(try await self.chain() == nil)
        // With a genuine receipt rows that say more than it does are left out.
        let longer = Self.latest("1", until: 4_000_000_000_000)
        _ = try await self.post(receipt: receipt, rows: [longer, Self.latest("2")])
        let purchases = try #require(try await self.chain()?.purchases)
        #expect(purchases.map(\.endsAt) == [Instant(milliseconds: 1_775_041_200_000)])
        // Without the secret nothing in it says anything at all.
        let upgraded = Self.latest("1", further: #","is_upgraded":"true""#)
        _ = try await self.post(receipt: receipt, rows: [upgraded], password: "wrong")
        #expect(try await self.chain()?.purchases.first?.snapshot.isUpgraded == false)
    }

    @Test("A sender with the secret and their own receipt cannot affect other customers' purchases")
    func strangers() async throws {
        _ = try await self.post(receipt: self.receipt([Self.row("1")]))
        var own = ReceiptDraft()
        for (type, text) in [(Int64(1702), "pro.monthly"), (1703, "77"), (1705, "77")] { own.add(type, text: text) }
        own.add(1704, instant: "2026-03-01T11:00:00Z")
        own.add(1707, number: 3)
        own.add(1708, instant: "2026-04-01T11:00:00Z")
        let further =
            #","cancellation_date_ms":"1772366400000","is_upgraded":"true","#
            + #""app_account_token":"6a0b9b0e-1f5e-4f0e-9b0e-0123456789ab""#
        let renewal = #"{"original_transaction_id":"1","product_id":"pro.monthly","auto_renew_status":"0"}"#
        let forged = try await self.post(
            "CANCEL",
            receipt: self.receipt([own]),
            rows: [Self.latest("1", further: further)],
            renewal: renewal
        )
        #expect(forged.status == .ok)
        let chain = try #require(try await self.chain())
        let snapshot = try #require(chain.purchases.first?.snapshot)
        #expect(snapshot.revocation == nil && !snapshot.isUpgraded && snapshot.accountToken == nil)
        #expect(chain.renewals.isEmpty)
    }

    @Test("A receipt that is encoded otherwise is the same receipt, and kept once")
    func spelling() async throws {
        var draft = SampleReceipts.draft(rows: 0)
        draft.add(purchase: Self.row("1"))
        let plain = Data(try self.authority.signer.receipt(draft)).base64EncodedString()
        let pieces = Data(try self.authority.signer.openReceipt(payload: draft.encoded)).base64EncodedString()
        #expect(try await self.post(receipt: plain)["outcome"] == .string("recorded"))
        #expect(try await self.post(receipt: pieces)["outcome"] == .string("duplicate"))
        #expect(try await self.server.shop.repository.read { view in try view.newestEvidencePosition() } == 1)
    }

    @Test("CANCEL by Apple's support is a refund; CANCEL of an upgrade ends the old plan without one")
    func canceled() async throws {
        let canceled = Self.row("1", canceledAt: "2026-03-01T11:30:00Z")
        _ = try await self.post("CANCEL", receipt: self.receipt([canceled]))
        #expect(try await self.chain()?.purchases.first?.isRevoked == true)

        let other = try Self()
        var next = ReceiptDraft()
        next.add(1702, text: "pro.yearly")
        next.add(1703, text: "2")
        next.add(1704, instant: "2026-03-01T11:30:00Z")
        next.add(1705, text: "1")
        next.add(1707, number: 3)
        next.add(1708, instant: "2027-03-01T11:30:00Z")
        _ = try await other.post("CANCEL", receipt: other.receipt([canceled, next]))
        let purchases = try #require(try await other.chain()?.purchases)
        #expect(purchases.map(\.isRevoked) == [false, false])
        #expect(purchases.map(\.snapshot.isUpgraded) == [true, false])
    }

    @Test("Without the app's secret nothing is recorded, even for a genuine receipt")
    func secretFirst() async throws {
        let receipt = try self.receipt([Self.row("1")])
        for password in [nil, "wrong", ""] {
            let refused = try await self.post(receipt: receipt, password: password)
            #expect(refused.status == .badRequest)
            #expect(refused.code == "notification_secret_wrong")
        }
        #expect(try await self.server.shop.repository.read { view in try view.newestEvidencePosition() } == 0)
        #expect(try await self.chain() == nil)
    }

    @Test("Where the app has no secret the receipt counts as one that an app shows")
    func noSecret() async throws {
        let shop = try TestShop(receipts: self.authority)
        let server = try TestServer(shop: shop)
        let receipt = try self.receipt([Self.row("1")])
        let json = #"{"notification_type":"DID_RENEW","unified_receipt":{"latest_receipt":"\#(receipt)"}}"#
        let answer = try await server.send(.post, Self.address, key: nil, body: Array(json.utf8))
        #expect(answer["outcome"] == .string("recorded"), "\(answer.text)")
    }

    @Test(
        "Notifications about one chain have the rate limit of verifyReceipt; beyond it nothing is recorded"
    )
    func rate() async throws {
        let receipt = try self.receipt([Self.row("1")])
        let json =
            #"{"notification_type":"DID_RENEW","password":"\#(Self.secret)","unified_receipt":{"latest_receipt":"\#(receipt)"}}"#
        let other = json.replacingOccurrences(of: receipt, with: try self.receipt([Self.row("2", of: "2")]))
        try await self.server.run { client in
            for _ in 0..<RateLimits().receipt.burst {
                #expect(try await client.notify(body: Array(json.utf8)).status == .ok)
            }
            let refused = try await client.notify(body: Array(json.utf8))
            #expect(refused.status == .tooManyRequests)
            #expect(refused.code == "rate_limited")
            #expect(refused.headers[.retryAfter] != nil)
            // Without the secret it does not even count.
            let stranger = json.replacingOccurrences(of: Self.secret, with: "wrong")
            #expect(try await client.notify(body: Array(stranger.utf8)).code == "notification_secret_wrong")
            #expect(try await client.notify(body: Array(other.utf8)).status == .ok)
        }
    }

    @Test("What has the app's secret does not count against the rate of strangers' addresses; what lacks it does")
    func strangersRate() async throws {
        let stage = try AuthenticationStage(
            limits: RateLimits(address: RateLimit(perSecond: 1, burst: 2)),
            proxies: TrustedProxies(ranges: [try #require(AddressRange("127.0.0.0/8"))]),
            sharedSecrets: SharedSecrets([Self.secret])
        )
        let from: HTTPFields = [try #require(HTTPField.Name("X-Forwarded-For")): "198.51.100.7"]
        try await stage.live { client async throws in
            func post(_ password: String) async throws -> TestServer.TestResponse {
                let json = #"{"notification_type":"DID_RENEW","password":"\#(password)","unified_receipt":{}}"#
                return try await client.send(.post, Self.address, key: nil, headers: from, body: Array(json.utf8))
            }
            for _ in 0..<2 { #expect(try await post("wrong").code == "notification_secret_wrong") }
            #expect(try await post("wrong").code == "rate_limited")
            for _ in 0..<3 {
                let hint = try await post(Self.secret)
                #expect(hint.status == .ok)
                #expect(hint["outcome"] == .string("hint"))
            }
            #expect(try await post("wrong").code == "rate_limited")
        }
    }

    @Test("A body of version 2 on the same address is understood, and a long one refused")
    func versions() async throws {
        #expect(try await self.server.notify(self.server.shop.notification()).status == .ok)
        let long = [UInt8](repeating: UInt8(ascii: "a"), count: 300_000)
        #expect(try await self.server.notify(long).status == .contentTooLarge)
        let neither = try await self.server.send(.post, Self.address, key: nil, body: Array("{}".utf8))
        #expect(neither.code == "signed_payload_missing")
    }
}
