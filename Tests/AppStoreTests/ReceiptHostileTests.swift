import AppStore
import AppStoreSimulator
import Foundation
import PurserTesting
import Testing

/// Each way to make a receipt invalid, starting from a valid one, and the code of its refusal.
@Suite struct ReceiptHostileTests {
    private let authority: ReceiptAuthority
    private let verifier: SignedDataVerifier
    private let payload = ReceiptSample.draft().encoded

    init() throws {
        self.authority = try ReceiptAuthority()
        self.verifier = try ReceiptSample.verifier(roots: [self.authority.root])
    }

    private func refusal(_ bytes: [UInt8]) -> VerificationError.Code? {
        ReceiptSample.refusal(of: bytes, by: self.verifier)
    }

    private func refusal(_ draft: ReceiptDraft) throws -> VerificationError.Code? {
        self.refusal(try self.authority.signer.receipt(draft))
    }

    // MARK: Form

    @Test("A receipt that ends early is truncated, at every length")
    func truncated() throws {
        let whole = try self.authority.signer.receipt(payload: self.payload)
        #expect(self.refusal(whole) == nil)
        for count in stride(from: 1, to: whole.count, by: 13) {
            #expect(self.refusal(Array(whole.prefix(count))) == .receiptTruncated, "cut to \(count)")
        }
        let open = try self.authority.signer.openReceipt(payload: self.payload)
        #expect(self.refusal(open) == nil)
        for count in stride(from: 1, to: open.count, by: 101) {
            #expect(self.refusal(Array(open.prefix(count))) == .receiptTruncated, "cut to \(count)")
        }
    }

    @Test("A receipt that is too long is not read")
    func oversized() {
        let text = String(repeating: "A", count: ReceiptContents.maximumByteCount + 4)
        #expect(ReceiptSample.refusal(ofText: text, by: self.verifier) == .receiptTooLarge)
        let bytes = [UInt8](repeating: 0x30, count: ReceiptContents.maximumByteCount + 1)
        let error = #expect(throws: VerificationError.self) { try self.verifier.signatures.receipt(bytes) }
        #expect(error?.code == .receiptTooLarge)
    }

    @Test("Data that is not Base64 and data that is not a receipt have different errors")
    func garbage() {
        #expect(ReceiptSample.refusal(ofText: "", by: self.verifier) == .receiptNotBase64)
        #expect(ReceiptSample.refusal(ofText: "{\"receipt\":1}", by: self.verifier) == .receiptNotBase64)
        #expect(self.refusal(Array("hello".utf8)) == .notReceipt)
        #expect(self.refusal(DEREncoder.sequence([])) == .notReceipt)
        #expect(self.refusal(DEREncoder.sequence([DEREncoder.object(ReceiptSigner.data)])) == .notReceipt)
        // A signed transaction in place of a receipt.
        #expect(ReceiptSample.refusal(ofText: "eyJhIjoxfQ.eyJhIjoxfQ.AAAA", by: self.verifier) == .receiptNotBase64)
    }

    @Test("Parts at wrong positions, or longer than their parents, are malformed")
    func wronglyNested() throws {
        let signer = try self.authority.signer.signerInfo(payload: self.payload, digest: .sha256)
        let certificates = self.authority.signer.certificates
        func container(
            payload: [UInt8],
            signers: [[UInt8]],
            element: (UInt8, [UInt8]) -> [UInt8] = DEREncoder.element
        ) -> [UInt8] {
            ReceiptSigner.container(
                payload: payload,
                digest: .sha256,
                certificates: certificates,
                signers: signers,
                element: element
            )
        }
        let right = container(payload: DEREncoder.octetString(self.payload), signers: [signer])
        #expect(self.refusal(right) == nil)
        #expect(self.refusal(right + [0]) == .receiptMalformed)
        #expect(self.refusal(container(payload: self.payload, signers: [signer])) == .receiptMalformed)
        let set = container(payload: DEREncoder.element(0x31, self.payload), signers: [signer])
        #expect(self.refusal(set) == .receiptMalformed)
        let null = container(payload: DEREncoder.octetString(self.payload), signers: [[5, 0]])
        #expect(self.refusal(null) == .receiptMalformed)
        // An inner length that extends beyond its parent.
        var liar = right
        let place = try #require(liar.firstRange(of: DEREncoder.object(ReceiptSigner.data))).lowerBound
        liar[place + 1] = 0x7F
        liar[place - 1] = 0xFF
        #expect([.receiptMalformed, .notReceipt].contains(self.refusal(liar)))
        var deeper = right
        deeper[place + 1] = 0x84
        #expect(self.refusal(deeper) == .receiptMalformed)
    }

