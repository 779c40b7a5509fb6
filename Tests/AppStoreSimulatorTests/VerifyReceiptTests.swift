import AppStore
import AppStoreSimulator
import Foundation
import Testing

/// What verifyReceipt answers about a simulated store.
@Suite struct VerifyReceiptTests {
    private static func answer(
        _ world: World,
        _ receipt: [UInt8],
        secret: String? = nil,
        inSandbox isSandbox: Bool = false
    ) throws -> VerifyReceiptResponse {
        let request = VerifyReceiptRequest(
            receipt: Data(receipt).base64EncodedString(),
            password: try secret ?? world.sharedSecret()
        )
        return try VerifyReceiptResponse(json: world.verifyReceipt(request.json(), inSandbox: isSandbox))
    }

    @Test("A transaction receipt from before iOS 7 is decoded in its own shape, with what the subscription came to")
    func old() throws {
        let world = try Shop.world()
        let anna = try world.customer("anna")
        let bought = try world.buy(Shop.monthly, by: anna)
        let receipt = try world.transactionReceipt(for: bought.transactionId)
        try world.advance(by: .months(1))
        let newest = try #require(world.transactions(of: anna).last)
        let answer = try Self.answer(world, receipt)
        #expect(answer.status == .valid && answer.isOldShape)
        #expect(answer.bundleID == "com.example.shop")
        #expect(answer.rows.map(\.transactionID) == [bought.transactionId])
        #expect(answer.rows.first?.expiresAt == bought.expiresAt)
        #expect(answer.latestRows.map(\.transactionID) == [newest.transactionId])
        #expect(answer.latestRows.first?.expiresAt == newest.expiresAt)
        #expect(answer.renewals.first?.autoRenews == true)
        let latest = try #require(answer.latestReceipt)
        #expect(try UnverifiedTransactionReceipt(base64: latest).transactionID == newest.transactionId)
        // Without the shared secret the response contains only the receipt.
        let request = VerifyReceiptRequest(receipt: Data(receipt).base64EncodedString())
        let poor = try VerifyReceiptResponse(json: world.verifyReceipt(request.json(), inSandbox: false))
        #expect(poor.status == .valid && poor.rows.count == 1 && poor.latestRows.isEmpty && poor.renewals.isEmpty)
    }

    @Test("The receipt of an ended subscription has status 21006 and is decoded nevertheless")
    func expired() throws {
        let world = try Shop.world(environment: .sandbox)
        let anna = try world.customer("anna")
        let bought = try world.buy(Shop.monthly, by: anna)
        let receipt = try world.transactionReceipt(for: bought.transactionId)
        #expect(try Self.answer(world, receipt).status == .isSandbox)
        #expect(try Self.answer(world, receipt, inSandbox: true).status == .valid)
        try world.cancel(Shop.monthly, of: anna)
        try world.advance(by: .months(1))
        let answer = try Self.answer(world, receipt, inSandbox: true)
        #expect(answer.status == .expired && answer.status.rawValue == 21006)
        #expect(answer.rows.map(\.transactionID) == [bought.transactionId])
        #expect(answer.latestRows.map(\.transactionID) == [bought.transactionId])
        #expect(answer.renewals.first?.autoRenews == false)
        #expect(answer.renewals.first?.expirationIntent == 1)
        // An app receipt of the same subscription is never 21006.
        #expect(try Self.answer(world, try world.receipt(of: anna).bytes, inSandbox: true).status == .valid)
    }

    @Test("One of a thing that does not renew has no subscription beside it, and a wrong one is refused")
    func others() throws {
        let world = try Shop.world()
        let theme = try world.buy("theme.dark", by: try world.customer("anna"))
        let receipt = try world.transactionReceipt(for: theme.transactionId)
        let answer = try Self.answer(world, receipt)
        #expect(answer.status == .valid && answer.latestRows.isEmpty && answer.renewals.isEmpty)
        #expect(answer.rows.map(\.productID) == ["theme.dark"])
        #expect(try Self.answer(world, receipt, secret: "wrong").status == .wrongSecret)
        let other = try World(
            seed: 7,
            startingAt: Shop.opening,
            app: WorldApp(bundleId: "com.example.other", appAppleId: 2, environment: .production),
            catalog: Shop.catalog
        )
        #expect(try Self.answer(other, receipt).status == .notAuthentic)
        let cut = Array(receipt.prefix(receipt.count / 2))
        #expect(try Self.answer(world, cut).status == .malformedReceipt)
    }

    @Test("A refunded non-renewing subscription is not listed, and a refunded consumable has no date")
    func refunded() throws {
        let world = try Shop.world()
        let anna = try world.customer("anna")
        try world.buy(Shop.monthly, by: anna)
        let pass = try world.buy("pass.summer", by: anna)
        let theme = try world.buy("theme.dark", by: anna)
        let coins = try world.buy(Shop.coins, by: anna)
        func rows() throws -> [String?: ReceiptTransaction] {
            let answer = try Self.answer(world, try world.receipt(of: anna).bytes)
            #expect(Set(answer.rows.map(\.transactionID)) == Set(answer.latestRows.map(\.transactionID)))
            return Dictionary(answer.latestRows.map { ($0.transactionID, $0) }) { first, _ in first }
        }
        #expect(try rows().count == 4)
        for purchase in [pass, theme, coins] { try world.refund(purchase.transactionId) }
        let left = try rows()
        #expect(left.count == 3 && left[pass.transactionId] == nil)
        #expect(left[theme.transactionId]?.canceledAt == world.now)
        #expect(left[coins.transactionId]?.canceledAt == nil)
    }
}
