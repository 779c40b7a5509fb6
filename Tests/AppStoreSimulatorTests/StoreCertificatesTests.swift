import AppStore
import AppStoreSimulator
import Crypto
import Foundation
import SwiftASN1
import Testing
@_spi(FixedExpiryValidationTime) import X509

@Suite struct StoreCertificatesTests {
    static func chain(of world: World) throws -> [Certificate] {
        let anna = try world.customer("anna")
        let purchase = try world.buy(Shop.monthly, by: anna)
        let jws = try #require(CompactJWS(try world.signedTransaction(for: purchase.transactionId)))
        return try jws.chain.map { try Certificate(derEncoded: $0) }
    }

    static func isValid(_ chain: [Certificate], root: Certificate, at instant: Timestamp) async -> Bool {
        let date = Date(timeIntervalSince1970: Double(instant.milliseconds) / 1000)
        var verifier = Verifier(rootCertificates: CertificateStore([root])) {
            RFC5280Policy(fixedExpiryValidationTime: date)
        }
        let result = await verifier.validate(leaf: chain[0], intermediates: CertificateStore([chain[1]]))
        guard case .validCertificate(let path) = result else { return false }
        return path.count == 3
    }

    @Test("The chain in every signature leads to the world's root, with Apple's markers and curves")
    func chain() async throws {
        let world = try Shop.world()
        let chain = try Self.chain(of: world)
        try #require(chain.count == 3)
        let root = try Certificate(derEncoded: world.certificates.root)
        #expect(chain[2] == root)
        #expect(await Self.isValid(chain, root: root, at: Shop.opening))
        #expect(P256.Signing.PublicKey(chain[0].publicKey) != nil)
        #expect(P384.Signing.PublicKey(chain[1].publicKey) != nil)
        #expect(P384.Signing.PublicKey(chain[2].publicKey) != nil)
        #expect(chain.allSatisfy { $0.signatureAlgorithm == .ecdsaWithSHA384 })
        #expect(chain[0].extensions[oid: [1, 2, 840, 113635, 100, 6, 11, 1]] != nil)
        #expect(chain[1].extensions[oid: [1, 2, 840, 113635, 100, 6, 2, 1]] != nil)
        #expect(try chain[0].extensions.basicConstraints == .notCertificateAuthority)
        #expect(try chain[1].extensions.basicConstraints == .isCertificateAuthority(maxPathLength: 0))
        #expect(try chain[2].extensions.basicConstraints == .isCertificateAuthority(maxPathLength: nil))
        #expect(chain[2].subject.description.contains("not Apple"))
        #expect(chain[2].subject == chain[2].issuer)
    }

    @Test("The chain does not lead to another world's root, nor to its own long after")
    func otherRoot() async throws {
        let chain = try Self.chain(of: try Shop.world(seed: 7))
        let other = try Certificate(derEncoded: try Shop.world(seed: 8).certificates.root)
        let late = Timestamp(milliseconds: Shop.opening.milliseconds + 20 * 365 * 86_400_000)
        #expect(await !Self.isValid(chain, root: other, at: Shop.opening))
        #expect(await !Self.isValid(chain, root: chain[2], at: late))
    }

    @Test("The leaf's key signs, over exactly what is sent")
    func signature() throws {
        let world = try Shop.world()
        let anna = try world.customer("anna")
        try world.buy(Shop.monthly, by: anna)
        let notification = try #require(world.drainOutbox().first)
        let data = try #require(notification.payload.data)
        let transaction = try #require(data.signedTransactionInfo)
        let renewal = try #require(data.signedRenewalInfo)
        let documents = [
            notification.signedPayload, transaction.bytes, renewal.bytes,
        ]
        for document in documents {
            let jws = try #require(CompactJWS(document))
            let leaf = try Certificate(derEncoded: jws.chain[0])
            let key = try #require(P256.Signing.PublicKey(leaf.publicKey))
            let signature = try P256.Signing.ECDSASignature(rawRepresentation: jws.signature)
            #expect(key.isValidSignature(signature, for: jws.signed))
        }
    }

    @Test("A seed's root stays the same for any start within a year")
    func stableRoot() throws {
        let app = WorldApp(bundleId: "a", appAppleId: 1, environment: .production)
        let later = Timestamp(milliseconds: Shop.opening.milliseconds + 200 * 86_400_000)
        let one = try World(seed: 7, startingAt: Shop.opening, app: app, catalog: Shop.catalog)
        let other = try World(seed: 7, startingAt: later, app: app, catalog: Shop.catalog)
        #expect(one.certificates.root == other.certificates.root)
        #expect(one.certificates.rootPEM.hasPrefix("-----BEGIN CERTIFICATE-----\n"))
    }
}
