import AppStore
import AppStoreSimulator
import Foundation
import HTTPTypes
import Ledger
import PurserService
import PurserTesting
import Testing

/// Transaction receipts from before iOS 7 at the drop-ins: anyone can create one, so only known purchases are accepted.
@Suite struct OldReceiptControllerTests {
    private static let secret = "0123456789abcdef0123456789abcdef"

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
                sharedSecrets: SharedSecrets([Self.secret, "the next one"])
            )
        )
    }

    /// A receipt of a month from the first of March 2026, with one field changed.
    private func receipt(
        _ changed: (name: String, value: String)? = nil,
        in environment: String? = nil
    ) throws -> String {
        var fields: [(name: String, value: String)] = [
            ("purchase-date-ms", "1772362800000"), ("purchase-date", "2026-03-01 11:00:00 Etc/GMT"),
            ("original-purchase-date-ms", "1772362800000"), ("transaction-id", "1"), ("original-transaction-id", "1"),
            ("product-id", "pro.monthly"), ("quantity", "1"), ("bid", SamplePayloads.bundleID), ("bvrs", "7"),
            ("item-id", "521129812"), ("expires-date", "1775041200000"), ("web-order-line-item-id", "9"),
        ]
        if let changed, let place = fields.firstIndex(where: { $0.name == changed.name }) { fields[place] = changed }
        let signer = try TransactionReceiptSigner(key: ReceiptKeys.transactionKey())
        return Data(try signer.receipt(fields, environment: environment)).base64EncodedString()
    }

    private func ask(
        _ receipt: String,
        password: String? = Self.secret,
        path: String = "/verifyReceipt"
    ) async throws -> TestServer.TestResponse {
        let secret = password.map { #","password":"\#($0)""# } ?? ""
        let body = Array(#"{"receipt-data":"\#(receipt)"\#(secret)}"#.utf8)
        return try await self.server.send(.post, path, key: nil, body: body)
    }

    /// Lets the ledger know the purchase, from an app receipt.
    private func makeKnown() async throws {
        var row = ReceiptDraft()
        row.add(1702, text: "pro.monthly")
        row.add(1703, text: "1")
        row.add(1705, text: "1")
        row.add(1704, instant: "2026-03-01T11:00:00Z")
        row.add(1707, number: 3)
        row.add(1708, instant: "2026-04-01T11:00:00Z")
        var draft = SampleReceipts.draft(rows: 0)
        draft.add(purchase: row)
        let whole = Data(try self.authority.signer.receipt(draft)).base64EncodedString()
        #expect(try await self.ask(whole)["status"] == .number("0"))
    }

    @Test("A known purchase is returned in the old format, with more data for a client with the secret")
    func known() async throws {
        #expect(try await self.ask(self.receipt())["status"] == .number("21003"))
        try await self.makeKnown()
        let whole = try await self.ask(self.receipt())
        #expect(whole["status"] == .number("0"), "\(whole.text)")
        #expect(whole["receipt"]?["bid"] == .string(SamplePayloads.bundleID))
        #expect(whole["receipt"]?["expires_date"] == .string("1775041200000"))
        #expect(whole["receipt"]?["expires_date_formatted"] == .string("2026-04-01 11:00:00 Etc/GMT"))
        #expect(whole["receipt"]?["in_app"] == nil)
        #expect(whole["latest_receipt_info"]?["transaction_id"] == .string("1"))
        #expect(whole["latest_receipt"] != nil)
        let read = try VerifyReceiptResponse(json: Array(whole.text.utf8))
        #expect(read.isOldShape)
        #expect(read.rows.first?.expiresAt?.milliseconds == 1_775_041_200_000)
        let bare = try await self.ask(self.receipt(), password: nil)
        #expect(bare["status"] == .number("0"))
        #expect(bare["latest_receipt_info"] == nil && bare["latest_receipt"] == nil)
    }

    @Test("A subscription that has ended is answered 21006, with its last period")
    func ended() async throws {
        try await self.makeKnown()
        self.server.shop.setNow(Instant(milliseconds: 1_775_041_200_000))
        let answer = try await self.ask(self.receipt())
        #expect(answer["status"] == .number("21006"))
        #expect(answer["latest_expired_receipt_info"]?["transaction_id"] == .string("1"))
        #expect(answer["latest_receipt_info"] == nil)
    }

    @Test(
        "One that says anything else than what is known is not authentic",
        arguments: [
            ("transaction-id", "2"), ("product-id", "pro.yearly"), ("quantity", "2"),
            ("purchase-date-ms", "1772362801000"), ("bid", "com.other"),
        ]
    )
    func forged(name: String, value: String) async throws {
        try await self.makeKnown()
        let answer = try await self.ask(self.receipt((name, value)))
        #expect(answer["status"] == .number("21003"), "\(answer.text)")
    }

    @Test("Secrets and addresses are as with every receipt")
    func addresses() async throws {
        try await self.makeKnown()
        #expect(try await self.ask(self.receipt(), password: "wrong")["status"] == .number("21004"))
        #expect(try await self.ask(self.receipt(), password: "the next one")["status"] == .number("0"))
        #expect(try await self.ask(self.receipt(in: "Sandbox"))["status"] == .number("21007"))
        #expect(try await self.ask(self.receipt(), path: "/sandbox/verifyReceipt")["status"] == .number("21008"))
    }
}
