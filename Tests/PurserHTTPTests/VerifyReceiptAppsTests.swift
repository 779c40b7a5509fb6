import AppStore
import AppStoreSimulator
import Foundation
import Ledger
import PurserService
import PurserTesting
import Testing

/// Apps that take one environment only, and several apps behind the same two addresses.
@Suite struct VerifyReceiptAppsTests {
    private func receipt(
        _ type: String,
        bundleID: String,
        by authority: ReceiptAuthority
    ) throws -> VerifyReceiptRequest {
        var draft = ReceiptDraft()
        draft.add(0, text: type)
        draft.add(1, number: type == "Production" ? SamplePayloads.appAppleID : 0)
        draft.add(2, text: bundleID)
        draft.add(12, instant: SampleReceipts.createdAt)
        draft.add(purchase: SampleReceipts.row(0))
        return VerifyReceiptRequest(receipt: Data(try authority.signer.receipt(draft)).base64EncodedString())
    }

    @Test("A receipt of an environment that is not accepted is sent to its address once, and refused there")
    func environments() async throws {
        let authority = try ReceiptAuthority()
        let shop = try TestShop(environments: [.production], receipts: authority)
        let service = ReceiptService(ingest: shop.ingest, apps: [shop.app])
        let sandbox = try self.receipt("ProductionSandbox", bundleID: SamplePayloads.bundleID, by: authority)
        let production = try self.receipt("Production", bundleID: SamplePayloads.bundleID, by: authority)
        for (request, address, status) in [
            (sandbox, StoreEnvironment.production, VerifyReceiptStatus.isSandbox), (sandbox, .sandbox, .notAuthentic),
            (production, .production, .valid), (production, .sandbox, .isProduction),
        ] {
            let answer = await service.answer(request, at: address) { _, _ in true }
            #expect(answer.status == status)
        }
    }

    @Test("Of several apps the one whose receipt it is answers, wherever it stands")
    func several() async throws {
        let authority = try ReceiptAuthority()
        let shop = try TestShop(receipts: authority)
        var apps: [ServedApp] = []
        for (name, bundleID) in [("one", "com.one"), ("two", "com.two"), ("three", "com.three")] {
            let identity = try #require(
                AppIdentity(
                    bundleID: bundleID,
                    appAppleID: SamplePayloads.appAppleID,
                    environments: [.production, .sandbox]
                )
            )
            let verifier = SignedDataVerifier(signatures: shop.app.verifier.signatures, app: identity)
            apps.append(ServedApp(name: AppName(name), verifier: verifier, catalog: shop.app.catalog))
        }
        let service = ReceiptService(ingest: shop.ingest, apps: apps)
        for (bundleID, name) in [("com.one", "one"), ("com.three", "three"), ("com.four", nil)] {
            let request = try self.receipt("Production", bundleID: bundleID, by: authority)
            let answer = await service.answer(request, at: .production) { _, _ in true }
            #expect(answer.app?.rawValue == name)
            #expect(answer.status == (name == nil ? .notAuthentic : .valid))
        }
    }
}
