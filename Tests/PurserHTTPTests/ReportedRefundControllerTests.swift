import AppStore
import AppStoreSimulator
import Foundation
import HTTPTypes
import Ledger
import PurserHTTP
import PurserService
import PurserTesting
import Testing

/// Refunds that a notification of version 1 reports and that Apple did not sign, from the body to the list.
@Suite struct ReportedRefundControllerTests {
    static let secret = "0123456789abcdef0123456789abcdef"
    static let gems = ProductID("gems.600")

    let authority: ReceiptAuthority
    let server: TestServer

    init() throws { try self.init(.show) }

    init(_ treatment: ReportedRefund.Treatment) throws {
        self.authority = try ReceiptAuthority()
        let shop = try TestShop(receipts: self.authority)
        let catalog = Catalog(
            products: shop.app.catalog.products,
            coins: shop.app.catalog.coins,
            reportedRefunds: treatment
        )
        self.server = try TestServer(
            shop: shop,
            app: ServedApp(
                name: shop.app.name,
                verifier: shop.app.verifier,
                catalog: catalog,
                sharedSecrets: SharedSecrets([Self.secret])
            )
        )
    }

    /// A customer buys coins, and the app finishes them: no receipt lists them from now on.
    private func buy(
        _ id: String,
        by customer: String = "anna",
        signedAt: Instant? = nil,
        number: UInt64 = 1
    ) async throws {
        let now = self.server.shop.ambient.now()
        let snapshot = TransactionSnapshot(
            transactionID: TransactionID(id),
            originalTransactionID: OriginalTransactionID(id),
            productID: Self.gems,
            kind: .consumable,
            purchaseAt: now - .days(1),
            signedAt: signedAt ?? now - .days(1),
            digest: .number(number)
        )
        var intake = Sample.facts(
            [snapshot],
            submission: Sample.submission(customer, id, at: now),
            app: self.server.shop.app.name
        )
        intake.receivedAt = now
        intake.catalog = self.server.app.catalog
        _ = try await self.server.shop.repository.record(intake)
    }

    static func row(_ id: String, canceled: Bool = true) -> String {
        let canceledAt = canceled ? #","cancellation_date_ms":"1772366400000","cancellation_reason":"1""# : ""
        return #"{"transaction_id":"\#(id)","original_transaction_id":"\#(id)","product_id":"gems.600","#
            + #""quantity":"1","purchase_date_ms":"1772362800000"\#(canceledAt)}"#
    }

    func report(
        _ rows: [String],
        password: String = Self.secret,
        bundleID: String = SamplePayloads.bundleID,
        environment: String = "PROD"
    ) async throws -> TestServer.TestResponse {
        // The receipt of the same Apple Account has nothing in it that was finished.
        let receipt = Data(try self.authority.signer.receipt(SampleReceipts.draft(rows: 0))).base64EncodedString()
        let json =
            #"{"notification_type":"REFUND","environment":"\#(environment)","password":"\#(password)","#
            + #""bid":"\#(bundleID)","bvrs":"7","unified_receipt":{"latest_receipt":"\#(receipt)","status":0,"#
            + #""environment":"Production","latest_receipt_info":[\#(rows.joined(separator: ","))]}}"#
        return try await self.server.send(
            .post,
            "/apple/shop/notifications",
            key: nil,
            body: Array(json.utf8)
        )
    }

    private func list(_ query: String = "") async throws -> [JSONValue] {
        let page = try await self.server.send(.get, "/v1/reported-refunds" + query)
        #expect(page.status == .ok, "\(page.text)")
        guard case .array(let reports)? = page["reports"] else { return [] }
        return reports
    }

    private func purchase(_ id: String) async throws -> Purchase? {
        try await self.server.shop.repository.read { view in
            try view.chain(
                of: TransactionID(id),
                app: self.server.app.name,
                environment: .production
            )
        }?.chain.purchases.first
    }

