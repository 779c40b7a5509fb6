import AppStore
import AppStoreSimulator
import Foundation
import HTTPTypes
import Ledger
import PurserHTTP
import PurserService
import PurserTesting
import Testing

/// The numbers of the app and its products, as receipts and notifications of version 1 state them.
@Suite struct ItemNumberControllerTests {
    private static let secret = "0123456789abcdef0123456789abcdef"
    private static let monthly: Int64 = 6_447_400_001
    private static let gems: Int64 = 1_146_327_846
    /// The catalog has numbers for two of three products.
    private static let catalog = Catalog(
        products: Dictionary(
            uniqueKeysWithValues: [
                Product(id: ProductID("pro.monthly"), kind: .autoRenewable, group: "pro", appStoreID: Self.monthly),
                Product(id: ProductID("gems.600"), kind: .consumable, appStoreID: Self.gems),
                Product(id: ProductID("frame.gold"), kind: .nonConsumable),
            ].map { ($0.id, $0) }
        )
    )

    private let authority: ReceiptAuthority
    private let server: TestServer

    init() throws {
        self.authority = try ReceiptAuthority()
        self.server = try Self.server(self.authority, secrets: SharedSecrets([Self.secret]))
    }

    private static func server(_ authority: ReceiptAuthority, secrets: SharedSecrets) throws -> TestServer {
        let shop = try TestShop(receipts: authority)
        return try TestServer(
            shop: shop,
            app: ServedApp(
                name: shop.app.name,
                verifier: shop.app.verifier,
                catalog: Self.catalog,
                sharedSecrets: secrets
            )
        )
    }

    /// What a receipt states: the type of its environment, the app's number, and a product with its number.
    struct Form: Sendable {
        var type = "Production"
        var app: Int64? = SamplePayloads.appAppleID
        var product = "pro.monthly"
        var item: Int64?
        var code = ""
    }

    /// A receipt of one purchase, and of a second one that nothing is wrong with.
    private func receipt(_ form: Form) throws -> String {
        var draft = ReceiptDraft()
        draft.add(0, text: form.type)
        if let app = form.app { draft.add(1, number: app) }
        draft.add(2, text: SamplePayloads.bundleID)
        draft.add(12, instant: SampleReceipts.createdAt)
        for (id, product, item) in [("10", form.product, form.item), ("20", "frame.gold", nil)] {
            var row = ReceiptDraft()
            row.add(1702, text: product)
            row.add(1703, text: id)
            row.add(1704, instant: "2026-03-01T11:00:00Z")
            row.add(1705, text: id)
            row.add(1707, number: product == "pro.monthly" ? 3 : 0)
            row.add(1708, instant: product == "pro.monthly" ? "2026-04-01T11:00:00Z" : "")
            if let item { row.add(1710, number: item) }
            draft.add(purchase: row)
        }
        return Data(try self.authority.signer.receipt(draft)).base64EncodedString()
    }

    private func submit(_ receipt: String, to server: TestServer? = nil) async throws -> TestServer.TestResponse {
        let body = #"{"customer":"anna","receipt":"\#(receipt)"}"#
        return try await (server ?? self.server).send(.post, "/v1/purchases", body: Array(body.utf8))
    }

    private func keptCount() async throws -> Int {
        try await self.server.shop.repository.read { view in try view.evidence(after: 0, limit: 9) }.count
    }

    @Test(
        "A receipt with the numbers of the app and the product is taken, and so is one without; the Sandbox states 0",
        arguments: [
            Form(item: Self.monthly), Form(item: nil), Form(product: "frame.gold", item: 7),
            Form(type: "ProductionSandbox", app: 0, item: 0), Form(type: "ProductionSandbox", app: nil, item: nil),
            Form(type: "ProductionSandbox", item: Self.monthly),
        ]
    )
    func taken(form: Form) async throws {
        let answer = try await self.submit(self.receipt(form))
        #expect(answer.status == .ok, "\(answer.text)")
        #expect(try await self.keptCount() == 1)
    }

