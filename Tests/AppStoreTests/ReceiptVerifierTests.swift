import AppStore
import AppStoreSimulator
import Crypto
import Foundation
import PurserTesting
import Synchronization
import Testing

@Suite struct ReceiptVerifierTests {
    @Test("A receipt is read with all its fields, signed with SHA-256 or SHA-1", arguments: [false, true])
    func fields(isSHA1: Bool) throws {
        let authority = try ReceiptAuthority(isSHA1: isSHA1)
        let verifier = try ReceiptSample.verifier(roots: [authority.root])
        let bytes = try authority.signer.receipt(ReceiptSample.draft(), digest: isSHA1 ? .sha1 : .sha256)
        let receipt = try verifier.receipt(ReceiptSample.base64(bytes), at: ReceiptSample.now)
        let payload = receipt.payload
        #expect(receipt.bytes == bytes && receipt.createdAt == SamplePayloads.signedAt && receipt.chain != nil)
        #expect(payload.receiptType == "Production" && payload.environment == .production)
        #expect(payload.appAppleID == SamplePayloads.appAppleID && payload.bundleID == SamplePayloads.bundleID)
        #expect(payload.applicationVersion == "32" && payload.originalApplicationVersion == "1.0")
        #expect(payload.opaqueValue?.count == 16 && payload.deviceHash?.count == 20)
        #expect(payload.originallyPurchasedAt?.milliseconds == 1_375_340_400_000)
        #expect(payload.appTransactionAt == nil && payload.expiresAt == nil)
        #expect(payload.unknown.map(\.type) == [6])
        try #require(payload.transactions.count == 2)
        let row = payload.transactions[1]
        #expect(row.quantity == 1 && row.productID == "com.example.shop.subscription.pro.monthly")
        #expect(row.transactionID == "2000001092134139" && row.originalTransactionID == "2000001092134138")
        #expect(row.purchasedAt?.milliseconds == 1_769_947_200_000)
        #expect(row.originallyPurchasedAt?.milliseconds == 1_769_947_201_000)
        #expect(row.expiresAt == SamplePayloads.signedAt && row.canceledAt == nil)
        #expect(row.productType == .autoRenewableSubscription && row.webOrderLineItemID == 2_000_000_010_000_001)
        #expect(row.isTrial == false && row.isIntroductory == false && row.promotionalOfferID == nil)
        #expect(row.productItemID == 0 && row.unknown.isEmpty)
    }

    @Test("Rare contents are read too: refunds, offers, trials, other product types, unknown attribute types")
    func rareFields() throws {
        let authority = try ReceiptAuthority()
        let verifier = try ReceiptSample.verifier(roots: [authority.root])
        var row = ReceiptDraft()
        row.add(1703, text: "7")
        row.add(1707, number: 2)
        row.add(1711, number: 0)
        row.add(1712, instant: "2026-02-03T04:05:06.789+0130")
        row.add(1713, number: 1)
        row.add(1719, number: 1)
        row.add(1721, text: "winter")
        row.add(1799, text: "new")
        var draft = ReceiptSample.draft(rows: 0)
        draft.add(purchase: row)
        draft.add(9, number: 1_345_531_957)
        draft.add(10, text: "4+")
        draft.add(11, number: -5)
        draft.add(15, number: .max)
        draft.add(16, number: .min)
        draft.add(21, instant: "4001-01-01T00:00:00+00:00")
        draft.add(25, number: 3)
        draft.add(4_000_000_000, text: "new")
        draft.add(-3, text: "new")
        let payload = try verifier.receipt(
            ReceiptSample.base64(authority.signer.receipt(draft)),
            at: ReceiptSample.now
        ).payload
        #expect(payload.fulfillmentToolVersion == 1_345_531_957 && payload.ageRating == "4+")
        #expect(payload.developerID == -5 && payload.downloadID == .max && payload.versionExternalID == .min)
        #expect(payload.expiresAt?.milliseconds == 64_092_211_200_000)
        #expect(payload.unknown.map(\.type) == [6, 25, 4_000_000_000, -3])
        let read = try #require(payload.transactions.first)
        #expect(read.productType == .nonRenewingSubscription && read.webOrderLineItemID == nil)
        #expect(read.canceledAt?.milliseconds == 1_770_086_106_000)
        #expect(read.isTrial == true && read.isIntroductory == true && read.promotionalOfferID == "winter")
        #expect(read.unknown == [] || read.unknown.map(\.type) == [1799])
        #expect(read.unknown.map(\.value) == [DEREncoder.utf8("new")])
        #expect(read.quantity == nil && read.productID == nil && read.purchasedAt == nil)
    }

