import AppStore
import AppStoreSimulator
import Crypto
import Foundation
import PurserTesting
import Testing

/// The first use of the library: text and data as they come, with all default arguments.
@Suite struct FirstUseTests {
    let authority: SigningAuthority
    let verifier: SignedDataVerifier

    init() throws {
        self.authority = try SigningAuthority()
        let anchors = try TrustAnchors(roots: [Data(self.authority.root)])
        self.verifier = SignedDataVerifier(
            signatures: SignatureVerifier(anchors: anchors),
            app: AppIdentity(bundleID: SamplePayloads.bundleID, appAppleID: SamplePayloads.appAppleID)
        )
    }

    @Test("A transaction is the same from bytes, text, a substring, and data")
    func transaction() throws {
        let signed = try self.authority.sign(SamplePayloads.transaction()).bytes
        let text = String(decoding: signed, as: UTF8.self)
        let expected = try self.verifier.transaction(signed)
        #expect(try self.verifier.transaction(text) == expected)
        #expect(try self.verifier.transaction("\(text)\n".dropLast()) == expected)
        #expect(try self.verifier.transaction(Data(signed)) == expected)
        #expect(try self.verifier.transaction(signed[...]) == expected)
    }

    @Test("Every other kind of signed object is accepted as text and as data too")
    func others() throws {
        let renewalInfo = try self.authority.sign(SamplePayloads.renewalInfo()).bytes
        #expect(try self.verifier.renewalInfo(Data(renewalInfo)) == self.verifier.renewalInfo(renewalInfo))
        #expect(try self.verifier.renewalInfo(Self.text(renewalInfo)) == self.verifier.renewalInfo(renewalInfo))
        let transaction = try self.authority.sign(SamplePayloads.transaction())
        let notification = try self.authority.sign(SamplePayloads.notification(transaction: transaction)).bytes
        #expect(try self.verifier.notification(Data(notification)) == self.verifier.notification(notification))
        #expect(try self.verifier.notification(Self.text(notification)) == self.verifier.notification(notification))
        var app = AppTransactionPayload()
        app.receiptType = .production
        app.appAppleId = SamplePayloads.appAppleID
        app.bundleId = SamplePayloads.bundleID
        app.receiptCreationDate = SamplePayloads.signedAt
        let download = try self.authority.sign(app).bytes
        #expect(try self.verifier.appTransaction(Data(download)) == self.verifier.appTransaction(download))
        #expect(try self.verifier.appTransaction(Self.text(download)) == self.verifier.appTransaction(download))
        var request = RealtimeRequestPayload()
        request.requestIdentifier = "0f62b0a1-7a36-4f3e-9d4c-2b8a4a5f1a11"
        request.appAppleId = SamplePayloads.appAppleID
        request.environment = .production
        request.signedDate = SamplePayloads.signedAt
        let question = try self.authority.sign(request).bytes
        #expect(try self.verifier.realtimeRequest(Data(question)) == self.verifier.realtimeRequest(question))
        #expect(try self.verifier.realtimeRequest(Self.text(question)) == self.verifier.realtimeRequest(question))
    }

    @Test("Text is verified like bytes: changed data is refused, and so is data without Apple's root")
    func forged() throws {
        let text = Self.text(try self.authority.sign(SamplePayloads.transaction()).bytes)
        let changed = String(text.dropLast(2)) + (text.hasSuffix("A") ? "BB" : "AA")
        #expect(throws: VerificationError.self) { try self.verifier.transaction(changed) }
        #expect(throws: VerificationError.self) { try self.verifier.transaction("") }
        // Without given anchors, the verifier trusts only Apple.
        let apple = SignedDataVerifier(app: self.verifier.app)
        #expect(apple.signatures.anchors.includesApple)
        let refusal = #expect(throws: VerificationError.self) { try apple.transaction(text) }
        #expect(refusal?.code == .untrustedRoot)
    }

    @Test("A receipt is the same in Base64 and in the app's bundle format, and its purchases are read from both")
    func receipt() throws {
        let authority = try ReceiptAuthority()
        let receipt = try authority.signer.receipt(SampleReceipts.draft(rows: 2))
        let base64 = Data(receipt).base64EncodedString()
        let anchors = try TrustAnchors(roots: [authority.root])
        let verifier = SignedDataVerifier(signatures: SignatureVerifier(anchors: anchors), app: self.verifier.app)
        let expected = try verifier.receipt(base64)
        #expect(expected.payload.transactions.count == 2)
        #expect(try verifier.receipt(Data(receipt)) == expected)
        #expect(try ReceiptContents(Data(receipt)) == ReceiptContents(base64: base64))
        #expect(throws: VerificationError.self) { try verifier.receipt(Data(base64.utf8)) }
    }

    @Test("A key is read from the bytes of its file")
    func key() throws {
        let pem = P256.Signing.PrivateKey().pemRepresentation
        let key = try AppStoreKey(
            issuerID: AppStoreStage.issuerID,
            keyID: AppStoreStage.keyID,
            pem: Data(pem.utf8)
        )
        let other = try AppStoreKey(issuerID: AppStoreStage.issuerID, keyID: AppStoreStage.keyID, pem: pem)
        #expect(key.publicKeyPEM == other.publicKeyPEM)
        #expect(throws: AppStoreKeyError.unreadable) {
            try AppStoreKey(issuerID: AppStoreStage.issuerID, keyID: AppStoreStage.keyID, pem: Data("x".utf8))
        }
    }

    @Test("A client needs a key, an app, and a transport, and repeats requests on its own")
    func client() async throws {
        let stage = AppStoreStage([
            .fails(.interrupted), .reply(200, #"{"signedTransactionInfo":"a.b.c"}"#),
        ])
        let client = AppStoreClient(
            key: try stage.key(),
            bundleID: "com.example.shop",
            transport: AppStoreTransport { call, timeout throws(AppStoreTransportError) in
                try await stage.play(call, timeout)
            }
        )
        let answer = try await client.send(.transactionInfo("2000000000000001"), to: .production)
        #expect(answer.signedTransactionInfo == SignedData("a.b.c"))
        #expect(stage.calls.count == 2)
    }

    @Test("By default an offer is signed at the current time with a new nonce")
    func offers() throws {
        let signer = try OfferSignerTests.signer()
        let before = AppStoreTime.live.now()
        let made = try (0..<2).map { _ in try signer.promotionalOffer("spring", of: "pro.monthly") }
        let after = AppStoreTime.live.now()
        #expect(made[0].nonce != made[1].nonce)
        for signature in made { #expect((before...after).contains(signature.timestamp?.milliseconds ?? 0)) }
        let claims = try OfferSignerTests.claims(signer.promotionalOfferJWS("spring", of: "pro.monthly"))
        let other = try OfferSignerTests.claims(signer.promotionalOfferJWS("spring", of: "pro.monthly"))
        #expect(claims["nonce"] != other["nonce"])
    }

    @Test("Payloads are read from data and from text, and instants convert to Foundation's dates")
    func payloads() throws {
        let json = SamplePayloads.transaction().json()
        #expect(try TransactionPayload(json: Data(json)) == SamplePayloads.transaction())
        #expect(try TransactionPayload(json: Self.text(json)) == SamplePayloads.transaction())
        let date = Date(timeIntervalSince1970: 1_772_366_400.125)
        #expect(Timestamp(date).milliseconds == 1_772_366_400_125)
        #expect(Timestamp(date).date == date)
    }

    private static func text(_ bytes: [UInt8]) -> String { String(decoding: bytes, as: UTF8.self) }
}
