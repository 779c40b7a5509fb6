import AppStore
import Crypto
import Foundation
import HTTPTypes
import Ledger
import PurserHTTP
import PurserService
import PurserTesting
import Synchronization
import Testing

/// For every action of the shop's calls in the audit log, its number and hash are in the server's log too.
@Suite struct AuditNotesTests {
    private static let transaction = "2000000000000001"

    private let log = RecordedLog()
    private let repository: any Repository
    private let server: TestServer
    private let seen = Seen()

    private final class Seen: Sendable {
        let actions = Mutex<Set<AuditAction>>([])
    }

    init() throws {
        self.repository = InMemoryRepository(logger: self.log.logger)
        let shop = try TestShop(repository: self.repository)
        self.server = try TestServer(
            shop: shop,
            app: ServedApp(
                name: shop.app.name,
                verifier: shop.app.verifier,
                catalog: TestShop.catalog,
                offerSigner: OfferSigner(
                    key: try AppStoreKey(
                        issuerID: "57246542-96fe-1a63-e053-0824d011072a",
                        keyID: "2X9R4HXF34",
                        pem: P256.Signing.PrivateKey().pemRepresentation
                    ),
                    bundleID: SamplePayloads.bundleID
                )
            )
        )
    }

    /// Sends a request that has to enter an action of this kind, and returns what the answer says under a name.
    @discardableResult
    private func act(
        _ action: AuditAction,
        _ method: HTTPRequest.Method,
        _ path: String,
        _ json: String = "",
        _ name: String = "id"
    ) async throws -> String {
        let before = try await self.repository.read { view in try view.auditHead() }.count
        var headers: HTTPFields = [:]
        if path.contains("/wallets/"), let key = HTTPField.Name("Idempotency-Key") { headers[key] = path }
        let answer = try await self.server.send(method, path, headers: headers, body: Array(json.utf8))
        let entries = try await self.repository.read { view in try view.auditEntries(after: before, limit: 9) }
        #expect(Set(entries.map(\.action)) == [action], "\(method) \(path): \(answer.text)")
        // What Apple is asked has an entry of its beginning and one of its end; what is decided here has one of both.
        let isAsked = entries.first?.outcome == .begun
        #expect(entries.count == (isAsked ? 2 : 1), "\(method) \(path): \(entries)")
        #expect(entries.allSatisfy { $0.outcome != nil }, "\(method) \(path): \(entries)")
        self.seen.actions.withLock { $0.formUnion(entries.map(\.action)) }
        guard case .string(let value)? = answer[name] else { return "" }
        return value
    }

    @Test("Every action of the shop's calls is logged with the number and hash of its entry")
    func everyAction() async throws {
        let text = """
            entitlements: { pro: { name: { en: Pro } } }
            coins: { gems: { perUnit: { apple: 66, elsewhere: 100 }, of: CNY 1.00 } }
            products:
              pro.monthly: { kind: auto-renewable, group: pro, level: 2, unlocks: pro }
            """
        try await self.act(.catalogApply, .post, "/v1/catalog?reason=spring", text)
        let compact = try self.server.shop.authority.sign(SamplePayloads.transaction()).bytes
        #expect(try await self.server.submit(compact, customer: "anna").status == .ok)
        #expect(try await self.server.submit(compact, customer: "guest").status.code < 500)
        try await self.customers()
        try await self.goods()
        try await self.refunds()
        try await self.webhooks()
        try await self.store()
        try await self.act(.customerErase, .delete, "/v1/customers/anna?confirm=anna")
        let entries = try await self.repository.read { view in try view.auditEntries(after: 0, limit: 99) }
        #expect(self.log.auditNotes == entries.map(RecordedLog.AuditNote.init))
        #expect(self.seen.actions.withLock(\.count) == 43, "Each of them is of its own kind.")
    }

