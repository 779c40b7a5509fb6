import Crypto
import SwiftASN1
import X509

/// A certificate for a receiver of calls over TLS, with the root that issued it.
package struct ReceiverCertificate: Sendable {
    /// The root (DER), for the clients that trust it.
    package let root: [UInt8]
    /// The receiver's own certificate (DER).
    package let leaf: [UInt8]
    /// The receiver's key as PEM of PKCS#8.
    package let keyPEM: String

    /// A certificate for names and addresses, valid for some seconds from the Unix epoch on.
    package init(
        names: [String],
        addresses: [[UInt8]] = [],
        validity: SigningAuthority.Validity = .wide
    ) throws {
        let rootKey = P256.Signing.PrivateKey()
        let leafKey = P256.Signing.PrivateKey()
        let issuer = try DistinguishedName { CommonName("Receivers' Root") }
        self.root = try TestCertificate.der(
            of: Certificate.PublicKey(rootKey.publicKey),
            subject: issuer,
            issuer: issuer,
            signedBy: Certificate.PrivateKey(rootKey),
            .ecdsaWithSHA256,
            extensions: try Certificate.Extensions {
                Critical(BasicConstraints.isCertificateAuthority(maxPathLength: nil))
                Critical(KeyUsage(keyCertSign: true))
            }
        )
        let alternatives: [GeneralName] =
            names.map { .dnsName($0) } + addresses.map { .ipAddress(ASN1OctetString(contentBytes: $0[...])) }
        self.leaf = try TestCertificate.der(
            of: Certificate.PublicKey(leafKey.publicKey),
            subject: try DistinguishedName { CommonName("Receiver") },
            issuer: issuer,
            signedBy: Certificate.PrivateKey(rootKey),
            .ecdsaWithSHA256,
            validity: validity,
            extensions: try Certificate.Extensions {
                Critical(BasicConstraints.notCertificateAuthority)
                Critical(KeyUsage(digitalSignature: true))
                SubjectAlternativeNames(alternatives)
            }
        )
        self.keyPEM = leafKey.pemRepresentation
    }
}
