import AppStore
import SwiftASN1
import Testing
import X509

@Suite struct RevocationSignerTests {
    static let start = RevocationAuthority.start

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

    func answer(
        signer: RevocationAuthority.Signer,
        isDelivered: Bool = true,
        at now: Int64 = Self.start,
        _ change: (inout RevocationRecipe) -> Void = { _ in }
    ) throws -> OCSPResult {
        var recipe = RevocationRecipe()
        if isDelivered { recipe.delivered = [signer.certificate] }
        change(&recipe)
        let bytes = try recipe.response(to: self.request.certificateID, signer: signer)
        return try OCSPResponse(derBytes: bytes)
            .answer(to: self.request, issuer: self.authority.intermediate.certificate, at: now)
    }

    @Test(
        "The issuer may sign, identified by name or key, with or without its certificate in the response",
        arguments: [RevocationRecipe.Naming.name, .keyHash],
        [true, false]
    )
    func issuer(naming: RevocationRecipe.Naming, isDelivered: Bool) throws {
        #expect(throws: Never.self) {
            try self.answer(signer: self.authority.intermediate, isDelivered: isDelivered) { $0.naming = naming }
        }
    }

    @Test("A responder that the issuer has authorized may sign", arguments: [RevocationRecipe.Naming.name, .keyHash])
    func delegate(naming: RevocationRecipe.Naming) throws {
        let delegate = try self.authority.delegate()
        #expect(throws: Never.self) { try self.answer(signer: delegate) { $0.naming = naming } }
        let plain = try self.authority.delegate(keyUsage: nil)
        #expect(throws: Never.self) { try self.answer(signer: plain) { $0.naming = naming } }
    }

    @Test("A responder whose certificate is not in the response is not found")
    func absent() throws {
        let delegate = try self.authority.delegate()
        #expect(throws: RevocationError.signerNotAuthorized(.absent)) {
            try self.answer(signer: delegate, isDelivered: false)
        }
        #expect(throws: RevocationError.signerNotAuthorized(.absent)) {
            try self.answer(signer: delegate) { $0.delivered = [self.authority.leaf] }
        }
    }

    @Test("A certificate without the purpose of OCSP may not sign")
    func purpose() throws {
        let missing = RevocationError.signerNotAuthorized(.purposeMissing)
        let none = try self.authority.delegate(usages: nil)
        #expect(throws: missing) { try self.answer(signer: none) }
        let others = try self.authority.delegate(usages: [.serverAuth, .codeSigning, .any])
        #expect(throws: missing) { try self.answer(signer: others) }
        let noSignature = try self.authority.delegate(keyUsage: KeyUsage(keyEncipherment: true))
        #expect(throws: missing) { try self.answer(signer: noSignature) }
    }

    @Test("A responder that another certificate authorized may not sign, not even one of the issuer's own issuer")
    func foreign() throws {
        let foreign = RevocationError.signerNotAuthorized(.foreign)
        let appointedByRoot = try self.authority.delegate(issuer: self.authority.root)
        #expect(throws: foreign) { try self.answer(signer: appointedByRoot) }
        // The other authority has the intermediate's name, so that its delegate looks as if the intermediate had issued
        // it.
        let appointedByStranger = try self.authority.delegate(issuer: try RevocationAuthority.stranger())
        #expect(throws: foreign) { try self.answer(signer: appointedByStranger) }
    }

    @Test("Another authority with the issuer's name may not sign")
    func stranger() throws {
        let stranger = try RevocationAuthority.stranger()
        #expect(throws: RevocationError.signatureInvalid) { try self.answer(signer: stranger, isDelivered: false) }
        #expect(throws: RevocationError.signerNotAuthorized(.foreign)) { try self.answer(signer: stranger) }
        #expect(throws: RevocationError.signerNotAuthorized(.absent)) {
            try self.answer(signer: stranger, isDelivered: false) { $0.naming = .keyHash }
        }
    }

    @Test("A responder may sign only while its certificate is valid")
    func validity() throws {
        let end = Self.start + RevocationAuthority.hour
        let delegate = try self.authority.delegate(notBefore: Self.start, notAfter: end)
        let outside = RevocationError.signerNotAuthorized(.outsideValidity)
        #expect(throws: Never.self) { try self.answer(signer: delegate, at: Self.start) }
        #expect(throws: Never.self) { try self.answer(signer: delegate, at: end) }
        #expect(throws: outside) { try self.answer(signer: delegate, at: Self.start - 1000) }
        #expect(throws: outside) { try self.answer(signer: delegate, at: end + 1000) }
    }

    @Test("A responder whose certificate has an unsupported critical extension may not sign")
    func criticalExtension() throws {
        let delegate = try self.authority.delegate(strangeExtension: true)
        #expect(throws: RevocationError.criticalExtension) { try self.answer(signer: delegate) }
    }

    @Test("A damaged signature is refused, the issuer's and a delegate's")
    func spoiled() throws {
        let signers = [self.authority.intermediate, try self.authority.delegate()]
        for signer in signers {
            #expect(throws: RevocationError.signatureInvalid) {
                try self.answer(signer: signer) { $0.isSignatureSpoiled = true }
            }
        }
    }

    @Test("SHA-256 and SHA-384 are accepted; SHA-1 and unknown algorithms are refused")
    func algorithms() throws {
        let issuer = self.authority.intermediate
        #expect(throws: Never.self) {
            try self.answer(signer: issuer) { $0.algorithm = RevocationRecipe.ecdsaWithSHA256 }
        }
        for refused in [RevocationRecipe.ecdsaWithSHA1, [1, 2, 840, 113549, 1, 1, 5], [1, 2, 3]] {
            #expect(throws: RevocationError.signatureAlgorithmRefused) {
                try self.answer(signer: issuer) { $0.algorithm = refused }
            }
        }
    }

    @Test("The named algorithm is the one that is used")
    func swappedAlgorithm() throws {
        let issuer = self.authority.intermediate
        let bytes = try RevocationRecipe().response(to: self.request.certificateID, signer: issuer)
        // This changes the last arc of ecdsa-with-SHA384, in the response's own algorithm, to that of
        // ecdsa-with-SHA256.
        let name: [UInt8] = [0x06, 0x08, 0x2A, 0x86, 0x48, 0xCE, 0x3D, 0x04, 0x03, 0x03]
        let places = bytes.indices.filter { bytes[$0...].starts(with: name) }
        var changed = bytes
        changed[try #require(places.last) + name.count - 1] = 0x02

        #expect(places.count == 1)
        let response = try OCSPResponse(derBytes: changed)
        #expect(throws: RevocationError.signatureInvalid) {
            try response.answer(to: self.request, issuer: issuer.certificate, at: Self.start)
        }
    }
}
