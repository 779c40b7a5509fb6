import AppStore
import AppStoreSimulator
import Foundation
import HTTPTypes
import Ledger
import Logging
import PurserService
import PurserTesting
import Testing

@Suite struct LegacyUsageControllerTests {
    private static let secret = "0123456789abcdef0123456789abcdef"

    private func format(_ name: String, in answer: TestServer.TestResponse) throws -> JSONValue {
        let formats = try #require(answer["formats"]?.looseArray)
        return try #require(formats.first { $0["format"] == .string(name) })
    }

    @Test("Each format is counted with the version of its app, and reported")
    func counted() async throws {
        let authority = try ReceiptAuthority()
        let shop = try TestShop(receipts: authority)
        let server = try TestServer(
            shop: shop,
            app: ServedApp(
                name: shop.app.name,
                verifier: shop.app.verifier,
                catalog: shop.app.catalog,
                sharedSecrets: SharedSecrets([Self.secret])
            )
        )
        let draft = SampleReceipts.draft(rows: 1)
        let receipt = Data(try authority.signer.receipt(draft)).base64EncodedString()
        func post(_ path: String, _ json: String, key: String? = TestServer.key) async throws {
            let answer = try await server.send(.post, path, key: key, body: Array(json.utf8))
            #expect(answer.status == .ok, "\(path): \(answer.text)")
        }
        try await post("/v1/purchases", #"{"customer":"anna","receipt":"\#(receipt)"}"#)
        try await post("/verifyReceipt", #"{"receipt-data":"\#(receipt)"}"#, key: nil)
        try await post("/verifyReceipt", #"{"receipt-data":"\#(receipt)","password":"\#(Self.secret)"}"#, key: nil)
        try await post("/verifyReceipt", #"{"receipt-data":"\#(receipt)","password":"wrong"}"#, key: nil)
        let old = #"{"notification_type":"DID_RENEW","environment":"PROD","bvrs":"7","#
        try await post(
            "/apple/shop/notifications",
            old + #""password":"\#(Self.secret)","unified_receipt":{"latest_receipt":"\#(receipt)"}}"#,
            key: nil
        )
        // Any client could post that one.
        let anybodys = old + #""unified_receipt":{"latest_receipt":"\#(receipt)"}}"#
        let refused = try await server.send(.post, "/apple/shop/notifications", key: nil, body: Array(anybodys.utf8))
        #expect(refused.code == "notification_secret_wrong")
        #expect(try await server.notify(shop.notification()).status == .ok)
        let logger = Logger(label: "test") { _ in SwiftLogNoOpLogHandler() }
        let worker = LegacyUsageWorker(
            counter: shop.legacyUsage,
            repository: shop.repository,
            logger: logger,
            clock: ContinuousClock()
        )
        await worker.write()

        let answer = try await server.send(.get, "/v1/legacy-usage")
        #expect(answer.status == .ok, "\(answer.text)")
        for (name, count) in [
            ("receipt", "1"), ("verifyReceipt", "1"), ("verifyReceiptWithoutPassword", "1"), ("notificationV1", "1"),
            ("notificationV2", "1"), ("signedTransaction", "0"), ("transactionReceipt", "0"),
        ] {
            #expect(try self.format(name, in: answer)["count"] == .number(count), "\(name)")
        }
        let old1 = try self.format("notificationV1", in: answer)
        #expect(old1["versions"]?.looseArray.first?["version"] == .string("7"))
        #expect(old1["step"]?["state"] == .string("used"))
        #expect(old1["shareMilliPercent"] == .number("50000"))
        let chinese = try await server.operate(.get, "legacy-usage?language=zh-Hans")
        #expect(chinese.text.contains("App Store 服务器通知"), "\(chinese.text)")
        #expect(!answer.text.contains("App Store 服务器通知"))
        let other = try await server.send(.get, "/v1/legacy-usage?language=de")
        #expect(other.status == .unprocessableContent && other.code == "field_invalid", "\(other.text)")
    }

    @Test("Days that are no number of days are refused", arguments: ["0", "367", "a", "-1"])
    func days(text: String) async throws {
        let server = try TestServer()
        let answer = try await server.send(.get, "/v1/legacy-usage?days=\(text)")
        #expect(answer.status == .unprocessableContent)
        #expect(answer.code == "days_invalid")
        #expect(try await server.send(.get, "/v1/legacy-usage?days=366").status == .ok)
    }
}
