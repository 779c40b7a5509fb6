import AppStore
import AppStoreSimulator
import Foundation
import PurserTesting
import Testing

/// Tests a simulated store's receipts with the real verifier and with independent software.
@Suite struct DeviceReceiptTests {
    private static func verifier(
        of world: World,
        _ environment: AppStoreEnvironment = .production
    ) throws -> SignedDataVerifier {
        let identity = AppIdentity(
            bundleID: "com.example.shop",
            appAppleID: 1_234_567_890,
            environments: [environment]
        )
        let anchors = try TrustAnchors(roots: [world.certificates.root])
        return SignedDataVerifier(signatures: SignatureVerifier(anchors: anchors), app: try #require(identity))
    }

    private static func base64(_ receipt: DeviceReceipt) -> String { Data(receipt.bytes).base64EncodedString() }

    @Test("A receipt contains all purchases of the customer in the app, as in the store", arguments: [false, true])
    func purchases(isSHA1: Bool) throws {
        let world = try Shop.world()
        let anna = try world.customer("anna")
        let subscription = try world.buy(Shop.monthly, by: anna)
        try world.buy("theme.dark", by: anna)
        try world.buy("pass.summer", by: anna)
        let coins = try world.buy(Shop.coins, by: anna, quantity: 3)
        try world.buy(Shop.coins, by: try world.customer("ben"))
        try world.advance(by: .months(1))
        try world.refund(coins.transactionId)
        let receipt = try world.receipt(of: anna, isSHA1: isSHA1)
        let verifier = try Self.verifier(of: world)
        let verified = try verifier.receipt(Self.base64(receipt), at: world.now, device: receipt.device)
        #expect(verified.createdAt.milliseconds == world.now.milliseconds / 1000 * 1000)
        let rows = verified.payload.transactions
        #expect(rows.count == 5)
        for row in rows {
            let truth = try world.transactionPayload(for: try #require(row.transactionID))
            #expect(row.productID == truth.productId && row.originalTransactionID == truth.originalTransactionId)
            #expect(row.productType == truth.type && row.quantity == truth.quantity.map { Int64($0) })
            func second(_ instant: Timestamp?) -> Int64? { instant.map { $0.milliseconds / 1000 } }
            #expect(second(row.purchasedAt) == second(truth.purchaseDate))
            #expect(second(row.originallyPurchasedAt) == second(truth.originalPurchaseDate))
            #expect(second(row.expiresAt) == second(truth.expiresDate))
            // A receipt contains no refund date of a consumable.
            #expect(second(row.canceledAt) == (truth.type == .consumable ? nil : second(truth.revocationDate)))
            #expect(row.webOrderLineItemID.map { String($0) } == truth.webOrderLineItemId)
        }
        let months = rows.filter { $0.originalTransactionID == subscription.transactionId }
        #expect(Set(months.map(\.productID)) == [Shop.monthly] && months.count == 2)
    }

    @Test("Finished consumables are not in the receipt, and each customer has their own receipt")
    func consumables() throws {
        let world = try Shop.world(environment: .sandbox)
        let anna = try world.customer("anna")
        let ben = try world.customer("ben")
        let coins = try world.buy(Shop.coins, by: anna)
        let verifier = try Self.verifier(of: world, .sandbox)
        func count(_ customer: WorldCustomer) throws -> Int {
            let receipt = try world.receipt(of: customer)
            return try verifier.receipt(Self.base64(receipt), at: world.now).payload.transactions.count
        }
        #expect(try count(anna) == 1)
        #expect(try count(ben) == 0)
        #expect(throws: VerificationError.self) {
            try verifier.receipt(
                Self.base64(try world.receipt(of: anna)),
                at: world.now,
                device: try world.receipt(of: ben).device
            )
        }
        try world.act(.finish) { $0.transaction = coins.transactionId }
        #expect(try count(anna) == 0)
        #expect(throws: WorldError.self) { try world.receipt(of: WorldCustomer(name: "nobody")) }
    }

    /// A world that sells one product with a number in its catalog, and one without.
    private static func numberedWorld(seed: UInt64 = 7, environment: WorldEnvironment = .production) throws -> World {
        let storeKit = """
            {"products": [
            {"productID": "gems", "type": "Consumable", "displayPrice": "0.99", "internalID": "1146327846"},
            {"productID": "frame", "type": "NonConsumable", "displayPrice": "2.99", "internalID": "12345678"}],
            "version": {"major": 3, "minor": 0}}
            """
        return try World(
            seed: seed,
            startingAt: Shop.opening,
            app: WorldApp(bundleId: "com.example.shop", appAppleId: 1_234_567_890, environment: environment),
            catalog: StoreKitFile(Array(storeKit.utf8), file: "shop.storekit").catalog
        )
    }

    /// What the receipts of a customer who bought both state: the app's number, and those of the products.
    private static func numbers(in world: World, _ environment: AppStoreEnvironment = .production) throws -> [Int64?] {
        let anna = try world.customer("anna")
        let old = try ["gems", "frame"].map { product in
            let bytes = try world.transactionReceipt(for: try world.buy(product, by: anna).transactionId)
            return try UnverifiedTransactionReceipt(base64: Data(bytes).base64EncodedString())
        }
        let receipt = Self.base64(try world.receipt(of: anna))
        let payload = try Self.verifier(of: world, environment).receipt(receipt, at: world.now).payload
        let rows = Dictionary(payload.transactions.map { ($0.productID, $0.productItemID) }) { first, _ in first }
        #expect(old.map(\.itemID) == [rows["gems"] ?? nil, rows["frame"] ?? nil])
        #expect(old.map { $0.fields["app-item-id"] } == [payload.appAppleID, payload.appAppleID].map { "\($0 ?? -1)" })
        return [payload.appAppleID, rows["gems"] ?? nil, rows["frame"] ?? nil]
    }

    @Test("Receipts of Production contain the numbers of the app and its products, those of the Sandbox 0")
    func numbers() throws {
        let numbers = try Self.numbers(in: Self.numberedWorld())
        #expect(numbers.prefix(2) == [1_234_567_890, 1_146_327_846])
        let madeUp = try #require(numbers[2])
        #expect((1_000_000_000...9_999_999_999).contains(madeUp))
        // The generated number depends on the seed.
        #expect(try Self.numbers(in: Self.numberedWorld()) == numbers)
        #expect(try Self.numbers(in: Self.numberedWorld(seed: 8))[2] != madeUp)
        #expect(try Self.numbers(in: Self.numberedWorld(environment: .sandbox), .sandbox) == [0, 0, 0])
    }

    @Test("Verifiers that trust another world or Apple refuse the receipt")
    func otherWorlds() throws {
        let world = try Shop.world()
        let receipt = Self.base64(try world.receipt(of: try world.customer("anna")))
        let other = try Self.verifier(of: try Shop.world(seed: 8))
        let refusal = #expect(throws: VerificationError.self) { try other.receipt(receipt, at: world.now) }
        #expect(refusal?.code == .untrustedRoot)
        #expect(throws: VerificationError.self) { try SignatureVerifier(anchors: .apple).receipt(base64: receipt) }
    }

    @Test(
        "openssl cms verifies the store's receipts and finds the same payload",
        .enabled(if: ReceiptOpenSSL.path != nil, "the openssl command is not installed"),
        arguments: [false, true]
    )
    func openSSL(isSHA1: Bool) throws {
        let world = try Shop.world()
        let anna = try world.customer("anna")
        try world.buy(Shop.monthly, by: anna)
        let receipt = try world.receipt(of: anna, isSHA1: isSHA1)
        let payload = try #require(try ReceiptOpenSSL.verified(receipt.bytes, root: world.certificates.root))
        #expect(payload.starts(with: [0x31]) && receipt.bytes.firstRange(of: payload) != nil)
        let stranger = try Shop.world(seed: 8).certificates.root
        #expect(try ReceiptOpenSSL.verified(receipt.bytes, root: stranger) == nil)
        var changed = receipt.bytes
        changed[changed.count - 1] ^= 1
        #expect(try ReceiptOpenSSL.verified(changed, root: world.certificates.root) == nil)
    }

    @Test("A purchase has a transaction receipt from before iOS 7 too")
    func transactionReceipt() throws {
        let world = try Shop.world()
        let purchase = try world.buy(Shop.monthly, by: try world.customer("anna"))
        let bytes = try world.transactionReceipt(for: purchase.transactionId)
        let hint = try UnverifiedTransactionReceipt(base64: Data(bytes).base64EncodedString())
        let truth = try world.transactionPayload(for: purchase.transactionId)
        #expect(hint.transactionID == purchase.transactionId && hint.productID == Shop.monthly)
        #expect(hint.purchasedAt == truth.purchaseDate && hint.expiresAt == truth.expiresDate)
        #expect(hint.bundleID == "com.example.shop" && hint.statedEnvironment == nil)
        #expect(throws: WorldError.self) { try world.transactionReceipt(for: "1") }
    }

    @Test("Both receipts are available over HTTP, and invalid requests are refused")
    func overHTTP() async throws {
        let world = try Shop.world()
        let purchase = try world.buy(Shop.coins, by: try world.customer("anna"))
        let verifier = try Self.verifier(of: world)
        let receiver: NotificationReceiver = { _ in .answered(status: 200) }
        try await SimulatorServerTests.during { ready in
            SimulatorServer(
                worlds: Worlds(main: world) { 0 },
                receiver: receiver,
                logger: SimulatorServerTests.quiet,
                onReady: ready
            )
        } _: { caller in
            let path = "/_sim/v1/customers/anna/receipt"
            for query in ["", "?digest=sha1", "?app=com.example.shop&digest=sha256"] {
                let answer = try await caller.get(path + query)
                #expect(answer.status == 200)
                let verified = try verifier.receipt(try answer.field("receipt"), at: world.now)
                #expect(verified.payload.transactions.map(\.transactionID) == [purchase.transactionId])
                #expect(try answer.field("device", as: String.self).count == 32)
            }
            #expect(try await caller.get(path + "?digest=md5").status == 400)
            #expect(try await caller.get("/_sim/v1/customers/nobody/receipt").status == 404)
            let old = try await caller.get("/_sim/v1/transactions/\(purchase.transactionId)/receipt")
            #expect(
                try UnverifiedTransactionReceipt(base64: old.field("receipt")).transactionID == purchase.transactionId
            )
            #expect(try await caller.get("/_sim/v1/transactions/1/receipt").status == 404)
        }
    }
}
