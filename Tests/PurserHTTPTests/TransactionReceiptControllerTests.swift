import AppStore
import AppStoreSimulator
import Foundation
import HTTPTypes
import Ledger
import PurserService
import PurserTesting
import Testing

/// Transaction receipts from before iOS 7 that are submitted as purchases.
@Suite struct TransactionReceiptControllerTests {
    private static func receipt(of id: String, in world: World) throws -> String {
        Data(try world.transactionReceipt(for: id)).base64EncodedString()
    }

    private static func body(_ receipt: String, further: String = "") -> String {
        #"{"customer":"anna","receipt":"\#(receipt)"\#(further)}"#
    }

    @Test(
        "Apple is asked, and what it signs is taken in: once, and the same again",
        arguments: [WorldEnvironment.production, .sandbox]
    )
    func confirmed(environment: WorldEnvironment) async throws {
        let stage = try WorldStage(environment)
        let world = stage.shop.world
        let id = try world.buy("theme.dark", by: world.customer("phone")).transactionId
        let body = Self.body(try Self.receipt(of: id, in: world))
        let preview = try await stage.send(.post, "/v1/purchases?dryRun=true", body: body)
        #expect(preview.status == .ok, "\(preview.text)")
        #expect(try await stage.shop.repository.read { view in try view.evidence(after: 0, limit: 1) }.isEmpty)
        let done = try await stage.send(.post, "/v1/purchases", body: body)
        #expect(done.status == .ok, "\(done.text)")
        #expect(done["transaction"] == .string(id))
        #expect(done.text.contains(#""name":"theme.dark""#))
        #expect(stage.line.calls.contains { $0.contains("/transactions/\(id)") })
        let again = try await stage.send(.post, "/v1/purchases", body: body)
        #expect(again["finish"] == .string("already"))
        #expect(again["entitlements"] == done["entitlements"])
    }

    @Test(
        "One that states anything else than Apple knows is refused, and nothing of it is kept",
        arguments: [
            ("transaction-id", "999", "transaction_receipt_unconfirmed"),
            ("product-id", "pro.monthly", "transaction_receipt_unconfirmed"),
            ("quantity", "2", "transaction_receipt_unconfirmed"),
            ("purchase-date-ms", "1767225660000", "transaction_receipt_unconfirmed"),
            ("bid", "com.other", "bundle_id_mismatch"),
        ]
    )
    func hostile(field: String, value: String, code: String) async throws {
        let stage = try WorldStage(.production)
        let world = stage.shop.world
        let id = try world.buy("theme.dark", by: world.customer("phone")).transactionId
        let bought = try world.transactionPayload(for: id)
        let milliseconds = try #require(bought.purchaseDate?.milliseconds)
        var fields: [(name: String, value: String)] = [
            ("purchase-date-ms", "\(milliseconds)"), ("purchase-date", "2026-01-01 00:00:00 Etc/GMT"),
            ("transaction-id", id), ("original-transaction-id", id), ("product-id", "theme.dark"), ("quantity", "1"),
            ("bid", stage.app.verifier.app.bundleID), ("bvrs", "7"),
        ]
        let signer = try TransactionReceiptSigner(key: ReceiptKeys.transactionKey())
        let good = Data(try signer.receipt(fields, environment: nil)).base64EncodedString()
        let place = try #require(fields.firstIndex { $0.name == field })
        fields[place].value = value
        let forged = Data(try signer.receipt(fields, environment: nil)).base64EncodedString()
        let refused = try await stage.send(.post, "/v1/purchases", body: Self.body(forged))
        #expect(refused.status == .unprocessableContent, "\(refused.text)")
        #expect(refused.code == code)
        #expect(refused["field"] == .string("receipt"))
        #expect(try await stage.shop.repository.read { view in try view.evidence(after: 0, limit: 1) }.isEmpty)
        // Its twin, which says what Apple knows.
        let taken = try await stage.send(.post, "/v1/purchases", body: Self.body(good))
        #expect(taken.status == .ok, "\(taken.text)")
    }

    @Test("Another transaction beside it, and no key, are refused with codes of their own")
    func refused() async throws {
        let stage = try WorldStage(.production)
        let world = stage.shop.world
        let id = try world.buy("theme.dark", by: world.customer("phone")).transactionId
        let receipt = try Self.receipt(of: id, in: world)
        let other = try await stage.send(
            .post,
            "/v1/purchases",
            body: Self.body(receipt, further: #","transactionId":"999""#)
        )
        #expect(other.code == "transaction_not_in_receipt")
        let signer = try TransactionReceiptSigner(key: ReceiptKeys.transactionKey())
        let fields = [
            (name: "transaction-id", value: "1"), (name: "product-id", value: "pro.monthly"),
            (name: "bid", value: SamplePayloads.bundleID), (name: "purchase-date-ms", value: "1772362800000"),
            (name: "purchase-date", value: "2026-03-01 11:00:00 Etc/GMT"),
        ]
        let unasked = Data(try signer.receipt(fields, environment: nil)).base64EncodedString()
        let keyless = try await TestServer().send(.post, "/v1/purchases", body: Array(Self.body(unasked).utf8))
        #expect(keyless.status == .conflict, "\(keyless.text)")
        #expect(keyless.code == "transaction_receipt_needs_key")
        let torn = String(receipt.prefix(40))
        let malformed = try await stage.send(.post, "/v1/purchases", body: Self.body(torn))
        #expect(malformed.status == .unprocessableContent)
        #expect(malformed["field"] == .string("receipt"))
        #expect(try await stage.shop.repository.read { view in try view.evidence(after: 0, limit: 1) }.isEmpty)
    }
}