    @Test("A receipt without purchases is accepted")
    func empty() throws {
        let authority = try ReceiptAuthority()
        let verifier = try ReceiptSample.verifier(roots: [authority.root])
        let bytes = try authority.signer.receipt(ReceiptSample.draft(rows: 0))
        #expect(try verifier.receipt(ReceiptSample.base64(bytes), at: ReceiptSample.now).payload.transactions.isEmpty)
    }

    @Test("Indefinite lengths and a payload in pieces are read like the plain form", arguments: [1, 7, 1000])
    func open(pieceByteCount: Int) throws {
        let authority = try ReceiptAuthority()
        let verifier = try ReceiptSample.verifier(roots: [authority.root])
        let payload = ReceiptSample.draft().encoded
        let plain = try authority.signer.receipt(payload: payload)
        let open = try authority.signer.openReceipt(payload: payload, pieceByteCount: pieceByteCount)
        #expect(open != plain)
        let read = try verifier.receipt(ReceiptSample.base64(open), at: ReceiptSample.now)
        let other = try verifier.receipt(ReceiptSample.base64(plain), at: ReceiptSample.now)
        #expect(read.payload == other.payload)
        #expect(read.payloadDigest == other.payloadDigest, "The receipt is the same.")
        let next = try authority.signer.receipt(payload: ReceiptSample.draft(rows: 3).encoded)
        let third = try verifier.receipt(ReceiptSample.base64(next), at: ReceiptSample.now)
        #expect(third.payloadDigest != read.payloadDigest)
    }

