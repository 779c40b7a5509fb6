import AppStore
import AppStoreSimulator
import SwiftASN1
import Testing
import X509

@Suite struct OCSPResponderTests {
    private static let wallClock: Int64 = 1_790_000_000_000

    /// Returns the result of the server's own OCSP client for the leaf or the intermediate.
    private static func ask(_ world: World, aboutLeaf: Bool = true, nonce: UInt8 = 7) throws -> OCSPCertificateStatus {
        let chain = try world.certificates.chain.map { try Certificate(derEncoded: $0) }
        let (certificate, issuer) = aboutLeaf ? (chain[0], chain[1]) : (chain[1], chain[2])
        let request = try OCSPRequest(
            certificate: certificate,
            issuer: issuer,
            nonce: [UInt8](repeating: nonce, count: OCSPRequest.nonceByteCount)
        )
        let bytes = world.answerOCSP(request.derBytes, now: Self.wallClock)
        return try OCSPResponse(derBytes: bytes).answer(to: request, issuer: issuer, at: Self.wallClock).status
    }

    @Test(
        "Both certificates are good until one is revoked, and after the revocation is removed",
        arguments: [true, false]
    )
    func revoked(isLeaf: Bool) throws {
        let world = try Shop.world()
        for about in [true, false] {
            guard case .good = try Self.ask(world, aboutLeaf: about) else {
                Issue.record("not good")
                return
            }
        }
        try world.act(.revokeCertificate) {
            $0.scope = isLeaf ? "leaf" : "intermediate"
            $0.since = 1_760_000_000_000
        }
        #expect(
            try Self.ask(world, aboutLeaf: isLeaf) == .revoked(at: 1_760_000_000_000, reason: .keyCompromise)
        )
        guard case .good = try Self.ask(world, aboutLeaf: !isLeaf) else {
            Issue.record("the other is not good")
            return
        }
        try world.act(.revokeCertificate) {
            $0.scope = isLeaf ? "leaf" : "intermediate"
            $0.enabled = false
        }
        guard case .good = try Self.ask(world, aboutLeaf: isLeaf) else {
            Issue.record("not good again")
            return
        }
    }

    @Test("A request about another store's certificate, and malformed bytes, are refused")
    func foreign() throws {
        let world = try Shop.world()
        let other = try Shop.world(seed: 8)
        let chain = try other.certificates.chain.map { try Certificate(derEncoded: $0) }
        let request = try OCSPRequest(
            certificate: chain[0],
            issuer: chain[1],
            nonce: [UInt8](repeating: 1, count: OCSPRequest.nonceByteCount)
        )
        #expect(world.answerOCSP(request.derBytes, now: Self.wallClock) == [0x30, 0x03, 0x0A, 0x01, 0x06])
        for noise: [UInt8] in [[], [0x30], [0x30, 0x00], Array("question".utf8)] {
            #expect(world.answerOCSP(noise, now: Self.wallClock) == [0x30, 0x03, 0x0A, 0x01, 0x01])
        }
    }

    @Test("Certificates contain the responder's address once it is set, and the root does not change")
    func address() throws {
        let world = try Shop.world()
        let before = world.certificates
        try world.publishOCSP(at: "http://127.0.0.1:9/ocsp")
        let after = world.certificates
        #expect(before.root == after.root && before.leaf != after.leaf)
        let leaf = try Certificate(derEncoded: after.leaf)
        let access = try #require(try leaf.extensions.authorityInformationAccess)
        #expect("\(access)".contains("http://127.0.0.1:9/ocsp"))
        guard case .good = try Self.ask(world) else {
            Issue.record("not good")
            return
        }
    }
}
