import AppStore
import AppStoreSimulator
import Foundation
import HTTPTypes
import Ledger
import PurserHTTP
import PurserService
import PurserTesting
import Testing

@Suite struct ReceiptControllerTests {
    let authority: ReceiptAuthority
    let server: TestServer

    init() throws {
        self.authority = try ReceiptAuthority()
        self.server = try TestServer(shop: TestShop(receipts: self.authority))
    }

    /// A purchase in a receipt; a number of kind 3 is a month of a subscription.
    private static func row(
        _ id: String,
        _ product: String = "pro.monthly",
        kind: Int64 = 3,
        purchasedAt: String = "2026-03-01T11:00:00Z",
        canceledAt: String = ""
    ) -> ReceiptDraft {
        var row = ReceiptDraft()
        row.add(1701, number: 1)
        row.add(1702, text: product)
        row.add(1703, text: id)
        row.add(1704, instant: purchasedAt)
        row.add(1705, text: id)
        row.add(1707, number: kind)
        row.add(1708, instant: kind == 3 ? "2026-04-01T11:00:00Z" : "")
        row.add(1712, instant: canceledAt)
        return row
    }

    private func receipt(_ rows: [ReceiptDraft], _ draft: ReceiptDraft = SampleReceipts.draft(rows: 0)) throws -> String
    {
        var draft = draft
        for row in rows { draft.add(purchase: row) }
        return try self.authority.signer.receipt(draft).base64
    }

