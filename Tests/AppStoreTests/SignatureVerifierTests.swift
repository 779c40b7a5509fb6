import AppStore
import Crypto
import Foundation
import PurserTesting
import Testing

/// All hostile forms of a signed object, each with a single defect, and the code of its refusal.
@Suite struct SignatureVerifierTests {
    let authority: SigningAuthority
    let verifier: SignatureVerifier
    let payload: [UInt8]

    init() throws {
        self.authority = try SigningAuthority()
        self.verifier = SignatureVerifier(anchors: try TrustAnchors(roots: [self.authority.root]))
        self.payload = SamplePayloads.transaction().json()
    }

    @Test("Data of the trusted authority is accepted, first with a chain verification and then from the cache")
    func accepted() throws {
        for _ in 0..<2 {
            let compact = try self.authority.sign(self.payload)
            let verified = try self.verifier.verify(compact, as: TransactionPayload.self)
            #expect(verified.payload == SamplePayloads.transaction())
            #expect(verified.signedAt == SamplePayloads.signedAt)
            #expect(verified.object.digest == Array(SHA256.hash(data: compact)))
            let rebuilt = SignedObject.compactForm(
                header: verified.object.header,
                payload: verified.object.payload,
                signature: verified.object.signature
            )
            #expect(rebuilt == compact)
        }
    }

    @Test("A third certificate other than the pinned root has no effect, because the pinned root decides")
    func otherThirdCertificate() throws {
        let stranger = try SigningAuthority(name: "Stranger")
        let header = self.authority.header(x5c: [self.authority.x5c[0], self.authority.x5c[1], stranger.root])
        let verified = try self.verifier.verify(
            self.authority.sign(self.payload, header: header),
            as: TransactionPayload.self
        )
        #expect(verified.payload.transactionId == "2000000000000001")
        let garbage = self.authority.header(x5c: [self.authority.x5c[0], self.authority.x5c[1], [1, 2, 3]])
        try self.expect(.malformedCertificate, self.authority.sign(self.payload, header: garbage))
    }

    @Test(
        "ES256 is the only algorithm",
        arguments: ["none", "HS256", "ES384", "RS256", "es256", "ES256 ", "", "ES256K"]
    )
    func algorithm(name: String) throws {
        let header = self.authority.header(x5c: self.authority.x5c, algorithm: name)
        try self.expect(.wrongAlgorithm, self.authority.sign(self.payload, header: header))
    }

    @Test("An unsigned token with the algorithm none is refused")
    func unsigned() throws {
        let header = Base64URL.encode(self.authority.header(x5c: self.authority.x5c, algorithm: "none"))
        try self.expect(.wrongAlgorithm, header + Array(".".utf8) + Base64URL.encode(self.payload) + Array(".".utf8))
        let honest = Base64URL.encode(self.authority.header)
        try self.expect(.signatureLength, honest + Array(".".utf8) + Base64URL.encode(self.payload) + Array(".".utf8))
    }

