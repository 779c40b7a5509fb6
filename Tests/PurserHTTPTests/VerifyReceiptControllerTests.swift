import AppStore
import AppStoreSimulator
import Foundation
import HTTPTypes
import Ledger
import PurserHTTP
import PurserService
import PurserTesting
import Testing

@Suite struct VerifyReceiptControllerTests {
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
                sharedSecrets: SharedSecrets([Self.secret])
            )
        )
    }

    private func receipt(_ type: String = "Production", rows: Int = 2) throws -> String {
        var draft = ReceiptDraft()
        draft.add(0, text: type)
        draft.add(1, number: type == "Production" ? SamplePayloads.appAppleID : 0)
        draft.add(2, text: SamplePayloads.bundleID)
        draft.add(12, instant: SampleReceipts.createdAt)
        for row in 0..<rows { draft.add(purchase: SampleReceipts.row(row)) }
        return Data(try self.authority.signer.receipt(draft)).base64EncodedString()
    }

    private func ask(
        _ receipt: String?,
        password: String? = nil,
        further: String = "",
        path: String = "/verifyReceipt"
    ) async throws -> TestServer.TestResponse {
        let data = receipt.map { #""receipt-data":"\#($0)""# } ?? #""other":1"#
        let secret = password.map { #","password":"\#($0)""# } ?? ""
        return try await self.server.send(.post, path, key: nil, body: Array("{\(data)\(secret)\(further)}".utf8))
    }

    @Test("With the shared secret the answer has everything; without it what the receipt itself contains")
    func secret() async throws {
        let whole = try await self.ask(self.receipt(), password: Self.secret)
        #expect(whole.status == .ok)
        #expect(whole["status"] == .number("0"))
        #expect(whole["environment"] == .string("Production"))
        #expect(whole["latest_receipt_info"]?.looseArray.count == 2)
        #expect(whole["receipt"]?["in_app"]?.looseArray.count == 2)
        #expect(whole["latest_receipt"] != nil)
        let bare = try await self.ask(self.receipt())
        #expect(bare["status"] == .number("0"))
        #expect(bare["receipt"]?["in_app"]?.looseArray.count == 2)
        #expect(bare["latest_receipt_info"] == nil)
        #expect(bare["latest_receipt"] == nil)
        #expect(try await self.ask(self.receipt(), password: "wrong")["status"] == .number("21004"))
    }

    @Test("A client without the secret leaves nothing behind, and one with it leaves evidence")
    func evidence() async throws {
        _ = try await self.ask(self.receipt())
        _ = try await self.ask(self.receipt(), password: "wrong")
        #expect(try await self.server.shop.repository.read { view in try view.evidence(after: 0, limit: 1) }.isEmpty)
        _ = try await self.ask(self.receipt(), password: Self.secret)
        #expect(try await self.server.shop.repository.read { view in try view.evidence(after: 0, limit: 9) }.count == 1)
    }

    @Test("The newest transaction of each subscription is answered alone if asked for")
    func excludingOld() async throws {
        let answer = try await self.ask(
            self.receipt(),
            password: Self.secret,
            further: #","exclude-old-transactions":true"#
        )
        #expect(answer["latest_receipt_info"]?.looseArray.count == 1)
        #expect(answer["receipt"]?["in_app"]?.looseArray.count == 2)
    }

    @Test("A receipt of the other environment is sent to the other address, where it is answered")
    func environments() async throws {
        let sandbox = try self.receipt("ProductionSandbox")
        #expect(try await self.ask(sandbox)["status"] == .number("21007"))
        #expect(try await self.ask(sandbox, path: "/sandbox/verifyReceipt")["status"] == .number("0"))
        #expect(try await self.ask(self.receipt(), path: "/sandbox/verifyReceipt")["status"] == .number("21008"))
    }

    @Test("Each hostile receipt has Apple's number for it, and nothing of it is kept")
    func hostile() async throws {
        let good = try self.receipt()
        let stranger = try ReceiptAuthority(name: "Stranger").signer
        let foreign = Data(try stranger.receipt(SampleReceipts.draft(rows: 1))).base64EncodedString()
        let other = Data(
            try self.authority.signer.receipt(SampleReceipts.draft(rows: 1, bundleID: "com.other"))
        ).base64EncodedString()
        let forms: [(String?, String)] = [
            (nil, "21002"), ("%%%", "21002"), ("AAAA", "21002"), (String(good.prefix(800)), "21002"),
            (foreign, "21003"), (other, "21003"),
        ]
        for (receipt, status) in forms {
            let answer = try await self.ask(receipt, password: Self.secret)
            #expect(answer.status == .ok)
            #expect(answer["status"] == .number(status))
            #expect(answer["receipt"] == nil)
        }
        let unreadable = try await self.server.send(.post, "/verifyReceipt", key: nil, body: Array("receipt".utf8))
        #expect(unreadable["status"] == .number("21000"))
        #expect(try await self.server.shop.repository.read { view in try view.evidence(after: 0, limit: 1) }.isEmpty)
    }
}