    @Test("The refund of a finished consumable is a report on its purchase, in the list, and again the same")
    func reported() async throws {
        try await self.buy("71")
        let first = try await self.report([Self.row("71"), Self.row("72", canceled: false)])
        #expect(first.status == .ok && first["outcome"] == .string("recorded"), "\(first.text)")
        let again = try await self.report([Self.row("71"), Self.row("72", canceled: false)])
        #expect(again["outcome"] == .string("duplicate"), "\(again.text)")
        let reports = try await self.list()
        #expect(reports.count == 1)
        #expect(reports.first?["state"] == .string("refundReported"))
        #expect(reports.first?["treatment"] == .string("show"))
        #expect(reports.first?["transaction"] == .string("71"))
        #expect(reports.first?["customer"] == .string("anna"))
        let report = try await self.server.send(.get, "/v1/refund-report")
        #expect(report["reported"]?["refundReported"] == .number("1"), "\(report.text)")
        for outside in ["since=2999-01-01T00:00:00Z", "until=2001-01-01T00:00:00Z"] {
            let empty = try await self.server.send(.get, "/v1/refund-report?\(outside)")
            #expect(empty["reported"]?["refundReported"] == .number("0"), "\(empty.text)")
        }
        let shown = try await self.server.send(.get, "/v1/customers/anna/transactions")
        guard case .array(let lines)? = shown["transactions"] else {
            Issue.record("The purchase is listed: \(shown.text)")
            return
        }
        #expect(lines.first?["state"] == .string("refundReported"))
        #expect(lines.first?["reportedRefund"]?["treatment"] == .string("show"))
        #expect(try await self.purchase("71")?.isRevoked == false)
    }

    @Test("A report whose purchase is not known is kept, and counts once the purchase comes")
    func early() async throws {
        let answer = try await self.report([Self.row("71")])
        #expect(answer["outcome"] == .string("recorded"), "\(answer.text)")
        #expect(try await self.list().first?["state"] == .string("purchaseUnknown"))
        try await self.buy("71")
        #expect(try await self.list().first?["state"] == .string("refundReported"))
        #expect(try await self.purchase("71")?.reportedRefund != nil)
    }

    @Test("A wrong secret leaves nothing, and another app's notification is refused with the right one")
    func hostile() async throws {
        try await self.buy("71")
        let position = try await self.server.shop.repository.read { view in try view.newestEvidencePosition() }
        let wrong = try await self.report([Self.row("71")], password: "wrong")
        #expect(wrong.status == .badRequest && wrong.code == "notification_secret_wrong")
        let foreign = try await self.report([Self.row("71")], bundleID: "com.example.other")
        #expect(foreign.status == .serviceUnavailable && foreign.code == "bundle_id_mismatch")
        #expect(try await self.list().isEmpty)
        #expect(try await self.purchase("71")?.reportedRefund == nil)
        #expect(try await self.server.shop.repository.read { view in try view.newestEvidencePosition() } == position)
        // Another product's name does not lend its treatment to this purchase.
        let renamed = Self.row("71").replacingOccurrences(of: "gems.600", with: "frame.gold")
        _ = try await self.report([renamed])
        #expect(try await self.list().first?["state"] == .string("purchaseUnknown"))
        #expect(try await self.purchase("71")?.reportedRefund == nil)
    }

    @Test("An upgrade cancels a row too, and is no report")
    func upgraded() async throws {
        let upgraded = Self.row("71").replacingOccurrences(of: "}", with: #","is_upgraded":"true"}"#)
        _ = try await self.report([upgraded])
        #expect(try await self.list().isEmpty)
    }

    @Test("Under `act` the purchase counts as refunded, and what Apple signs a day later restores it")
    func acted() async throws {
        let shop = try Self(.act)
        try await shop.buy("71")
        _ = try await shop.report([Self.row("71")])
        #expect(try await shop.purchase("71")?.isRevoked == true)
        #expect(try await shop.list().first?["treatment"] == .string("act"))
        let now = shop.server.shop.ambient.now()
        shop.server.shop.setNow(now + .days(2))
        try await shop.buy("71", signedAt: now + .days(2), number: 2)
        #expect(try await shop.purchase("71")?.isRevoked == false)
        #expect(try await shop.list().first?["state"] == .string("undone"))
    }

    @Test("The list goes on page by page")
    func pages() async throws {
        for id in ["71", "72", "73"] { _ = try await self.report([Self.row(id)]) }
        let page = try await self.server.send(.get, "/v1/reported-refunds?limit=2")
        guard case .array(let reports)? = page["reports"], case .string(let next)? = page["next"] else {
            Issue.record("There is a next page: \(page.text)")
            return
        }
        #expect(reports.count == 2)
        let rest = try await self.list("?limit=2&cursor=\(next)")
        #expect(rest.map { $0["transaction"] } == [.string("73")])
        let wrong = try await self.server.send(.get, "/v1/reported-refunds?cursor=x")
        #expect(wrong.status == .unprocessableContent)
    }
}
