import AppStore
import SwiftASN1
import Testing
import X509

@Suite struct RevocationResponseTests {
    static let start = RevocationAuthority.start
    static let tolerance = OCSPResponse.clockToleranceMilliseconds

    let authority: RevocationAuthority
    let request: OCSPRequest

    init() throws {
        self.authority = try RevocationAuthority()
        self.request = try OCSPRequest(
            certificate: self.authority.leaf,
            issuer: self.authority.intermediate.certificate,
            nonce: [UInt8](repeating: 7, count: OCSPRequest.nonceByteCount)
        )
    }

    func answer(_ recipe: RevocationRecipe, at now: Int64 = Self.start) throws -> OCSPResult {
        let bytes = try recipe.response(to: self.request.certificateID, signer: self.authority.intermediate)
        return try OCSPResponse(derBytes: bytes)
            .answer(to: self.request, issuer: self.authority.intermediate.certificate, at: now)
    }

    @Test(
        "An answer is read unchanged",
        arguments: [
            (
                RevocationRecipe.State.good,
                OCSPCertificateStatus.good(until: Self.start + 12 * RevocationAuthority.hour)
            ),
            (
                .revoked(at: Self.start - 5000, reason: 1),
                .revoked(at: Self.start - 5000, reason: .keyCompromise)
            ),
            (.revoked(at: 951_782_399_000, reason: nil), .revoked(at: 951_782_399_000, reason: nil)),
            (
                .revoked(at: 951_868_800_000, reason: 200),
                .revoked(at: 951_868_800_000, reason: CertificateRevocationReason(rawValue: 200))
            ),
            (.unknown, .unknown),
        ]
    )
    func findings(state: RevocationRecipe.State, status: OCSPCertificateStatus) throws {
        var recipe = RevocationRecipe()
        recipe.state = state
        let answer = try self.answer(recipe)

        #expect(answer.status == status)
        #expect(answer.thisUpdateAt == Self.start)
        #expect(answer.nextUpdateAt == Self.start + 12 * RevocationAuthority.hour)
    }

    @Test("Hash parameters may be NULL or absent", arguments: [true, false])
    func hashParameters(present: Bool) throws {
        var recipe = RevocationRecipe()
        recipe.hasHashParameters = present
        #expect(try self.answer(recipe).status != .unknown)
    }

    @Test("A nonce in the response must be that of the request; the response may omit it")
    func nonce() throws {
        var recipe = RevocationRecipe()
        #expect(throws: Never.self) { try self.answer(recipe) }
        recipe.nonce = self.request.nonce
        #expect(throws: Never.self) { try self.answer(recipe) }
        recipe.nonce = [UInt8](repeating: 8, count: OCSPRequest.nonceByteCount)
        #expect(throws: RevocationError.nonceMismatch) { try self.answer(recipe) }
        recipe.nonce = Array(self.request.nonce.dropLast())
        #expect(throws: RevocationError.nonceMismatch) { try self.answer(recipe) }
        recipe.nonce = []
        #expect(throws: RevocationError.nonceMismatch) { try self.answer(recipe) }
    }

    @Test("Times are valid within 75 minutes, and not a second beyond")
    func tolerance() throws {
        let second: Int64 = 1000
        func recipe(_ change: (inout RevocationRecipe) -> Void) -> RevocationRecipe {
            var recipe = RevocationRecipe()
            change(&recipe)
            return recipe
        }

        #expect(Self.tolerance == 75 * 60 * 1000)
        let producedLate = recipe { $0.producedAt = Self.start + Self.tolerance }
        #expect(throws: Never.self) { try self.answer(producedLate) }
        #expect(throws: RevocationError.fromTheFuture) { try self.answer(producedLate, at: Self.start - second) }

        let updatedLate = recipe { $0.thisUpdateAt = Self.start + Self.tolerance }
        #expect(throws: Never.self) { try self.answer(updatedLate) }
        #expect(throws: RevocationError.fromTheFuture) { try self.answer(updatedLate, at: Self.start - second) }

        let end = Self.start + RevocationAuthority.hour
        let expiring = recipe { $0.nextUpdateAt = end }
        #expect(throws: Never.self) { try self.answer(expiring, at: end + Self.tolerance) }
        #expect(throws: RevocationError.stale) { try self.answer(expiring, at: end + Self.tolerance + second) }

        #expect(throws: RevocationError.nextUpdateMissing) { try self.answer(recipe { $0.nextUpdateAt = nil }) }
        let reversed = recipe { $0.nextUpdateAt = Self.start - second }
        #expect(throws: RevocationError.malformed) { try self.answer(reversed) }
    }