    @Test("The verifier reports a chain each time that it verified data of it, and not otherwise")
    func chains() throws {
        let authority = try ReceiptAuthority()
        let reported = Mutex<[CertificateChainID]>([])
        let signatures = SignatureVerifier(anchors: try TrustAnchors(roots: [authority.root])) { chain in
            reported.withLock { $0.append(chain.id) }
        }
        let bytes = try authority.signer.receipt(ReceiptSample.draft())
        var changed = bytes
        changed[changed.count - 1] ^= 1
        let refused = #expect(throws: VerificationError.self) { try signatures.receipt(changed) }
        #expect(refused?.code == .receiptSignatureInvalid)
        #expect(reported.withLock { $0 }.isEmpty)
        let first = try signatures.receipt(bytes)
        let second = try signatures.receipt(authority.signer.receipt(ReceiptSample.draft(rows: 1)))
        #expect(
            reported.withLock { $0 } == [first.chain, second.chain].compactMap(\.self) && second.chain == first.chain
        )
        #expect(throws: VerificationError.self) { try signatures.receipt(changed) }
    }

    @Test("The device hash is SHA-1 over device, opaque value, and encoded bundle id, and differs for another device")
    func device() throws {
        let authority = try ReceiptAuthority()
        let verifier = try ReceiptSample.verifier(roots: [authority.root])
        let device = [UInt8](1...16)
        let opaque = [UInt8](repeating: 7, count: 16)
        var draft = ReceiptDraft()
        draft.add(0, text: "ProductionSandbox")
        draft.add(2, text: SamplePayloads.bundleID)
        draft.add(4, octets: opaque)
        let hash = Insecure.SHA1.hash(data: device + opaque + DEREncoder.utf8(SamplePayloads.bundleID))
        draft.add(5, octets: Array(hash))
        draft.add(12, instant: ReceiptSample.createdAt)
        let bytes = try authority.signer.receipt(draft)
        #expect(ReceiptSample.refusal(of: bytes, by: verifier, device: device) == nil)
        #expect(ReceiptSample.refusal(of: bytes, by: verifier) == nil)
        #expect(ReceiptSample.refusal(of: bytes, by: verifier, device: [1, 2, 3]) == .receiptDeviceMismatch)
        let without = try authority.signer.receipt(Self.draft(bundleID: SamplePayloads.bundleID))
        #expect(ReceiptSample.refusal(of: without, by: verifier, device: device) == .receiptDeviceMismatch)
    }

    @Test("Xcode's certificate signs only for Xcode, and only if it is configured")
    func xcode() throws {
        let (certificate, signer) = try ReceiptAuthority.xcode()
        let own = try ReceiptSample.verifier(roots: [], xcodeCertificate: certificate, environments: [.xcode])
        let both = try ReceiptSample.verifier(
            roots: [try ReceiptAuthority().root],
            xcodeCertificate: certificate,
            environments: [.xcode, .sandbox]
        )
        let elsewhere = try ReceiptSample.verifier(roots: [try ReceiptAuthority().root])
        let payload = Self.draft(bundleID: SamplePayloads.bundleID, type: "Xcode").encoded
        let bytes = try signer.openReceipt(payload: payload)
        #expect(ReceiptSample.refusal(of: bytes, by: own) == nil)
        #expect(ReceiptSample.refusal(of: bytes, by: both) == nil)
        #expect(ReceiptSample.refusal(of: bytes, by: elsewhere) == .xcodeCertificateNotTrusted)
        let sandbox = try signer.receipt(Self.draft(bundleID: SamplePayloads.bundleID))
        #expect(ReceiptSample.refusal(of: sandbox, by: both) == .environmentMismatch)
        let other = try ReceiptAuthority.xcode()
        let stranger = try other.signer.receipt(payload: payload)
        #expect(ReceiptSample.refusal(of: stranger, by: own) == .xcodeCertificateNotTrusted)
        // A chain never signs for Xcode.
        let chained = try ReceiptAuthority()
        let verifier = try ReceiptSample.verifier(
            roots: [chained.root],
            xcodeCertificate: certificate,
            environments: [.xcode]
        )
        let forged = try chained.signer.receipt(payload: payload)
        #expect(ReceiptSample.refusal(of: forged, by: verifier) == .environmentMismatch)
    }

    @Test("A receipt of another app or environment is authentic and refused")
    func elsewhere() throws {
        let authority = try ReceiptAuthority()
        let verifier = try ReceiptSample.verifier(roots: [authority.root])
        func refusal(_ draft: ReceiptDraft) throws -> VerificationError.Code? {
            ReceiptSample.refusal(of: try authority.signer.receipt(draft), by: verifier)
        }
        #expect(try refusal(Self.draft(bundleID: SamplePayloads.bundleID)) == nil)
        #expect(try refusal(Self.draft(bundleID: "com.example.Shop")) == .bundleMismatch)
        #expect(try refusal(Self.draft(bundleID: nil)) == .bundleMismatch)
        #expect(try refusal(Self.draft(bundleID: SamplePayloads.bundleID, type: "Moon")) == .environmentMismatch)
        #expect(try refusal(Self.draft(bundleID: SamplePayloads.bundleID, type: "Xcode")) == .environmentMismatch)
        #expect(try refusal(Self.draft(bundleID: SamplePayloads.bundleID, type: "Production")) == .appAppleIDMissing)
        var zero = Self.draft(bundleID: SamplePayloads.bundleID, type: "ProductionVPP")
        zero.add(1, number: 0)
        #expect(try refusal(zero) == .appAppleIDMissing)
        var other = Self.draft(bundleID: SamplePayloads.bundleID, type: "Production")
        other.add(1, number: 5)
        #expect(try refusal(other) == .appAppleIDMismatch)
        var sandbox = Self.draft(bundleID: SamplePayloads.bundleID, type: "ProductionVPPSandbox")
        sandbox.add(1, number: 0)
        #expect(try refusal(sandbox) == nil)
        var stated = Self.draft(bundleID: SamplePayloads.bundleID)
        stated.add(1, number: 5)
        #expect(try refusal(stated) == .appAppleIDMismatch)
        var ended = Self.draft(bundleID: SamplePayloads.bundleID)
        ended.add(21, instant: ReceiptSample.createdAt)
        #expect(try refusal(ended) == .receiptExpired)
    }

    @Test("Apple's root for receipts is pinned together with Apple's root for JWS, and with no other")
    func anchors() throws {
        let genuine = try ReceiptSample.verifier(roots: [AppleRoots.g3])
        let authority = try ReceiptAuthority()
        let bytes = try authority.signer.receipt(ReceiptSample.draft())
        #expect(ReceiptSample.refusal(of: bytes, by: genuine) == .untrustedRoot)
        let own = try ReceiptSample.verifier(roots: [authority.root])
        #expect(ReceiptSample.refusal(of: bytes, by: own) == nil)
    }

    /// Creates a receipt of the Sandbox with as few attributes as possible.
    static func draft(bundleID: String?, type: String = "ProductionSandbox") -> ReceiptDraft {
        var draft = ReceiptDraft()
        draft.add(0, text: type)
        if let bundleID { draft.add(2, text: bundleID) }
        draft.add(12, instant: ReceiptSample.createdAt)
        return draft
    }
}
