import AppStore
import Foundation
import PurserTesting
import Testing

/// Receipts that Apple's servers and Xcode created.
@Suite(.enabled(if: Vectors.arePresent, "\(Vectors.absence)"))
struct GenuineReceiptTests {
    private static func text(_ name: String) throws -> String {
        String(decoding: try Vectors.text("receipts/\(name).b64"), as: UTF8.self)
    }

    @Test("A receipt of Apple's Sandbox leads to Apple's root, and contains two months of a subscription")
    func sandbox() throws {
        let receipt = try SignatureVerifier(anchors: .apple).receipt(base64: Self.text("sandbox-2025-sha256-two-rows"))
        let payload = receipt.payload
        #expect(payload.receiptType == "ProductionSandbox" && payload.environment == .sandbox)
        #expect(payload.bundleID == "dev.bonzer.weeka.app" && payload.applicationVersion == "2")
        #expect(payload.originalApplicationVersion == "1.0" && payload.appAppleID == 0)
        #expect(payload.createdAt?.milliseconds == 1_766_774_387_000)
        #expect(payload.originallyPurchasedAt?.milliseconds == 1_375_340_400_000)
        #expect(payload.unknown.map(\.type).sorted() == [6, 7, 13, 14, 20, 25])
        try #require(payload.transactions.count == 2)
        let (first, second) = (payload.transactions[0], payload.transactions[1])
        #expect(first.transactionID == "2000001092134138" && first.originalTransactionID == "2000001092134138")
        #expect(second.transactionID == "2000001092148094" && second.originalTransactionID == "2000001092134138")
        #expect(first.productID == "dev.bonzer.weeka.app.subscription.pro.annual" && first.quantity == 1)
        #expect(first.productType == .autoRenewableSubscription && first.canceledAt == nil)
        #expect(first.expiresAt == second.purchasedAt && second.originallyPurchasedAt == first.purchasedAt)
        #expect(first.webOrderLineItemID == 2_000_000_123_357_229)
        #expect(first.isTrial == false && first.isIntroductory == false && first.unknown.isEmpty)
    }

    @Test("The same receipt with one changed byte, or under another root, is refused")
    func changed() throws {
        var bytes = Array(try #require(Data(base64Encoded: try Self.text("sandbox-2025-sha256-two-rows"))))
        let authority = try ReceiptAuthority()
        let foreign = SignatureVerifier(anchors: try TrustAnchors(roots: [authority.root]))
        #expect(throws: VerificationError.self) { try foreign.receipt(bytes) }
        let genuine = SignatureVerifier(anchors: .apple)
        #expect(throws: Never.self) { try genuine.receipt(bytes) }
        bytes[100] ^= 1
        let error = #expect(throws: VerificationError.self) { try genuine.receipt(bytes) }
        #expect(error?.code == .receiptSignatureInvalid)
    }

    @Test("Xcode's receipt is valid with Xcode's certificate, and not with Apple's root")
    func xcode() throws {
        let text = try Self.text("xcode-one-row")
        let anchors = try TrustAnchors(
            roots: [],
            xcodeCertificate: try Vectors.bytes("certs/StoreKitTestCertificate-xcode.der")
        )
        let receipt = try SignatureVerifier(anchors: anchors).receipt(base64: text)
        let payload = receipt.payload
        #expect(payload.environment == .xcode && payload.bundleID == "net.zachariadis.cyclemaps")
        #expect(payload.createdAt?.milliseconds == 1_595_439_195_000 && receipt.chain == nil)
        #expect(payload.opaqueValue?.count == 8 && payload.expiresAt != nil)
        try #require(payload.transactions.count == 1)
        let row = payload.transactions[0]
        #expect(row.productID == "CYCLEMAPS_PREMIUM" && row.transactionID == "0" && row.originalTransactionID == nil)
        #expect(row.expiresAt?.milliseconds == 1_626_975_194_000 && row.productType == nil)
        let genuine = #expect(throws: VerificationError.self) {
            try SignatureVerifier(anchors: .apple).receipt(base64: text)
        }
        #expect(genuine?.code == .xcodeCertificateNotTrusted)
    }

    @Test("Xcode's receipt is refused outside the environment Xcode")
    func xcodeElsewhere() throws {
        let certificate = try Vectors.bytes("certs/StoreKitTestCertificate-xcode.der")
        let text = try Self.text("xcode-one-row")
        let bundleID = try #require(try ReceiptContents(base64: text).bundleID)
        for (environments, code) in [([.xcode], nil), ([.sandbox], .environmentMismatch)]
            as [(Set<AppStoreEnvironment>, VerificationError.Code?)]
        {
            let identity = AppIdentity(bundleID: bundleID, appAppleID: nil, environments: environments)
            let verifier = SignedDataVerifier(
                signatures: SignatureVerifier(anchors: try TrustAnchors(roots: [], xcodeCertificate: certificate)),
                app: try #require(identity)
            )
            #expect(ReceiptSample.refusal(ofText: text, by: verifier) == code)
        }
    }
}