    @Test("An answer about another certificate is refused")
    func wrongCertificate() throws {
        let other = try RevocationAuthority(leafSerial: 4)
        let issuer = self.authority.intermediate
        let otherID = try OCSPCertificateID(certificate: other.leaf, issuer: issuer.certificate)
        let bytes = try RevocationRecipe().response(to: otherID, signer: issuer)
        let response = try OCSPResponse(derBytes: bytes)

        #expect(throws: RevocationError.wrongCertificate) {
            try response.answer(to: self.request, issuer: issuer.certificate, at: Self.start)
        }
    }

    @Test("An answer that identifies the certificate with another hash is not an answer to the request")
    func otherHash() throws {
        var recipe = RevocationRecipe()
        recipe.hashAlgorithm = RevocationRecipe.sha256
        #expect(throws: RevocationError.wrongCertificate) { try self.answer(recipe) }
    }

    @Test("A response without an answer, or with two about the same certificate, is refused")
    func copies() throws {
        var recipe = RevocationRecipe()
        recipe.copies = 0
        #expect(throws: RevocationError.wrongCertificate) { try self.answer(recipe) }
        recipe.copies = 2
        #expect(throws: RevocationError.malformed) { try self.answer(recipe) }
    }

    @Test("An unsupported critical extension is refused")
    func criticalExtensions() throws {
        var recipe = RevocationRecipe()
        recipe.hasStrangeExtension = true
        #expect(throws: RevocationError.criticalExtension) { try self.answer(recipe) }
        recipe = RevocationRecipe()
        recipe.hasStrangeSingleExtension = true
        #expect(throws: RevocationError.criticalExtension) { try self.answer(recipe) }
    }

    @Test("Another version and another type of response are refused")
    func versions() throws {
        var recipe = RevocationRecipe()
        recipe.version = 1
        #expect(throws: RevocationError.versionUnsupported) { try self.answer(recipe) }
        recipe = RevocationRecipe()
        recipe.responseType = [1, 2, 3]
        #expect(throws: RevocationError.malformed) { try self.answer(recipe) }
    }

    @Test(
        "A refusal keeps its status, and only tryLater and internalError are retryable",
        arguments: [(1, false), (2, true), (3, true), (5, false), (6, false), (99, false)]
    )
    func refusals(status: Int, isRetryable: Bool) throws {
        var recipe = RevocationRecipe()
        recipe.responseStatus = status
        let expected = RevocationError.notSuccessful(OCSPResponseStatus(rawValue: status))

        #expect(throws: expected) { try self.answer(recipe) }
        #expect(expected.isRetryable == isRetryable)
        #expect(expected.code == "ocsp_not_successful")
    }

    @Test("Success without an answer is malformed")
    func emptySuccess() {
        #expect(throws: RevocationError.malformed) { try OCSPResponse(derBytes: [0x30, 0x03, 0x0A, 0x01, 0x00]) }
    }

    @Test("A response over the limit is refused before it is parsed")
    func oversized() {
        let large = [UInt8](repeating: 0x30, count: OCSPResponse.maximumByteCount + 1)
        #expect(throws: RevocationError.tooLarge) { try OCSPResponse(derBytes: large) }
        #expect(throws: RevocationError.malformed) { try OCSPResponse(derBytes: Array(large.dropLast())) }
    }

    @Test("A response with too many certificates is refused")
    func manyCertificates() throws {
        var recipe = RevocationRecipe()
        recipe.delivered = Array(repeating: self.authority.leaf, count: OCSPResponse.maximumCertificateCount)
        #expect(throws: Never.self) { try self.answer(recipe) }
        recipe.delivered.append(self.authority.leaf)
        #expect(throws: RevocationError.malformed) { try self.answer(recipe) }
    }
}
