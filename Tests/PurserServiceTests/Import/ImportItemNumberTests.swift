import AppStore
import AppStoreSimulator
import Foundation
import Ledger
import PurserService
import PurserTesting
import Testing

/// The numeric ids of the app and its products in imported receipts.
@Suite struct ImportItemNumberTests {
    /// A stage whose catalog has this id for the monthly plan.
    private static func stage(_ number: Int64?) throws -> ImportStage {
        let product = Product(id: ProductID("pro.monthly"), kind: .autoRenewable, group: "pro", appStoreID: number)
        return try ImportStage(catalog: Catalog(products: [product.id: product]))
    }

    @Test("A receipt with another product id is refused like a submission, with and without an owner")
    func product() async throws {
        let world = try Self.stage(nil)
        _ = try world.buy("pro.monthly", by: "anna")
        let bytes = try world.production.receipt(of: WorldCustomer(name: "anna")).bytes
        let receipt = Data(bytes).base64EncodedString()
        let verified = try world.app.verifier.receipt(receipt, at: world.production.now)
        let number = try #require(verified.payload.transactions.first?.productItemID)
        for (known, code) in [(number, nil), (number + 1, "product_item_id_mismatch")] {
            let stage = try Self.stage(known)
            _ = try stage.buy("pro.monthly", by: "anna")
            for owner in ["ann", ""] {
                let job = try await stage.workOff(try await stage.submit("receipt,owner\n\(receipt),\(owner)\n"))
                let codes = try await ImportWorkerTests.codes(job, stage)
                #expect(codes == (code.map { [2: $0] } ?? [:]), "\(owner)")
                #expect(job.counts.rows == 1)
            }
        }
    }

    @Test("A receipt with another app id is refused like a submission, with and without an owner")
    func app() async throws {
        try await Self.refuses(WorldApp(bundleId: ImportStage.bundleID, appAppleId: 7, environment: .production))
    }

    @Test("A receipt with another bundle id is refused like a submission, with and without an owner")
    func bundle() async throws {
        let number = try Self.stage(nil).app.verifier.app.appAppleID
        let other = WorldApp(
            bundleId: "com.example.another",
            appAppleId: try #require(number),
            environment: .production
        )
        try await Self.refuses(other, code: "bundle_id_mismatch")
    }

    /// Imports receipts of another app in each form.
    private static func refuses(_ app: WorldApp, code: String = "app_apple_id_mismatch") async throws {
        let stage = try Self.stage(nil)
        _ = try stage.buy("pro.monthly", by: "anna")
        let other = try World(
            seed: 7,
            startingAt: ImportStage.opening,
            app: app,
            catalog: WorldCatalog([
                .nonConsumable("frame.gold", price: WorldPrice(milliunits: 9990, currency: "USD"))
            ])
        )
        try #require(other.certificates.root == stage.production.certificates.root)
        let bought = try other.buy("frame.gold", by: other.customer("anna"))
        let receipt = Data(try other.receipt(of: WorldCustomer(name: "anna")).bytes).base64EncodedString()
        let old = try other.transactionReceipt(for: bought.transactionId)
        let forms = [(receipt, "ann"), (receipt, ""), (Data(old).base64EncodedString(), "")]
        let rows = forms.map { "\($0.0),\($0.1)\n" }.joined()
        let job = try await stage.workOff(try await stage.submit("receipt,owner\n" + rows))
        #expect(try await ImportWorkerTests.codes(job, stage) == [2: code, 3: code, 4: code])
    }
}
