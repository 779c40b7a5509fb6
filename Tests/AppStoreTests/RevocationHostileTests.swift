import AppStore
import Testing

@Suite struct RevocationHostileTests {
    let authority: RevocationAuthority
    let request: OCSPRequest
    let response: [UInt8]

    init() throws {
        self.authority = try RevocationAuthority()
        self.request = try OCSPRequest(
            certificate: self.authority.leaf,
            issuer: self.authority.intermediate.certificate,
            nonce: [UInt8](repeating: 7, count: OCSPRequest.nonceByteCount)
        )
        let delegate = try self.authority.delegate()
        var recipe = RevocationRecipe()
        recipe.state = .revoked(at: RevocationAuthority.start, reason: 1)
        recipe.nonce = self.request.nonce
        recipe.delivered = [delegate.certificate]
        self.response = try recipe.response(to: self.request.certificateID, signer: delegate)
    }

    func answer(_ bytes: [UInt8]) throws(RevocationError) -> OCSPResult {
        try OCSPResponse(derBytes: bytes).answer(
            to: self.request,
            issuer: self.authority.intermediate.certificate,
            at: RevocationAuthority.start
        )
    }

    @Test("A response that is cut at any position is malformed and does not crash the parser")
    func truncations() throws {
        #expect(
            try self.answer(self.response).status == .revoked(at: RevocationAuthority.start, reason: .keyCompromise)
        )
        for length in 0..<self.response.count {
            #expect(throws: RevocationError.malformed) { try self.answer(Array(self.response.prefix(length))) }
        }
    }

    @Test("A response with trailing bytes is malformed")
    func trailing() {
        #expect(throws: RevocationError.malformed) { try self.answer(self.response + [0]) }
        #expect(throws: RevocationError.malformed) { try self.answer(self.response + self.response) }
    }

    @Test("No change of one byte turns a response into another answer", arguments: [0x01, 0x20, 0x80, 0xFF] as [UInt8])
    func flips(mask: UInt8) throws {
        let genuine = try self.answer(self.response)
        for index in self.response.indices {
            var spoiled = self.response
            spoiled[index] ^= mask
            do {
                #expect(try self.answer(spoiled) == genuine, "byte \(index)")
            } catch {
                #expect(error.code.hasPrefix("ocsp_"))
            }
        }
    }

    @Test("Random bytes are malformed", arguments: [1, 2, 3, 4] as [UInt64])
    func noise(seed: UInt64) {
        var state = seed
        for length in 0..<600 {
            let bytes = (0..<length).map { _ in
                state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
                return UInt8(truncatingIfNeeded: state >> 33)
            }
            #expect(throws: RevocationError.malformed, "seed \(seed), length \(length)") { try self.answer(bytes) }
        }
    }

    @Test("Deep nesting is malformed")
    func nesting() {
        var bytes: [UInt8] = [0x05, 0x00]
        while bytes.count < 60_000 {
            let length = bytes.count
            let header: [UInt8] =
                length < 128 ? [0x30, UInt8(length)] : [0x30, 0x82, UInt8(length >> 8), UInt8(length & 0xFF)]
            bytes = (length < 256 && length > 127 ? [0x30, 0x81, UInt8(length)] : header) + bytes
        }
        #expect(throws: RevocationError.malformed) { try self.answer(bytes) }
    }
}