    private func customers() async throws {
        try await self.act(.customerMintToken, .post, "/v1/customers/anna/tokens")
        let token = #"{"appAccountToken":"3f0e9a52-4b6d-4b6e-9d5b-0c6f6f0f8a11"}"#
        try await self.act(.customerAddToken, .post, "/v1/customers/ben/tokens", token)
        let change = try await self.act(
            .transactionTransfer,
            .post,
            "/v1/transactions/\(Self.transaction)/owner",
            #"{"customer":"ben","reach":"purchase"}"#,
            "change"
        )
        try await self.act(.ownershipUndo, .post, "/v1/ownership-changes/\(change)/undo")
        try await self.act(.customerMerge, .post, "/v1/customers/ben/merge", #"{"into":"anna"}"#)
        try await self.act(.customerBlock, .put, "/v1/customers/anna/block", #"{"reason":"sells refunds"}"#)
        try await self.act(.customerUnblock, .delete, "/v1/customers/anna/block?reason=sorry")
        let grant = try await self.act(
            .grantCreate,
            .post,
            "/v1/customers/anna/grants",
            #"{"entitlement":"pro","reason":"an apology"}"#
        )
        try await self.act(.grantRevoke, .delete, "/v1/customers/anna/grants/\(grant)?reason=sorry")
        let key = try await self.act(.keyCreate, .post, "/v1/keys", #"{"kind":"secret","scopes":["read"],"name":"a"}"#)
        try await self.act(.keyRevoke, .delete, "/v1/keys/\(key)")
        let wallet = "/v1/customers/anna/wallets/gems"
        try await self.act(.walletGrant, .post, wallet + "/grant", #"{"quantity":9,"reason":"an apology"}"#)
        try await self.act(.walletAdjust, .post, wallet + "/adjust", #"{"quantity":-2,"reason":"given twice"}"#)
        try await self.act(
            .offerSign,
            .post,
            "/v1/offers/introductory",
            #"{"product":"pro.monthly","transaction":"\#(Self.transaction)"}"#
        )
    }

    private func goods() async throws {
        let now = self.server.shop.ambient.now()
        let catalog = Catalog(
            products: TestShop.catalog.products,
            coins: TestShop.catalog.coins,
            fulfillment: FulfillmentPolicy(from: now + .days(-1), coins: .fulfiller)
        )
        _ = try await self.repository.record(self.bought("1", at: now, catalog))
        _ = try await self.repository.record(self.bought("2", at: now + .days(-9), catalog))
        let path = "/v1/fulfillments/\(FulfillmentID(TransactionID("1"), in: .production))"
        try await self.act(.fulfillmentFail, .post, path + "/fail", #"{"code":"gone","reason":"none left"}"#)
        try await self.act(.fulfillmentSuspend, .post, path + "/suspend", #"{"reason":"wrong"}"#)
        try await self.act(.fulfillmentRetry, .post, path + "/retry", "{}")
        try await self.act(.fulfillmentConfirm, .post, path + "/confirm", #"{"reason":"by hand"}"#)
        let old = "/v1/fulfillments/\(FulfillmentID(TransactionID("2"), in: .production))"
        try await self.act(.fulfillmentRelease, .post, old + "/release", #"{"reason":"lost"}"#)
    }

    /// A purchase of coins for which, if wanted, the money is asked back.
    private func bought(
        _ id: String,
        at instant: Instant,
        _ catalog: Catalog = TestShop.catalog,
        isRefundAsked: Bool = false
    ) -> Intake {
        let snapshot = TransactionSnapshot(
            transactionID: TransactionID(id),
            originalTransactionID: OriginalTransactionID(id),
            productID: ProductID("gems.600"),
            kind: .consumable,
            purchaseAt: instant,
            price: Money(amountMilliunits: 4_990, currency: "USD"),
            signedAt: self.server.shop.ambient.now(),
            digest: .number(1)
        )
        var intake = Sample.facts(
            [snapshot],
            submission: Sample.submission("anna", id, at: self.server.shop.ambient.now()),
            app: self.server.app.name
        )
        intake.receivedAt = self.server.shop.ambient.now()
        intake.catalog = catalog
        guard isRefundAsked else { return intake }
        intake.refund = RefundUpdate(
            transactionID: snapshot.transactionID,
            subject: RefundSubject(snapshot),
            signedRefunds: [SignedRefund(id: "u\(id)", kind: .requested(reason: "OTHER"), signedAt: snapshot.signedAt)]
        )
        return intake
    }

    private func refunds() async throws {
        let now = self.server.shop.ambient.now()
        _ = try await self.repository.record(self.bought("3", at: now, isRefundAsked: true))
        let refund = RefundID(TransactionID("3"), in: .production)
        try await self.act(.refundAnswer, .post, "/v1/refunds/\(refund)/answer", #"{"answer":"DECLINE"}"#)
        let policy = #""policy":"policy: refunds\notherwise: DECLINE\n""#
        let trial = #""trial":{"shareMilliunits":20000,"seed":7}"#
        try await self.act(.refundPolicyPublish, .post, "/v1/refund-policies", "{\(policy)}")
        try await self.act(.refundPolicyPublish, .post, "/v1/refund-policies", "{\(policy),\(trial)}")
        try await self.act(.refundTrialEnd, .post, "/v1/refund-policies/2/end-trial", #"{"reason":"enough"}"#)
        let override = "/v1/refund-overrides/anna"
        try await self.act(.refundOverride, .put, override, #"{"answer":"DECLINE","reason":"a court"}"#)
        try await self.act(.refundOverrideRemove, .delete, override)
    }

    private func webhooks() async throws {
        let id = try await self.act(.webhookCreate, .post, "/v1/webhooks", #"{"url":"https://one.example.com/"}"#)
        let path = "/v1/webhooks/\(id)"
        try await self.act(.webhookUpdate, .patch, path, #"{"name":"renamed"}"#)
        try await self.act(.webhookRotate, .post, path + "/rotate", #"{"overlapHours":1}"#)
        try await self.act(.webhookRetry, .post, path + "/retry", "{}")
        try await self.act(.webhookReplay, .post, path + "/replay", #"{"from":"2020-01-01T00:00:00Z"}"#)
        try await self.act(.webhookCancelReplay, .delete, path + "/replay")
        try await self.act(.webhookDelete, .delete, path)
        let silence = #"{"name":"link_down","minutes":5,"reason":"a test"}"#
        try await self.act(.alarmSilence, .post, "/v1/alarm-silences", silence)
        try await self.act(.alarmEndSilence, .delete, "/v1/alarm-silences/1")
        let days = #"{"from":"2026-03-01","to":"2026-03-02"}"#
        try await self.act(.reconciliationCompare, .post, "/v1/reconciliations", days)
    }

    /// What is entered before Apple is asked, who is not there.
    private func store() async throws {
        let subscription = "/v1/subscriptions/\(Self.transaction)"
        let days = #""days":7,"reasonCode":"outage""#
        try await self.act(.subscriptionExtend, .post, subscription + "/extend", "{\(days)}")
        try await self.act(.subscriptionExtendAll, .post, "/v1/extensions", #"{"product":"pro.monthly",\#(days)}"#)
        let transaction = "/v1/transactions/\(Self.transaction)"
        let token = #"{"appAccountToken":"3f0e9a52-4b6d-4b6e-9d5b-0c6f6f0f8a12"}"#
        try await self.act(.transactionSetToken, .put, transaction + "/token", token)
        try await self.act(.transactionFinish, .post, transaction + "/finish")
        try await self.act(.transactionDownload, .get, transaction + "/app")
        try await self.act(.orderLookUp, .get, "/v1/apple-orders/M29UVJ9F42V")
        try await self.act(.retentionChange, .delete, "/v1/retention/realtime-url")
    }
}
