import Crypto
import Foundation
import SwiftASN1
import X509

/// A certificate made for tests, and what its names and markers are made of.
enum TestCertificate {
    /// The certificate (DER) of a key, with a serial number by chance.
    static func der(
        of key: Certificate.PublicKey,
        subject: DistinguishedName,
        issuer: DistinguishedName,
        signedBy issuerKey: Certificate.PrivateKey,
        _ algorithm: Certificate.SignatureAlgorithm,
        validity: SigningAuthority.Validity = .wide,
        extensions: Certificate.Extensions
    ) throws -> [UInt8] {
        let certificate = try Certificate(
            version: .v3,
            serialNumber: Certificate.SerialNumber(),
            publicKey: key,
            notValidBefore: Date(timeIntervalSince1970: TimeInterval(validity.fromSeconds)),
            notValidAfter: Date(timeIntervalSince1970: TimeInterval(validity.toSeconds)),
            issuer: issuer,
            subject: subject,
            signatureAlgorithm: algorithm,
            extensions: extensions,
            issuerPrivateKey: issuerKey
        )
        var serializer = DER.Serializer()
        try serializer.serialize(certificate)
        return serializer.serializedBytes
    }

    /// A distinguished name for tests.
    static func name(_ commonName: String) throws -> DistinguishedName {
        try DistinguishedName {
            CommonName(commonName)
            OrganizationName("Purser Tests")
        }
    }

    /// One of Apple's markers: an extension without content.
    static func marker(_ oid: ASN1ObjectIdentifier) -> Certificate.Extension {
        Certificate.Extension(oid: oid, critical: false, value: [5, 0])
    }
}