    @Test(
        "A receipt of the right bundle that states another app or product is refused whole, by submission and drop-in",
        arguments: [
            Form(app: 7, item: Self.monthly, code: "app_apple_id_mismatch"),
            Form(app: 0, item: Self.monthly, code: "app_apple_id_missing"),
            Form(type: "ProductionSandbox", app: 7, item: 0, code: "app_apple_id_mismatch"),
            Form(item: Self.gems, code: "product_item_id_mismatch"),
            Form(item: 99, code: "product_item_id_mismatch"), Form(item: 0, code: "product_item_id_mismatch"),
            Form(product: "frame.gold", item: Self.gems, code: "product_item_id_mismatch"),
            Form(type: "ProductionSandbox", app: 0, item: Self.gems, code: "product_item_id_mismatch"),
        ]
    )
    func refused(form: Form) async throws {
        let receipt = try self.receipt(form)
        let answer = try await self.submit(receipt)
        #expect(answer.status == .unprocessableContent, "\(answer.text)")
        #expect(answer.code == form.code)
        #expect(answer["field"] == .string("receipt"))
        let path = form.type == "Production" ? "/verifyReceipt" : "/sandbox/verifyReceipt"
        let body = #"{"receipt-data":"\#(receipt)","password":"\#(Self.secret)"}"#
        let dropIn = try await self.server.send(.post, path, key: nil, body: Array(body.utf8))
        #expect(dropIn["status"] == .number("21003"), "\(dropIn.text)")
        #expect(try await self.keptCount() == 0)
    }

    // MARK: Notifications of version 1

    /// Members at the top of a notification and in its row.
    struct Notice: Sendable {
        var bundleID = SamplePayloads.bundleID
        var top = ""
        var row = ""
        var code = ""
    }

    private func post(
        _ notice: Notice,
        password: String = Self.secret,
        isSandbox: Bool = false,
        to server: TestServer? = nil
    ) async throws -> TestServer.TestResponse {
        let form = isSandbox ? Form(type: "ProductionSandbox", app: 0, item: 0) : Form(item: Self.monthly)
        let row =
            #"{"transaction_id":"10","original_transaction_id":"10","product_id":"pro.monthly","#
            + #""purchase_date_ms":"1772362800000","expires_date_ms":"1775041200000"\#(notice.row)}"#
        let body =
            #"{"notification_type":"DID_RENEW","environment":"\#(isSandbox ? "Sandbox" : "PROD")","#
            + #""password":"\#(password)","bid":"\#(notice.bundleID)"\#(notice.top),"unified_receipt":{"status":0,"#
            + #""latest_receipt":"\#(try self.receipt(form))","latest_receipt_info":[\#(row)]}}"#
        return try await (server ?? self.server).send(
            .post,
            "/apple/shop/notifications",
            key: nil,
            body: Array(body.utf8)
        )
    }

