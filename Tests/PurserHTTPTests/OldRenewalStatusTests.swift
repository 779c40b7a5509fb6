import AppStore
import AppStoreSimulator
import Foundation
import HTTPTypes
import Ledger
import PurserHTTP
import PurserService
import PurserTesting
import Testing

/// The forms in which version 1 reports that auto-renew was turned on or off, for a shop without a key.
@Suite struct OldRenewalStatusTests {
    private static let secret = "0123456789abcdef0123456789abcdef"
    private static let periods = [
        ("1", "2026-03-01T11:00:00Z", "2026-04-01T11:00:00Z"), ("2", "2026-04-10T11:00:00Z", "2026-05-10T11:00:00Z"),
    ]

    private let authority: ReceiptAuthority
    private let server: TestServer

    init() throws {
        self.authority = try ReceiptAuthority()
        let shop = try TestShop(receipts: self.authority)
        self.server = try TestServer(
            shop: shop,
            app: ServedApp(
                name: shop.app.name,
                verifier: shop.app.verifier,
                catalog: shop.app.catalog,
                sharedSecrets: SharedSecrets([Self.secret])
            )
        )
    }

    private static func instant(_ text: String) throws -> Instant { try #require(Instant(rfc3339: text)) }

    /// A receipt made at an instant, which is the server's now, with so many periods.
    private func receipt(_ count: Int, at text: String) throws -> String {
        self.server.shop.setNow(try Self.instant(text))
        var draft = SampleReceipts.draft(rows: 0, createdAt: text)
        for (id, beginsAt, endsAt) in Self.periods.prefix(count) {
            var row = ReceiptDraft()
            row.add(1702, text: "pro.monthly")
            row.add(1703, text: id)
            row.add(1704, instant: beginsAt)
            row.add(1705, text: "1")
            row.add(1707, number: 3)
            row.add(1708, instant: endsAt)
            draft.add(purchase: row)
        }
        return Data(try self.authority.signer.receipt(draft)).base64EncodedString()
    }

    /// A period as the object from before 2021 has it, with its end in milliseconds.
    private static func row(_ place: Int) throws -> String {
        let (id, beginsAt, endsAt) = Self.periods[place]
        let (begin, end) = (try Self.instant(beginsAt).milliseconds, try Self.instant(endsAt).milliseconds)
        return #"{"transaction_id":"\#(id)","original_transaction_id":"1","product_id":"pro.monthly","#
            + #""purchase_date_ms":"\#(begin)","expires_date":"\#(end)","expires_date_formatted":"x"}"#
    }

    /// Posts a change of the status with these members, and answers how the subscription stands now.
    private func state(after members: String) async throws -> SubscriptionState {
        let json =
            #"{"notification_type":"DID_CHANGE_RENEWAL_STATUS","environment":"PROD","password":"\#(Self.secret)",\#(members)}"#
        let answer = try await self.server.send(
            .post,
            "/apple/shop/notifications",
            key: nil,
            body: Array(json.utf8)
        )
        #expect(answer.status == .ok, "\(answer.text)")
        let chain = try await self.server.shop.repository.read { view in
            try view.chain(
                of: TransactionID("1"),
                app: self.server.app.name,
                environment: .production
            )
        }
        return try #require(chain).chain.state(
            at: self.server.shop.ambient.now(),
            environment: .production,
            gracePolicy: self.server.app.catalog.gracePolicy
        )
    }

    @Test(
        "The date of the change is shown, from any of its fields, until a later one arrives",
        arguments: [true, false]
    )
    func dated(isUnified: Bool) async throws {
        let first = try self.receipt(1, at: "2026-03-10T11:00:00Z")
        let changed = try Self.instant("2026-03-09T08:30:00Z")
        let date = #""auto_renew_status_change_date_ms":"\#(changed.milliseconds)""#
        let renewal = #""original_transaction_id":"1","product_id":"pro.monthly","auto_renew_status":"0""#
        let top = isUnified ? "" : #""auto_renew_status":"false",\#(date),"#
        let pending = isUnified ? "{\(renewal),\(date)}" : "{\(renewal)}"
        let canceled = try await self.state(
            after: #"\#(top)"unified_receipt":{"latest_receipt":"\#(first)","pending_renewal_info":[\#(pending)],"#
                + #""latest_receipt_info":[\#(try Self.row(0))]}"#
        )
        #expect(canceled.renewStatus == .off)
        #expect(canceled.renewStatusChangedAt == changed)
        // Turned on again, without a date.
        let second = try self.receipt(1, at: "2026-03-20T11:00:00Z")
        let on = #"{"original_transaction_id":"1","product_id":"pro.monthly","auto_renew_status":"1"}"#
        let again = try await self.state(
            after: #""unified_receipt":{"latest_receipt":"\#(second)","pending_renewal_info":[\#(on)],"#
                + #""latest_receipt_info":[\#(try Self.row(0))]}"#
        )
        #expect(again.renewStatus == .on)
        #expect(again.renewStatusChangedAt == nil)
    }

    @Test("Canceled before its end, after it, and renewed again", arguments: [true, false])
    func story(isUnified: Bool) async throws {
        let first = try self.receipt(1, at: "2026-03-10T11:00:00Z")
        let pending = #"[{"original_transaction_id":"1","product_id":"pro.monthly","auto_renew_status":"0"}]"#
        // The list of renewals, or the word at the top alone.
        let word =
            isUnified
            ? #""unified_receipt":{"latest_receipt":"\#(first)","pending_renewal_info":\#(pending),"#
                + #""latest_receipt_info":[\#(try Self.row(0))]}"#
            : #""auto_renew_status":"false","unified_receipt":{"latest_receipt":"\#(first)","#
                + #""latest_receipt_info":[\#(try Self.row(0))]}"#
        let canceled = try await self.state(after: word)
        #expect(canceled.phase == .active)
        #expect(canceled.renewStatus == .off)
        #expect(canceled.lastRenewalAt == nil)
        #expect(canceled.nextRenewalAt == nil)
        #expect(canceled.until == (try Self.instant("2026-04-01T11:00:00Z")))

        let second = try self.receipt(1, at: "2026-04-05T11:00:00Z")
        let over = try await self.state(
            after: #""auto_renew_status":"false","expiration_intent":1,"latest_expired_receipt":"\#(second)","#
                + #""latest_expired_receipt_info":\#(try Self.row(0))"#
        )
        #expect(over.phase == .expired(isConfirmed: true))
        #expect(over.renewStatus == .off)
        #expect(over.expirationIntent == 1)
        #expect(over.nextRenewalAt == nil)

        let third = try self.receipt(2, at: "2026-04-11T11:00:00Z")
        let again = try await self.state(
            after: #""auto_renew_status":"true","latest_receipt":"\#(third)","latest_receipt_info":\#(try Self.row(1))"#
        )
        #expect(again.phase == .active)
        #expect(again.renewStatus == .on)
        #expect(again.lastRenewalAt == (try Self.instant("2026-04-10T11:00:00Z")))
        #expect(again.nextRenewalAt == (try Self.instant("2026-05-10T11:00:00Z")))
    }
}