    @Test("Nothing long is accepted beside the signed part: no lists, no attributes, no long certificates or numbers")
    func stuffed() throws {
        let signer = try self.authority.signer.signerInfo(payload: self.payload, digest: .sha256)
        // The header of a sequence of more than 255 and less than 65,536 bytes has four bytes.
        let fields = Array(signer.dropFirst(4))
        #expect(DEREncoder.sequence([fields]) == signer)
        let certificates = self.authority.signer.certificates
        func refusal(
            signers: [[UInt8]],
            certificates: [[UInt8]] = certificates,
            lists: [UInt8] = []
        ) -> VerificationError.Code? {
            self.refusal(
                ReceiptSigner.container(
                    payload: DEREncoder.octetString(self.payload),
                    digest: .sha256,
                    certificates: certificates,
                    revocationLists: lists,
                    signers: signers,
                    element: DEREncoder.element
                )
            )
        }
        #expect(refusal(signers: [signer]) == nil)
        let filling = DEREncoder.octetString([UInt8](repeating: 0, count: 100_000))
        #expect(refusal(signers: [signer], lists: DEREncoder.element(0xA1, filling)) == .receiptMalformed)
        #expect(
            refusal(signers: [DEREncoder.sequence([fields, DEREncoder.element(0xA1, filling)])]) == .receiptMalformed
        )
        let version = DEREncoder.element(0x02, [UInt8](repeating: 0, count: 999) + [1])
        #expect(refusal(signers: [DEREncoder.sequence([version, Array(fields.dropFirst(3))])]) == .receiptMalformed)
        let long = DEREncoder.sequence([DEREncoder.octetString([UInt8](repeating: 0, count: 8200))])
        #expect(refusal(signers: [signer], certificates: certificates + [long]) == .receiptCertificateTooLarge)
    }

    @Test("Excessive depths and numbers of parts are refused quickly")
    func bombs() throws {
        let ladder = (0..<200_000).flatMap { _ in [0x30, 0x80] as [UInt8] }
        #expect(self.refusal(ladder) == .receiptTooDeep)
        var octets = DEREncoder.octetString([1])
        for _ in 0..<40 { octets = DEREncoder.element(0x24, octets) }
        let signer = try self.authority.signer.signerInfo(payload: [1], digest: .sha256)
        func container(_ payload: [UInt8], _ certificates: [[UInt8]]) -> [UInt8] {
            ReceiptSigner.container(
                payload: payload,
                digest: .sha256,
                certificates: certificates,
                signers: [signer],
                element: DEREncoder.element
            )
        }
        #expect(self.refusal(container(octets, self.authority.signer.certificates)) == .receiptTooDeep)
        let crowd = DEREncoder.element(0x24, (0..<70_000).flatMap { _ in [0x04, 0] as [UInt8] })
        #expect(self.refusal(container(crowd, self.authority.signer.certificates)) == .receiptTooManyParts)
        let many = [[UInt8]](repeating: self.authority.signer.certificates[0], count: 9)
        #expect(self.refusal(container(DEREncoder.octetString([1]), many)) == .receiptTooManyParts)
        // Nesting in the payload is signed and still bounded: the reader does not descend into unknown parts.
        var nested = DEREncoder.sequence([])
        for _ in 0..<5_000 { nested = DEREncoder.sequence([nested]) }
        var draft = ReceiptSample.draft()
        draft.add(99, octets: nested)
        #expect(try self.refusal(draft) == nil)
    }

    // MARK: Signature

    @Test("A changed payload does not match its signature, nor does a signature over another payload")
    func wrongHash() throws {
        let whole = try self.authority.signer.receipt(payload: self.payload)
        let place = try #require(whole.firstRange(of: Array("2000001092134139".utf8))).lowerBound
        var changed = whole
        changed[place] = UInt8(ascii: "3")
        #expect(self.refusal(changed) == .receiptSignatureInvalid)
        let other = try self.authority.signer.signerInfo(payload: [1, 2, 3], digest: .sha256)
        #expect(self.refusal(self.container(signers: [other])) == .receiptSignatureInvalid)
        // The receipt is hashed with SHA-256 but states SHA-1.
        let lied = try self.authority.signer.signerInfo(
            payload: self.payload,
            digest: .sha256,
            statedDigest: ReceiptSigner.Digest.sha1.object
        )
        #expect(self.refusal(self.container(signers: [lied])) == .receiptSignatureInvalid)
    }

    @Test("Other digests, signed attributes, and another number of signers are refused")
    func unsupported() throws {
        let signer = self.authority.signer
        let md5: [UInt8] = [0x2A, 0x86, 0x48, 0x86, 0xF7, 0x0D, 0x02, 0x05]
        let weak = try signer.signerInfo(payload: self.payload, digest: .sha1, statedDigest: md5)
        #expect(self.refusal(self.container(signers: [weak])) == .receiptAlgorithm)
        let attributes = DEREncoder.element(
            0xA0,
            DEREncoder.sequence([DEREncoder.object(ReceiptSigner.data), DEREncoder.set([])])
        )
        let attributed = try signer.signerInfo(payload: self.payload, digest: .sha256, attributes: attributes)
        #expect(self.refusal(self.container(signers: [attributed])) == .receiptSignedAttributes)
        let right = try signer.signerInfo(payload: self.payload, digest: .sha256)
        #expect(self.refusal(self.container(signers: [right])) == nil)
        #expect(self.refusal(self.container(signers: [right, right])) == .receiptSignerCount)
        #expect(self.refusal(self.container(signers: [])) == .receiptSignerCount)
    }

    // MARK: Chain

    @Test("A root that is not pinned is refused, and so is one with the name of a pinned root")
    func foreignRoot() throws {
        let foreign = try ReceiptAuthority(name: "Foreign")
        #expect(self.refusal(try foreign.signer.receipt(payload: self.payload)) == .untrustedRoot)
        var defects = ReceiptAuthority.Defects()
        defects.intermediateIsSignedByStranger = true
        let impostor = try ReceiptAuthority(defects: defects)
        #expect(self.refusal(try impostor.signer.receipt(payload: self.payload)) == .intermediateSignature)
    }

    @Test(
        "A chain with a defect is refused with the code of the defect",
        arguments: [
            ("intermediate marker", VerificationError.Code.intermediateMarkerMissing),
            ("leaf marker", .leafMarkerMissing), ("leaf authority", .leafIsAuthority),
            ("leaf stranger", .leafSignature), ("intermediate no authority", .intermediateNotAuthority),
        ]
    )
    func defect(name: String, code: VerificationError.Code) throws {
        var defects = ReceiptAuthority.Defects()
        switch name {
        case "intermediate marker": defects.lacksIntermediateMarker = true
        case "leaf marker": defects.lacksLeafMarker = true
        case "leaf authority": defects.leafIsAuthority = true
        case "leaf stranger": defects.leafIsSignedByStranger = true
        default: defects.intermediateIsNoAuthority = true
        }
        let authority = try ReceiptAuthority(defects: defects)
        let verifier = try ReceiptSample.verifier(roots: [authority.root])
        let bytes = try authority.signer.receipt(payload: self.payload)
        #expect(ReceiptSample.refusal(of: bytes, by: verifier) == code)
    }

    @Test("Certificates must be valid at the receipt's creation date: expired or future ones are refused")
    func expired() throws {
        let day: Int64 = 86_400
        let createdAt = SamplePayloads.signedAt.milliseconds / 1000
        func refusal(from: Int64, to: Int64) throws -> VerificationError.Code? {
            let authority = try ReceiptAuthority(leafValidity: .init(fromSeconds: from, toSeconds: to))
            let verifier = try ReceiptSample.verifier(roots: [authority.root])
            return ReceiptSample.refusal(of: try authority.signer.receipt(payload: self.payload), by: verifier)
        }
        #expect(try refusal(from: createdAt - day, to: createdAt - 1) == .signerExpired)
        #expect(try refusal(from: createdAt + 1, to: createdAt + day) == .certificateNotYetValid)
        #expect(try refusal(from: createdAt, to: createdAt) == nil)
    }

    @Test("Without the certificate of the signer or its issuer the receipt is refused")
    func missingCertificates() throws {
        let all = self.authority.signer.certificates
        let signer = try self.authority.signer.signerInfo(payload: self.payload, digest: .sha256)
        #expect(self.refusal(self.container(signers: [signer], certificates: all)) == nil)
        #expect(self.refusal(self.container(signers: [signer], certificates: all.reversed())) == nil)
        #expect(self.refusal(self.container(signers: [signer], certificates: Array(all.prefix(2)))) == nil)
        let without = Array(all.dropFirst())
        #expect(self.refusal(self.container(signers: [signer], certificates: without)) == .receiptSignerMissing)
        let gap = [all[0], all[2]]
        #expect(self.refusal(self.container(signers: [signer], certificates: gap)) == .receiptIssuerMissing)
        #expect(self.refusal(self.container(signers: [signer], certificates: [])) == .receiptSignerMissing)
        let lone = [all[0]]
        #expect(self.refusal(self.container(signers: [signer], certificates: lone)) == .xcodeCertificateNotTrusted)
        let broken = [all[0], [0x30, 0x03, 0x02, 0x01, 0x01]]
        #expect(self.refusal(self.container(signers: [signer], certificates: broken)) == .malformedCertificate)
    }

    @Test(
        "The admission error of one issuer is not hidden by the refusal of another with the same name",
        arguments: [false, true]
    )
    func severalIssuers(isReversed: Bool) throws {
        var defects = ReceiptAuthority.Defects()
        defects.intermediateIsSignedByStranger = true
        let decoy = try ReceiptAuthority(defects: defects).signer.certificates[1]
        let all = self.authority.signer.certificates
        let signer = try self.authority.signer.signerInfo(payload: self.payload, digest: .sha256)
        #expect(self.refusal(self.container(signers: [signer], certificates: [all[0], decoy])) != nil)
        let issuers = isReversed ? [decoy, all[1]] : [all[1], decoy]
        let receipt = self.container(signers: [signer], certificates: [all[0]] + issuers)
        var closed = self.verifier
        closed.admission = UnknownSignerAdmission { false }
        #expect(ReceiptSample.refusal(of: receipt, by: closed) == .unknownSignerMustWait)
        #expect(self.refusal(receipt) == nil)
    }

    @Test("An elliptic-curve key cannot sign receipts")
    func leafKey() throws {
        // The chain of a JWS is valid, and its leaf has the markers; only its key has another type.
        let jws = try SigningAuthority()
        let signer = try ReceiptSigner(key: ReceiptKeys.receiptKey(), certificates: jws.x5c)
        let verifier = try ReceiptSample.verifier(roots: [jws.root])
        let bytes = try signer.receipt(payload: self.payload)
        #expect(ReceiptSample.refusal(of: bytes, by: verifier) == .leafKeyNotRSA)
    }

    // MARK: Payload

    @Test("A signed payload that is not a receipt is refused: another form, a repeated attribute, no date")
    func payloads() throws {
        func refusal(payload: [UInt8]) throws -> VerificationError.Code? {
            self.refusal(try self.authority.signer.receipt(payload: payload))
        }
        #expect(try refusal(payload: []) == .receiptAttributeInvalid)
        #expect(try refusal(payload: DEREncoder.sequence([])) == .receiptAttributeInvalid)
        #expect(try refusal(payload: DEREncoder.set([DEREncoder.integer(1)])) == .receiptAttributeInvalid)
        #expect(try refusal(payload: self.payload + [0]) == .receiptAttributeInvalid)
        #expect(try refusal(payload: DEREncoder.set([])) == .signedDateMissing)
        var twice = ReceiptSample.draft()
        twice.add(2, text: "com.example.other")
        #expect(try self.refusal(twice) == .receiptAttributeTwice)
        var row = SampleReceipts.row(1)
        row.add(1712, instant: "")
        var rows = ReceiptSample.draft()
        rows.add(purchase: row)
        #expect(try self.refusal(rows) == .receiptAttributeTwice)
        #expect(try self.refusal(ReceiptSample.draft(bundleID: "com.example.other")) == .bundleMismatch)
    }

    @Test(
        "A field that is not as Apple writes it is refused",
        arguments: [
            (1701, DEREncoder.utf8("1")), (1702, DEREncoder.integer(1)), (1703, DEREncoder.utf8("1 2")),
            (1704, DEREncoder.ia5("yesterday")), (1704, DEREncoder.ia5("2026-02-30T00:00:00Z")),
            (1708, DEREncoder.ia5("2026-02-03T00:00:00+9:00")), (1712, DEREncoder.ia5("2026-02-03 00:00:00")),
            (1711, DEREncoder.element(2, [UInt8](repeating: 1, count: 9))), (1713, DEREncoder.element(2, [])),
            (1721, DEREncoder.element(12, [0xFF])), (1705, DEREncoder.utf8("1") + [0]),
        ] as [(Int64, [UInt8])]
    )
    func fields(type: Int64, value: [UInt8]) throws {
        var row = ReceiptDraft()
        row.add(type, octets: value)
        var draft = ReceiptSample.draft(rows: 0)
        draft.add(purchase: row)
        #expect(try self.refusal(draft) == .receiptAttributeInvalid)
    }

    @Test("A receipt with more purchases than the maximum is refused")
    func tooMany() throws {
        var draft = ReceiptSample.draft(rows: 0)
        for type in Int64(100)..<400 { draft.add(type, octets: []) }
        #expect(try self.refusal(draft) == .receiptTooManyParts)
        var row = ReceiptDraft()
        for type in Int64(2000)..<2300 { row.add(type, octets: []) }
        var rows = ReceiptSample.draft(rows: 0)
        rows.add(purchase: row)
        #expect(try self.refusal(rows) == .receiptTooManyParts)
    }

    private func container(signers: [[UInt8]], certificates: [[UInt8]]? = nil) -> [UInt8] {
        ReceiptSigner.container(
            payload: DEREncoder.octetString(self.payload),
            digest: .sha256,
            certificates: certificates ?? self.authority.signer.certificates,
            signers: signers,
            element: DEREncoder.element
        )
    }
}