    @Test("A notification of version 1 with the numbers of the app and the product is taken; the Sandbox states 0")
    func notified() async throws {
        let right = Notice(
            top: #","app_item_id":1234567890"#,
            row: #","bid":"com.example.shop","app_item_id":"1234567890","item_id":"\#(Self.monthly)""#
        )
        let taken = try await self.post(right)
        #expect(taken["outcome"] == .string("recorded"), "\(taken.text)")
        let zero = Notice(top: #","app_item_id":0"#, row: #","app_item_id":"0","item_id":"0""#)
        let sandbox = try await self.post(zero, isSandbox: true)
        #expect(sandbox["outcome"] == .string("recorded"), "\(sandbox.text)")
    }

    @Test(
        "A version 1 notification of another bundle, app or product has no effect, even with the app's secret",
        arguments: [
            Notice(bundleID: "com.other", code: "bundle_id_mismatch"),
            Notice(row: #","bid":"com.other""#, code: "bundle_id_mismatch"),
            Notice(top: #","app_item_id":7"#, code: "app_apple_id_mismatch"),
            Notice(row: #","app_item_id":"7""#, code: "app_apple_id_mismatch"),
            Notice(row: #","item_id":"\#(Self.gems)""#, code: "product_item_id_mismatch"),
            Notice(top: #","product_id":"gems.600","item_id":99"#, code: "product_item_id_mismatch"),
            Notice(
                top: #","latest_receipt_info":{"product_id":"gems.600","item_id":"99"}"#,
                code: "product_item_id_mismatch"
            ),
        ]
    )
    func notice(notice: Notice) async throws {
        let refused = try await self.post(notice)
        #expect(refused.status == .serviceUnavailable, "\(refused.text)")
        #expect(refused.code == notice.code)
        #expect(try await self.keptCount() == 0)
        // A client without the secret gets no information.
        #expect(try await self.post(notice, password: "wrong").code == "notification_secret_wrong")
        let keyless = try Self.server(self.authority, secrets: SharedSecrets())
        let anybody = try await self.post(notice, to: keyless)
        #expect(anybody.status == .badRequest)
        #expect(anybody.code == notice.code)
        #expect(try await self.post(Notice(), to: keyless)["outcome"] == .string("recorded"))
    }

    @Test("In the Sandbox a number that is not 0 is compared as in Production")
    func sandboxNotice() async throws {
        let app = try await self.post(Notice(row: #","app_item_id":"7""#), isSandbox: true)
        #expect(app.code == "app_apple_id_mismatch")
        let item = try await self.post(Notice(row: #","item_id":"\#(Self.gems)""#), isSandbox: true)
        #expect(item.code == "product_item_id_mismatch")
    }

    // MARK: Receipts from before iOS 7

    private static func oldReceipt(_ fields: [(name: String, value: String)], isSandbox: Bool = false) throws -> String
    {
        let all = [
            (name: "transaction-id", value: "10"), (name: "product-id", value: "pro.monthly"),
            (name: "bid", value: SamplePayloads.bundleID), (name: "purchase-date-ms", value: "1772362800000"),
            (name: "purchase-date", value: "2026-03-01 11:00:00 Etc/GMT"),
            (name: "expires-date", value: "1775041200000"),
        ]
        let signer = try TransactionReceiptSigner(key: ReceiptKeys.transactionKey())
        return Data(try signer.receipt(all + fields, environment: isSandbox ? "Sandbox" : nil)).base64EncodedString()
    }

    @Test("A receipt from before iOS 7 that states another app or product is refused before Apple is asked")
    func old() async throws {
        for (name, value, code) in [
            ("item-id", "\(Self.gems)", "product_item_id_mismatch"), ("item-id", "0", "product_item_id_mismatch"),
            ("app-item-id", "7", "app_apple_id_mismatch"),
        ] {
            let refused = try await self.submit(Self.oldReceipt([(name: name, value: value)]))
            #expect(refused.status == .unprocessableContent, "\(refused.text)")
            #expect(refused.code == code)
        }
        // What states the right numbers, or the Sandbox's, gets as far as to Apple, which this app has no key for.
        let right = [(name: "item-id", value: "\(Self.monthly)"), (name: "app-item-id", value: "1234567890")]
        #expect(try await self.submit(Self.oldReceipt(right)).code == "transaction_receipt_needs_key")
        let zero = [(name: "item-id", value: "0"), (name: "app-item-id", value: "0")]
        #expect(try await self.submit(Self.oldReceipt(zero, isSandbox: true)).code == "transaction_receipt_needs_key")
        #expect(try await self.submit(Self.oldReceipt([])).code == "transaction_receipt_needs_key")
    }

    @Test("The drop-in answers a receipt from before iOS 7 only with the right numbers, although the ledger knows it")
    func oldDropIn() async throws {
        #expect(try await self.submit(self.receipt(Form(item: Self.monthly))).status == .ok)
        for (number, status) in [(Self.monthly, "0"), (Self.gems, "21003")] {
            let old = try Self.oldReceipt([(name: "item-id", value: "\(number)")])
            let body = #"{"receipt-data":"\#(old)","password":"\#(Self.secret)"}"#
            let answer = try await self.server.send(.post, "/verifyReceipt", key: nil, body: Array(body.utf8))
            #expect(answer["status"] == .number(status), "\(answer.text)")
        }
    }
}