    private func submit(
        _ receipt: String,
        _ customer: String = "anna",
        further: String = "",
        path: String = "/v1/purchases"
    ) async throws -> TestServer.TestResponse {
        try await self.server.send(
            .post,
            path,
            body: Array(#"{"customer":"\#(customer)","receipt":"\#(receipt)"\#(further)}"#.utf8)
        )
    }

    @Test("A receipt gives its customer one purchase of each kind, and again the same")
    func submitted() async throws {
        let receipt = try self.receipt([
            Self.row("10"), Self.row("20", "frame.gold", kind: 0), Self.row("30", "gems.600", kind: 1),
        ])
        let first = try await self.submit(receipt)
        #expect(first.status == .ok, "\(first.text)")
        #expect(first["finish"] == .string("yes"))
        #expect(first.text.contains(#""claim":{"owned":true,"reason":"purchaser"}"#))
        for id in ["10", "20", "30"] { #expect(first.text.contains(#""transaction":"\#(id)""#)) }
        let entitlements = try await self.server.shop.entitlements(of: "anna")
        #expect(Set(entitlements.map(\.name.rawValue)) == ["pro", "frame"])
        #expect(entitlements.allSatisfy { $0.isActive })
        #expect(try await self.submit(receipt)["finish"] == .string("already"))
        let stored = try await self.server.shop.repository.read { view in try view.evidence(after: 0, limit: 9) }
        #expect(stored.map(\.evidence.kind) == [.receipt])
    }

    @Test(
        "Another customer's purchase keeps its owner; a purchase without an owner goes to the submitter"
    )
    func shared() async throws {
        _ = try await self.submit(self.receipt([Self.row("10")]))
        let both = try self.receipt([Self.row("10"), Self.row("20", "frame.gold", kind: 0)])
        let second = try await self.submit(both, "bert", further: #","intent":"sync""#)
        #expect(second["transaction"] == .string("20"))
        #expect(second.text.contains(#""claim":{"owned":true,"reason":"firstSubmission"}"#))
        #expect(second.text.contains(#""claim":{"owned":false,"reason":"owned_by_another"},"kind":"Auto-Renewable"#))
        #expect(!second.text.contains("anna"))
        #expect(try await self.server.shop.entitlements(of: "anna").map(\.name.rawValue) == ["pro"])
        #expect(try await self.server.shop.entitlements(of: "bert").map(\.name.rawValue) == ["frame"])
        let only = try await self.submit(self.receipt([Self.row("10")]), "bert")
        #expect(only["finish"] == .string("yes"))
        #expect(only.text.contains(#""claim":{"owned":false,"reason":"owned_by_another"}"#))
    }

    private func owned(by customer: String) async throws -> Set<String> {
        let customer = try #require(CustomerID(customer))
        let ledger = try await self.server.shop.repository.read { view in
            try view.ledger(
                of: customer,
                app: self.server.app.name,
                environment: .production
            )
        }
        return Set(ledger.chains.flatMap(\.chain.transactions).map(\.transactionID.rawValue))
    }

    @Test("Of other customers' purchases in a receipt the newest of each type is submitted, regardless of repetitions")
    func strangers() async throws {
        let receipt = try self.receipt([
            Self.row("10", "gems.600", kind: 1),
            Self.row("11", "gems.600", kind: 1, purchasedAt: "2026-03-01T11:10:00Z"),
            Self.row("12", "gems.600", kind: 1, purchasedAt: "2026-03-01T11:20:00Z"),
            Self.row("20", "frame.gold", kind: 0), Self.row("30"),
        ])
        for finish in ["yes", "already", "already"] {
            let answer = try await self.submit(receipt)
            #expect(answer["transaction"] == .string("12"), "\(answer.text)")
            #expect(answer["finish"] == .string(finish))
            #expect(try await self.owned(by: "anna") == ["12", "20", "30"])
        }
        // For another customer what has an owner is passed over; all that is left needs a word of its own.
        #expect(try await self.submit(receipt, "bert")["transaction"] == .string("11"))
        #expect(try await self.owned(by: "bert") == ["11"])
        _ = try await self.submit(receipt, "bert", further: #","transactionId":"10""#)
        #expect(try await self.owned(by: "bert") == ["10", "11"])
        #expect(try await self.owned(by: "anna") == ["12", "20", "30"])
    }

    @Test("A sync and a restore submit every purchase of a receipt without an owner", arguments: ["sync", "restore"])
    func all(intent: String) async throws {
        let receipt = try self.receipt(["10", "11", "12"].map { Self.row($0, "gems.600", kind: 1) })
        #expect(try await self.submit(receipt, "bert")["transaction"] == .string("12"))
        _ = try await self.submit(receipt, further: #","intent":"\#(intent)""#)
        #expect(try await self.owned(by: "anna") == ["10", "11"])
        #expect(try await self.owned(by: "bert") == ["12"])
    }

    @Test("With a transaction id that purchase alone is submitted, and one that is not listed is refused")
    func named() async throws {
        let receipt = try self.receipt([Self.row("10"), Self.row("20", "frame.gold", kind: 0)])
        let answer = try await self.submit(receipt, further: #","transactionId":"20""#)
        #expect(answer["transaction"] == .string("20"))
        #expect(try await self.server.shop.entitlements(of: "anna").map(\.name.rawValue) == ["frame"])
        let missing = try await self.submit(receipt, further: #","transactionId":"30""#)
        #expect(missing.status == .unprocessableContent)
        #expect(missing.code == "transaction_not_in_receipt")
    }

    @Test("A receipt without purchases gives nothing and leaves the transaction unfinished")
    func empty() async throws {
        let answer = try await self.submit(self.receipt([]))
        #expect(answer.status == .ok, "\(answer.text)")
        #expect(answer["finish"] == .string("no"))
        #expect(answer["purchases"] == .array([]))
        #expect(answer["transaction"] == nil)
    }

    @Test("A refund in a later receipt ends the entitlement, and an earlier receipt brings nothing back")
    func refunded() async throws {
        let before = try self.receipt([Self.row("20", "frame.gold", kind: 0)])
        let after = try self.receipt([Self.row("20", "frame.gold", kind: 0, canceledAt: "2026-03-01T11:30:00Z")])
        for receipt in [before, after, before] { _ = try await self.submit(receipt) }
        let entitlements = try await self.server.shop.entitlements(of: "anna")
        #expect(!entitlements.contains { $0.isActive })
    }

    @Test("A preview says what would be and records nothing")
    func preview() async throws {
        let answer = try await self.submit(self.receipt([Self.row("10")]), path: "/v1/purchases?dryRun=true")
        #expect(answer["dryRun"] == .bool(true))
        #expect(answer.text.contains(#""active":true"#))
        #expect(try await self.server.shop.repository.read { view in try view.evidence(after: 0, limit: 1) }.isEmpty)
    }

    @Test("Each hostile receipt is refused with a code of its own, and nothing of it is kept")
    func hostile() async throws {
        let good = try self.receipt([Self.row("10")])
        let stranger = try ReceiptAuthority(name: "Stranger")
        let foreign = try stranger.signer.receipt(SampleReceipts.draft(rows: 1)).base64
        let other = try self.authority.signer.receipt(SampleReceipts.draft(rows: 1, bundleID: "com.other")).base64
        let forms: [(String, String)] = [
            (foreign, "chain_root_not_trusted"), (other, "bundle_id_mismatch"), ("%%%", "receipt_not_base64"),
            ("AAAA", "receipt_not_a_receipt"), (String(good.prefix(400)), "receipt_truncated"),
            ("", "receipt_not_base64"),
        ]
        for (receipt, code) in forms {
            let answer = try await self.submit(receipt)
            #expect(answer.status == .unprocessableContent)
            #expect(answer.code == code)
            #expect(answer["field"] == .string("receipt"))
        }
        #expect(try await self.server.shop.repository.read { view in try view.evidence(after: 0, limit: 1) }.isEmpty)
        #expect(try await self.server.shop.entitlements(of: "anna").isEmpty)
        #expect(try await self.submit(good).status == .ok)
    }

    @Test("A receipt made ahead of the clock is to come again, and does")
    func future() async throws {
        let now = self.server.shop.ambient.now()
        self.server.shop.setNow(now - .hours(1))
        let receipt = try self.receipt([Self.row("10")])
        let early = try await self.submit(receipt)
        #expect(early.status == .serviceUnavailable)
        #expect(early.code == "signed_date_in_future")
        self.server.shop.setNow(now)
        #expect(try await self.submit(receipt).status == .ok)
    }

    @Test("A receipt and a signed transaction exclude each other")
    func both() async throws {
        let answer = try await self.submit("AAAA", further: #","signedTransaction":"a""#)
        #expect(answer.code == "field_not_allowed")
    }
}

extension [UInt8] {
    /// The bytes in Base64.
    fileprivate var base64: String { Data(self).base64EncodedString() }
}
