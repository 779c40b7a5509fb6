import AppStore
import PurserTesting
import Synchronization
import Testing

/// The amount of verification that an attacker can cause with Apple's genuine intermediate and their own leaves.
@Suite struct CertificateChainCacheTests {
    let authority: SigningAuthority
    let verifier: SignatureVerifier
    let payload = SamplePayloads.transaction().json()

    init() throws {
        self.authority = try SigningAuthority()
        self.verifier = SignatureVerifier(anchors: try TrustAnchors(roots: [self.authority.root]))
    }

    /// An object whose leaf names the genuine intermediate as its issuer but has another signature.
    private func forged() throws -> [UInt8] {
        let stranger = try SigningAuthority(below: self.authority)
        let header = stranger.header(x5c: [stranger.x5c[0], self.authority.x5c[1], self.authority.root])
        return try stranger.sign(self.payload, header: header)
    }

    private func code(_ compact: [UInt8], _ admission: UnknownSignerAdmission? = nil) -> VerificationError.Code? {
        do {
            _ = try self.verifier.verify(compact, as: TransactionPayload.self, admission: admission)
            return nil
        } catch {
            return error.code
        }
    }

    @Test("The genuine intermediate is verified once, and a refused leaf is refused again by its digest")
    func forgedLeaves() throws {
        let first = try self.forged()
        #expect(self.code(first) == .leafSignature)
        #expect(self.verifier.certificateCheckCount == 2)
        for _ in 0..<20 { #expect(self.code(first) == .leafSignature) }
        #expect(self.verifier.certificateCheckCount == 2)
        #expect(self.code(try self.forged()) == .leafSignature)
        #expect(self.verifier.certificateCheckCount == 3)
        // The same certificates in another encoding of the header are found too.
        let stranger = try SigningAuthority(below: self.authority)
        for number in 0..<5 {
            let header = stranger.header(
                x5c: [stranger.x5c[0], self.authority.x5c[1], self.authority.root],
                further: #","kid":"\#(number)""#
            )
            #expect(self.code(try stranger.sign(self.payload, header: header)) == .leafSignature)
        }
        #expect(self.verifier.certificateCheckCount == 4)
        #expect(self.code(try self.authority.sign(self.payload)) == nil)
        #expect(self.verifier.certificateCheckCount == 5)
    }

    @Test("Genuine certificates with a forged signature are verified once, and are not trusted for it")
    func genuineCertificates() throws {
        let stranger = try SigningAuthority(name: "Stranger")
        for number in 0..<10 {
            let header = self.authority.header(x5c: self.authority.x5c, further: #","kid":"\#(number)""#)
            #expect(self.code(try stranger.sign(self.payload, header: header)) == .signatureInvalid)
        }
        #expect(self.verifier.certificateCheckCount == 2)
        let garbage = self.authority.header(x5c: [self.authority.x5c[0], self.authority.x5c[1], [1, 2, 3]])
        #expect(self.code(try self.authority.sign(self.payload, header: garbage)) == .malformedCertificate)
        #expect(self.code(try self.authority.sign(self.payload)) == nil)
        #expect(self.verifier.certificateCheckCount == 2)
    }

    @Test("The verifier reports a chain each time that it verified data of it, and not for forged data")
    func reportedEachTime() throws {
        let reported = Mutex([CertificateChainID]())
        let verifier = SignatureVerifier(anchors: self.verifier.anchors) { chain in
            reported.withLock { $0.append(chain.id) }
        }
        let genuine = try self.authority.sign(self.payload)
        for _ in 0..<3 { _ = try verifier.verify(genuine, as: TransactionPayload.self) }
        let id = CertificateChainID(leaf: self.authority.x5c[0], intermediate: self.authority.x5c[1])
        #expect(reported.withLock { $0 } == [id, id, id])

        let forged = try SigningAuthority(name: "Stranger").sign(
            self.payload,
            header: self.authority.header(x5c: self.authority.x5c)
        )
        #expect(throws: VerificationError.self) { _ = try verifier.verify(forged, as: TransactionPayload.self) }
        #expect(reported.withLock { $0.count } == 3)
    }

    @Test("The same bytes, divided differently into leaf and intermediate, are another pair")
    func divided() throws {
        #expect(self.code(try self.authority.sign(self.payload)) == nil)
        let (leaf, intermediate) = (self.authority.x5c[0], self.authority.x5c[1])
        let pair = [Array(leaf.dropLast()), Array(leaf.suffix(1)) + intermediate, self.authority.root]
        let compact = try self.authority.sign(self.payload, header: self.authority.header(x5c: pair))
        #expect(self.code(compact) == .malformedCertificate)
    }

    @Test("An unknown pair of certificates needs admission, a known or a refused one does not")
    func admission() throws {
        let asked = Mutex(0)
        let closed = UnknownSignerAdmission {
            asked.withLock { $0 += 1 }
            return false
        }
        let forged = try self.forged()
        #expect(self.code(forged, closed) == .unknownSignerMustWait)
        #expect(self.verifier.certificateCheckCount == 0)
        #expect(self.code(forged) == .leafSignature)
        #expect(self.code(forged, closed) == .leafSignature)

        let genuine = try self.authority.sign(self.payload)
        #expect(self.code(genuine, closed) == .unknownSignerMustWait)
        #expect(self.code(genuine) == nil)
        #expect(self.code(genuine, closed) == nil)
        #expect(self.code(try self.authority.sign(SamplePayloads.consumable().json()), closed) == nil)
        #expect(asked.withLock { $0 } == 2)
    }

    @Test("The number of stored refusals is bounded, and the oldest are evicted")
    func bounded() throws {
        let chains = CertificateChainCache(
            roots: try TrustAnchors(roots: [self.authority.root]).roots,
            place: "x5c",
            maximumRefused: 8
        )
        func refuse(_ number: Int) throws {
            // Anyone can change the last bytes of a signature.
            var leaf = self.authority.x5c[0]
            leaf[leaf.count - 1] ^= UInt8(1 + number)
            #expect(throws: VerificationError.self) {
                _ = try chains.chain([leaf, self.authority.x5c[1]], part: .transaction, admission: nil)
            }
        }
        for number in 0...8 { try refuse(number) }
        let count = chains.checkCount
        try refuse(8)
        #expect(chains.checkCount == count)
        try refuse(0)
        #expect(chains.checkCount == count + 1)
        #expect(chains.refusedCount == 8)
    }

    @Test("A signer in use is never evicted for one that is not; a signer out of use is")
    func signersInUse() throws {
        let signers = SignerCache<Int>()
        signers.remember(0, for: [0, 0])
        signers.use([0, 0])
        func remember(_ numbers: Range<Int>) {
            for number in numbers { signers.remember(number, for: [UInt8(number / 256), UInt8(number % 256)]) }
        }
        remember(1..<200)
        #expect(signers.signer([0, 0]) == 0)
        #expect(signers.signer([0, 199]) == 199)
        #expect(signers.signer([0, 1]) == nil)

        for _ in 0..<2 * SignerCache<Int>.halvingPeriod { signers.use([0, 199]) }
        remember(200..<300)
        #expect(signers.signer([0, 0]) == nil)
        #expect(signers.signer([0, 199]) == 199)
    }

    @Test("If all signers are in use, a new one is not cached")
    func full() {
        let signers = SignerCache<Int>()
        let capacity = SignerCache<Int>.capacity
        for number in 0..<capacity {
            signers.remember(number, for: [UInt8(number)])
            signers.use([UInt8(number)])
        }
        signers.remember(capacity, for: [UInt8(capacity)])
        #expect(signers.signer([UInt8(capacity)]) == nil)
        for number in 0..<capacity { #expect(signers.signer([UInt8(number)]) == number) }
    }
}
