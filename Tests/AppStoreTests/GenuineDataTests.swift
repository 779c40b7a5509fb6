import AppStore
import Crypto
import Foundation
import PurserTesting
import Testing

/// Data that Apple or its published libraries signed.
@Suite(.enabled(if: Vectors.arePresent, "\(Vectors.absence)"))
struct GenuineDataTests {
    @Test(
        "Renewal information of 2023 from Apple's Sandbox is valid at its date, although its leaf has expired"
    )
    func sandboxRenewal() throws {
        let compact = try Vectors.text("jws/sandbox-renewal-2023.jws")
        let verified = try Self.verifier(bundleID: "any", anchors: .apple).renewalInfo(compact)
        #expect(verified.payload.environment == .sandbox)
        #expect(verified.signedAt.milliseconds / 1000 / 86_400 == 19500)
        let rebuilt = SignedObject.compactForm(
            header: verified.object.header,
            payload: verified.object.payload,
            signature: verified.object.signature
        )
        #expect(rebuilt == compact)
    }

    @Test("The same object with one changed byte is refused")
    func changed() throws {
        var compact = try Vectors.text("jws/sandbox-renewal-2023.jws")
        compact[compact.count - 5] ^= 1
        #expect(throws: VerificationError.self) {
            try Self.verifier(bundleID: "any", anchors: .apple).renewalInfo(compact)
        }
    }

    @Test("Apple's published samples are valid under the published test root, and not under Apple's")
    func publishedSamples() throws {
        let anchors = try TrustAnchors(roots: [try Vectors.bytes("apple/testCA.der")])
        let verifier = try Self.verifier(bundleID: "com.example", anchors: anchors)
        let transaction = try verifier.transaction(Vectors.text("apple/mock_signed_data/transactionInfo"))
        #expect(transaction.payload.bundleId == "com.example")
        let renewal = try verifier.renewalInfo(Vectors.text("apple/mock_signed_data/renewalInfo"))
        #expect(renewal.payload.environment == .sandbox)
        let notification = try verifier.notification(Vectors.text("apple/mock_signed_data/testNotification"))
        #expect(notification.notification.payload.notificationType == .test)

        let genuine = try Self.verifier(bundleID: "com.example", anchors: .apple)
        #expect(throws: VerificationError.self) {
            try genuine.transaction(Vectors.text("apple/mock_signed_data/transactionInfo"))
        }
    }

    @Test("Apple's root is the issuer of the chain that signs today")
    func currentLeaf() throws {
        // Only Apple can sign with it, so the chain is accepted and the signature is not.
        let x5c = [
            try Vectors.bytes("certs/leaf-jws-prod-ecc-2025-2027-G6.der"),
            try Vectors.bytes("certs/AppleWWDRCA-G6.der"),
            try Vectors.bytes("certs/AppleRootCA-G3.der"),
        ]
        let authority = try SigningAuthority()
        let compact = try authority.sign(
            SamplePayloads.transaction().json(),
            header: authority.header(x5c: x5c)
        )
        let error = #expect(throws: VerificationError.self) {
            try Self.verifier(bundleID: SamplePayloads.bundleID, anchors: .apple).transaction(compact)
        }
        #expect(error?.code == .signatureInvalid)
    }

    @Test("No other certificate under Apple's root signs purchases")
    func developerCertificate() throws {
        // The intermediate in place of the leaf: signed by Apple's root, but without the marker of a signer.
        let intermediate = try Vectors.bytes("certs/AppleWWDRCA-G6.der")
        let authority = try SigningAuthority()
        let header = authority.header(x5c: [intermediate, AppleRoots.g3, AppleRoots.g3])
        let compact = try authority.sign(SamplePayloads.transaction().json(), header: header)
        let error = #expect(throws: VerificationError.self) {
            try Self.verifier(bundleID: SamplePayloads.bundleID, anchors: .apple).transaction(compact)
        }
        #expect(error?.code == .intermediateMarkerMissing)
    }

    private static func verifier(bundleID: String, anchors: TrustAnchors) throws -> SignedDataVerifier {
        let identity = try #require(
            AppIdentity(bundleID: bundleID, appAppleID: 1234, environments: [.sandbox, .production])
        )
        return SignedDataVerifier(signatures: SignatureVerifier(anchors: anchors), app: identity)
    }
}
