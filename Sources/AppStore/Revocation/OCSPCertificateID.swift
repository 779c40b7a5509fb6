import Crypto
import SwiftASN1
package import X509

/// The identifier of a certificate in OCSP: its issuer's name and key, both hashed, and its serial number.
///
/// The hash is SHA-1, because Apple's responder uses it and RFC 5019 section 2.1.1 requires it in the lightweight
/// profile. It only identifies the certificate; no trust depends on it.
///
/// RFC 6960 section 4.1.1, `CertID`.
public struct OCSPCertificateID: Hashable, Sendable {
    /// The object identifier of the hash, SHA-1.
    static let hashAlgorithm: ASN1ObjectIdentifier = [1, 3, 14, 3, 2, 26]

    /// SHA-1 over the issuer's distinguished name in DER, 20 bytes.
    public let issuerNameHash: [UInt8]
    /// SHA-1 over the bits of the issuer's public key, 20 bytes.
    public let issuerKeyHash: [UInt8]
    /// The serial number as the content of a DER integer.
    public let serialNumber: [UInt8]

    /// Creates the identifier of a certificate.
    ///
    /// - Parameters:
    ///   - certificate: The certificate.
    ///   - issuer: The certificate of its issuer.
    /// - Throws: `RevocationError.certificateUnreadable` if the issuer's name has no DER encoding.
    package init(certificate: Certificate, issuer: Certificate) throws(RevocationError) {
        var name = DER.Serializer()
        do {
            try name.serialize(issuer.subject)
        } catch {
            throw .certificateUnreadable
        }
        self.issuerNameHash = Array(Insecure.SHA1.hash(data: name.serializedBytes))
        self.issuerKeyHash = issuer.publicKey.identifierHash
        self.serialNumber = Array(certificate.serialNumber.bytes)
    }
}

extension OCSPCertificateID {
    /// Reads a `CertID` whose hash is SHA-1.
    ///
    /// - Parameter node: The node.
    /// - Throws: `RevocationError.wrongCertificate` for another hash; an error of SwiftASN1 for any other mistake.
    init(node: ASN1Node) throws {
        self = try DER.sequence(node, identifier: .sequence) { nodes in
            guard try ASN1ObjectIdentifier(algorithmIdentifier: &nodes) == Self.hashAlgorithm else {
                throw RevocationError.wrongCertificate
            }
            return Self(
                issuerNameHash: Array(try ASN1OctetString(derEncoded: &nodes).bytes),
                issuerKeyHash: Array(try ASN1OctetString(derEncoded: &nodes).bytes),
                serialNumber: Array(try ArraySlice<UInt8>(derEncoded: &nodes))
            )
        }
    }

    /// Writes the `CertID`.
    ///
    /// - Parameter coder: The serializer.
    /// - Throws: An error of SwiftASN1 if a part has no DER encoding.
    func serialize(into coder: inout DER.Serializer) throws {
        try coder.appendConstructedNode(identifier: .sequence) { coder in
            try coder.appendConstructedNode(identifier: .sequence) { coder in
                try coder.serialize(Self.hashAlgorithm)
                try coder.serialize(ASN1Null())
            }
            try coder.serialize(ASN1OctetString(contentBytes: self.issuerNameHash[...]))
            try coder.serialize(ASN1OctetString(contentBytes: self.issuerKeyHash[...]))
            try coder.serialize(self.serialNumber[...])
        }
    }

    /// Creates an identifier from stored parts.
    public init(issuerNameHash: [UInt8], issuerKeyHash: [UInt8], serialNumber: [UInt8]) {
        self.issuerNameHash = issuerNameHash
        self.issuerKeyHash = issuerKeyHash
        self.serialNumber = serialNumber
    }
}

extension Certificate.PublicKey {
    /// SHA-1 over the bits of the key, without tag, length and the count of unused bits: OCSP's `KeyHash`.
    var identifierHash: [UInt8] {
        Array(Insecure.SHA1.hash(data: self.subjectPublicKeyInfoBytes))
    }
}