    @Test("A critical header extension is refused")
    func critical() throws {
        let header = self.authority.header(x5c: self.authority.x5c, further: #","crit":["b64"],"b64":false"#)
        try self.expect(.criticalHeader, self.authority.sign(self.payload, header: header))
    }

    @Test("Keys in the header are ignored")
    func strangerKeys() throws {
        let stranger = try SigningAuthority(name: "Stranger")
        let jwk = #","jwk":{"kty":"EC"},"jku":"https://example.com","kid":"x","x5u":"https://example.com""#
        let header = self.authority.header(x5c: self.authority.x5c, further: jwk)
        _ = try self.verifier.verify(self.authority.sign(self.payload, header: header), as: TransactionPayload.self)
        try self.expect(.signatureInvalid, stranger.sign(self.payload, header: header))
    }

    @Test("The chain has exactly three certificates", arguments: [0, 1, 2, 4])
    func chainLength(count: Int) throws {
        let certificates = Array((self.authority.x5c + self.authority.x5c).prefix(count))
        let compact = try self.authority.sign(self.payload, header: self.authority.header(x5c: certificates))
        try self.expect(count == 1 ? .xcodeCertificateNotTrusted : .chainLength, compact)
    }

    @Test("A header without a chain is refused")
    func chainMissing() throws {
        try self.expect(.chainMissing, self.authority.sign(self.payload, header: Array(#"{"alg":"ES256"}"#.utf8)))
        for x5c in [#""abc""#, "[1,2,3]", "null", "{}"] {
            let header = Array(#"{"alg":"ES256","x5c":\#(x5c)}"#.utf8)
            let code = try self.refusal(self.authority.sign(self.payload, header: header))
            #expect([.chainMissing, .malformedCertificate].contains(code))
        }
    }

    @Test("A chain under another root is refused")
    func foreignRoot() throws {
        let foreign = try SigningAuthority(name: "Foreign")
        try self.expect(.untrustedRoot, foreign.sign(self.payload))
    }

    @Test("A chain that only has the root's name is refused")
    func sameName() throws {
        let impostor = try SigningAuthority()
        try self.expect(.intermediateSignature, impostor.sign(self.payload))
    }

    @Test("A leaf of one chain does not match the intermediate of another")
    func swappedLeaf() throws {
        let other = try SigningAuthority(below: self.authority)
        let header = self.authority.header(x5c: [other.x5c[0], self.authority.x5c[1], self.authority.root])
        try self.expect(.leafSignature, other.sign(self.payload, header: header))
    }

    @Test("Certificates in the wrong order are refused")
    func wrongOrder() throws {
        let header = self.authority.header(x5c: self.authority.x5c.reversed())
        let code = try self.refusal(self.authority.sign(self.payload, header: header))
        #expect([.leafSignature, .untrustedRoot].contains(code))
    }

    @Test(
        "Of all arrangements of three certificates, only one with leaf and intermediate at their positions is a chain"
    )
    func arrangements() throws {
        for place in 0..<27 {
            let order = [place / 9, place / 3 % 3, place % 3]
            let header = self.authority.header(x5c: order.map { self.authority.x5c[$0] })
            let code = try self.refusal(self.authority.sign(self.payload, header: header))
            // The third certificate is parsed but not used.
            #expect((code == nil) == (order[0] == 0 && order[1] == 1), "\(order)")
        }
    }

    @Test("A self-issued certificate with every marker of a leaf is refused")
    func selfIssued() throws {
        let own = try SigningAuthority(name: "Own")
        let header = own.header(x5c: [own.x5c[0], own.x5c[0], self.authority.root])
        try self.expect(.untrustedRoot, own.sign(self.payload, header: header))
        let below = own.header(x5c: [own.x5c[0], self.authority.x5c[1], self.authority.root])
        try self.expect(.leafSignature, own.sign(self.payload, header: below))
    }

    @Test("A refused chain is not cached, nor is one whose signature failed")
    func notRemembered() throws {
        let stranger = try SigningAuthority(name: "Stranger")
        let header = self.authority.header(x5c: self.authority.x5c, further: #","kid":"new""#)
        try self.expect(.signatureInvalid, stranger.sign(self.payload, header: header))
        try self.expect(.signatureInvalid, stranger.sign(self.payload, header: header))
        _ = try self.verifier.verify(self.authority.sign(self.payload, header: header), as: TransactionPayload.self)
        try self.expect(.signatureInvalid, stranger.sign(self.payload, header: header))
        for _ in 0..<2 { try self.expect(.untrustedRoot, stranger.sign(self.payload)) }
    }

    /// A defect of the chain and the code of its refusal.
    struct Defect: Sendable, CustomTestStringConvertible {
        let testDescription: String
        let code: VerificationError.Code
        let make: @Sendable (inout SigningAuthority.Defects) -> Void
    }

    static let defects: [Defect] = [
        Defect(testDescription: "intermediate without marker", code: .intermediateMarkerMissing) {
            $0.lacksIntermediateMarker = true
        },
        Defect(testDescription: "leaf without marker", code: .leafMarkerMissing) { $0.lacksLeafMarker = true },
        Defect(testDescription: "intermediate without CA flag", code: .intermediateNotAuthority) {
            $0.intermediateIsNoAuthority = true
        },
        Defect(testDescription: "intermediate that may not sign certificates", code: .intermediateNotAuthority) {
            $0.intermediateMayNotSignCertificates = true
        },
        Defect(testDescription: "leaf with CA flag", code: .leafIsAuthority) { $0.leafIsAuthority = true },
        Defect(testDescription: "unknown critical extension", code: .criticalExtension) {
            $0.leafHasUnknownCriticalExtension = true
        },
        Defect(testDescription: "name constraints", code: .criticalExtension) { $0.intermediateConstrainsNames = true },
        Defect(testDescription: "unreadable constraints of the intermediate", code: .malformedCertificate) {
            $0.intermediateConstraintsAreMalformed = true
        },
        Defect(testDescription: "unreadable constraints of the leaf", code: .malformedCertificate) {
            $0.leafConstraintsAreMalformed = true
        },
        Defect(testDescription: "unreadable key usage of the leaf", code: .malformedCertificate) {
            $0.leafUsageIsMalformed = true
        },
        Defect(testDescription: "leaf signed by another authority", code: .leafSignature) {
            $0.leafIsSignedByStranger = true
        },
        Defect(testDescription: "intermediate signed by another authority", code: .intermediateSignature) {
            $0.intermediateIsSignedByStranger = true
        },
    ]

    @Test("Every defect of a chain has its own code", arguments: Self.defects)
    func chainDefects(defect: Defect) throws {
        var defects = SigningAuthority.Defects()
        defect.make(&defects)
        let authority = try SigningAuthority(defects: defects)
        let verifier = SignatureVerifier(anchors: try TrustAnchors(roots: [authority.root]))
        try self.expect(defect.code, authority.sign(self.payload), by: verifier)
    }

    @Test("A leaf whose key is not on P-256 is refused")
    func leafKey() throws {
        var defects = SigningAuthority.Defects()
        defects.leafKeyIsP384 = true
        let authority = try SigningAuthority(defects: defects)
        let verifier = SignatureVerifier(anchors: try TrustAnchors(roots: [authority.root]))
        let compact = try self.authority.sign(self.payload, header: authority.header)
        try self.expect(.leafKeyNotP256, compact, by: verifier)
    }

    @Test("The certificates must have been valid at the signing date, however long ago that is")
    func validity() throws {
        let seconds = SamplePayloads.signedAt.milliseconds / 1000
        func verdict(from: Int64, to: Int64) throws -> VerificationError.Code? {
            let authority = try SigningAuthority(leafValidity: .init(fromSeconds: from, toSeconds: to))
            let verifier = SignatureVerifier(anchors: try TrustAnchors(roots: [authority.root]))
            let compact = try authority.sign(self.payload)
            do {
                _ = try verifier.verify(compact, as: TransactionPayload.self)
                return nil
            } catch {
                return error.code
            }
        }
        #expect(try verdict(from: seconds - 10, to: seconds + 10) == nil)
        #expect(try verdict(from: seconds, to: seconds) == nil)
        #expect(try verdict(from: seconds - 10, to: seconds - 1) == .signerExpired)
        #expect(try verdict(from: seconds + 1, to: seconds + 10) == .certificateNotYetValid)
    }

    @Test("An authority that had expired at the signing date differs from a leaf that had")
    func authorityExpired() throws {
        let late = SamplePayloads.transaction(signedAt: Timestamp(milliseconds: 2_400_000_000_000)).json()
        for (end, code) in [
            (2_500_000_000, VerificationError.Code.certificateExpired), (2_300_000_000, .certificateExpired),
        ] {
            let validity = SigningAuthority.Validity(fromSeconds: 1_600_000_000, toSeconds: Int64(end))
            let authority = try SigningAuthority(leafValidity: validity)
            let verifier = SignatureVerifier(anchors: try TrustAnchors(roots: [authority.root]))
            try self.expect(code, authority.sign(late), by: verifier)
        }
    }

    @Test("The validity of a known signer is checked too")
    func validityFromMemory() throws {
        let end = SamplePayloads.signedAt.milliseconds / 1000 + 10
        let authority = try SigningAuthority(leafValidity: .init(fromSeconds: 1_600_000_000, toSeconds: end))
        let verifier = SignatureVerifier(anchors: try TrustAnchors(roots: [authority.root]))
        _ = try verifier.verify(authority.sign(self.payload), as: TransactionPayload.self)
        let late = SamplePayloads.transaction(signedAt: Timestamp(milliseconds: (end + 1) * 1000))
        try self.expect(.signerExpired, authority.sign(late.json()), by: verifier)
    }

    @Test("A DER signature is refused")
    func derSignature() throws {
        let compact = try self.authority.sign(self.payload)
        let dot = UInt8(ascii: ".")
        let input = compact.split(separator: dot).prefix(2).joined(separator: [dot])
        let key = try #require(self.authority.leafKey)
        let der = Array(try key.signature(for: Array(input)).derRepresentation)
        try self.expect(.signatureLength, Array(input) + [dot] + Base64URL.encode(der))
    }

    @Test("A signature of zeros, by another key, or over another payload is refused")
    func wrongSignature() throws {
        let dot = UInt8(ascii: ".")
        let compact = try self.authority.sign(self.payload)
        let segments = compact.split(separator: dot).map(Array.init)
        let zeros = Base64URL.encode([UInt8](repeating: 0, count: 64))
        try self.expect(.signatureInvalid, segments[0] + [dot] + segments[1] + [dot] + zeros)
        let other = try self.authority.sign(SamplePayloads.consumable().json()).split(separator: dot).map(Array.init)
        try self.expect(.signatureInvalid, segments[0] + [dot] + segments[1] + [dot] + other[2])
        try self.expect(.signatureInvalid, segments[0] + [dot] + other[1] + [dot] + segments[2])
    }

    @Test("The change of any single bit is refused")
    func flippedBits() throws {
        let compact = try self.authority.sign(self.payload)
        for index in stride(from: 0, to: compact.count, by: 7) {
            var changed = compact
            changed[index] ^= 1 << UInt8(index % 7)
            #expect(throws: VerificationError.self) {
                try self.verifier.verify(changed, as: TransactionPayload.self)
            }
        }
    }

    @Test("Any number of segments other than three is refused", arguments: ["", ".", "a.b", "a.b.c.d", "abc", "...."])
    func segments(text: String) throws {
        try self.expect(.malformedSegments, Array(text.utf8))
    }

    @Test("Padding, whitespace, and another alphabet are refused in every segment", arguments: 0..<3)
    func dirtyBase64URL(segment: Int) throws {
        let compact = try self.authority.sign(self.payload)
        for dirt in ["=", "\n", "+", "/", " ", "%"] {
            var segments = compact.split(separator: UInt8(ascii: ".")).map(Array.init)
            segments[segment] += Array(dirt.utf8)
            let text = Array(segments.joined(separator: [UInt8(ascii: ".")]))
            // The signature covers the payload segment, so that its encoding is checked after the signature.
            try self.expect(segment == 1 ? .signatureInvalid : .malformedBase64URL, text)
        }
    }

    @Test("Inexact base64url is refused although it is signed")
    func dirtySigned() throws {
        let dot = UInt8(ascii: ".")
        let input =
            Base64URL.encode(self.authority.header) + [dot] + Base64URL.encode(self.payload) + Array("=".utf8)
        let key = try #require(self.authority.leafKey)
        let signature = Array(try key.signature(for: input).rawRepresentation)
        try self.expect(.malformedBase64URL, input + [dot] + Base64URL.encode(signature))
    }

    /// A payload that is signed but refused.
    static let badPayloads: [(String, VerificationError.Code)] = [
        (#"{"transactionId":"1","transactionId":"2","signedDate":1772366400000}"#, .duplicateKey),
        (#"{"transactionId":"1","transaction\u0049d":"2","signedDate":1772366400000}"#, .duplicateKey),
        (#"{"signedDate":1772366400000} x"#, .malformedJSON),
        (#"{"signedDate":1772366400000"#, .malformedJSON),
        (#"[1]"#, .wrongType),
        (#"{"signedDate":"1772366400000"}"#, .unexpectedForm),
        (#"{"transactionId":5,"signedDate":1772366400000}"#, .unexpectedForm),
        (#"{"signedDate":1e40}"#, .unexpectedForm),
        (#"{"transactionId":"1"}"#, .signedDateMissing),
        ("{\"x\":" + String(repeating: "[", count: 200) + String(repeating: "]", count: 200) + "}", .nestedTooDeep),
    ]

    @Test("A payload of another form than Apple's is refused although it is signed", arguments: Self.badPayloads)
    func badPayload(json: String, code: VerificationError.Code) throws {
        try self.expect(code, self.authority.sign(Array(json.utf8)))
    }

    @Test("A payload that is not UTF-8 is refused although it is signed")
    func notUTF8() throws {
        let json = Array(#"{"transactionId":""#.utf8) + [0xC3, 0x28] + Array(#"","signedDate":1772366400000}"#.utf8)
        try self.expect(.notUTF8, self.authority.sign(json))
    }

    @Test("A header with a repeated key is refused")
    func duplicateHeaderKey() throws {
        let header = self.authority.header(x5c: self.authority.x5c, further: #","alg":"ES256""#)
        try self.expect(.duplicateKey, self.authority.sign(self.payload, header: header))
    }

    @Test("Data that is longer than the maximum is refused unread")
    func tooLarge() throws {
        try self.expect(.tooLarge, [UInt8](repeating: UInt8(ascii: "a"), count: 300_000))
    }

    @Test("A refusal contains the expected value and the one found, without control characters and cut")
    func detail() {
        let error = VerificationError(
            .wrongAlgorithm,
            in: .transaction,
            expected: "ES256",
            found: "a\u{0}b\n" + String(repeating: "x", count: 500)
        )
        #expect(error.detail.hasPrefix("transaction: expected ES256, found abx"))
        #expect(error.detail.count < 200)
    }

    private func refusal(
        _ compact: [UInt8],
        by verifier: SignatureVerifier? = nil
    ) throws -> VerificationError.Code? {
        do {
            _ = try (verifier ?? self.verifier).verify(compact, as: TransactionPayload.self)
            return nil
        } catch {
            return error.code
        }
    }

    private func expect(
        _ code: VerificationError.Code,
        _ compact: [UInt8],
        by verifier: SignatureVerifier? = nil,
        sourceLocation: SourceLocation = #_sourceLocation
    ) throws {
        // Twice, because the second time the signer could be cached.
        for _ in 0..<2 {
            let refusal = try self.refusal(compact, by: verifier)
            #expect(refusal == code, sourceLocation: sourceLocation)
        }
    }
}
