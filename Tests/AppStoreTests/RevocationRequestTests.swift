import AppStore
import Crypto
import SwiftASN1
import Testing
import X509

@Suite struct RevocationRequestTests {
    let authority: RevocationAuthority
    let nonce = [UInt8](repeating: 0xA5, count: OCSPRequest.nonceByteCount)

    init() throws {
        self.authority = try RevocationAuthority()
    }

    @Test("A request names the certificate by its issuer's hashes and its serial number")
    func certificateID() throws {
        let id = try OCSPCertificateID(
            certificate: self.authority.leaf,
            issuer: self.authority.intermediate.certificate
        )

        var name = DER.Serializer()
        try name.serialize(self.authority.leaf.issuer)
        #expect(id.issuerNameHash == Array(Insecure.SHA1.hash(data: name.serializedBytes)))
        let key = self.authority.intermediate.key.publicKey.x963Representation
        #expect(id.issuerKeyHash == Array(Insecure.SHA1.hash(data: key)))
        #expect(id.serialNumber == [3])
    }

    @Test("A request is exactly the DER that RFC 6960 describes")
    func encoding() throws {
        let request = try OCSPRequest(
            certificate: self.authority.leaf,
            issuer: self.authority.intermediate.certificate,
            nonce: self.nonce
        )

        let id = request.certificateID
        let sha1: [UInt8] = [0x30, 0x09, 0x06, 0x05, 0x2B, 0x0E, 0x03, 0x02, 0x1A, 0x05, 0x00]
        let certID: [UInt8] =
            [0x30, 0x3A] + sha1 + [0x04, 0x14] + id.issuerNameHash + [0x04, 0x14] + id.issuerKeyHash + [0x02, 1, 3]
        let single: [UInt8] = [0x30, 0x3E, 0x30, 0x3C] + certID
        let oid: [UInt8] = [0x06, 0x09, 0x2B, 0x06, 0x01, 0x05, 0x05, 0x07, 0x30, 0x01, 0x02]
        let nonceExtension: [UInt8] = [0x30, 0x2F] + oid + [0x04, 0x22, 0x04, 0x20] + self.nonce
        let extensions: [UInt8] = [0xA2, 0x33, 0x30, 0x31] + nonceExtension
        #expect(request.derBytes == [0x30, 0x77, 0x30, 0x75] + single + extensions)
    }

    @Test("Another nonce is another request about the same certificate")
    func nonceMatters() throws {
        let issuer = self.authority.intermediate.certificate
        let other = [UInt8](repeating: 1, count: OCSPRequest.nonceByteCount)
        let first = try OCSPRequest(certificate: self.authority.leaf, issuer: issuer, nonce: self.nonce)
        let second = try OCSPRequest(certificate: self.authority.leaf, issuer: issuer, nonce: other)

        #expect(first.certificateID == second.certificateID)
        #expect(first.derBytes != second.derBytes)
    }

    @Test("A chain's identifier is the hash of leaf and intermediate in this order")
    func chainID() throws {
        let chain = try self.authority.chain
        let leaf = try RevocationAuthority.der(self.authority.leaf)
        let intermediate = try RevocationAuthority.der(self.authority.intermediate.certificate)

        #expect(chain.id.bytes == Array(SHA256.hash(data: leaf + intermediate)))
        #expect(chain.id != CertificateChainID(leaf: intermediate, intermediate: leaf))
        #expect(throws: RevocationError.certificateUnreadable) {
            try SignerChain(leaf: Array(leaf.dropLast()), intermediate: intermediate, root: intermediate)
        }
    }
}
