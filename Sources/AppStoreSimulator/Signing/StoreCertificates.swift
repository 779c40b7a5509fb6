import Crypto
import Foundation
import SwiftASN1
import X509

/// The certificate chain of one simulated store: a root whose name says that it is not Apple's, an intermediate and a
/// signing leaf.
///
/// The structure is Apple's: P-384 authorities, a P-256 leaf, ECDSA with SHA-384, Apple's two marker extensions, three
/// certificates in every `x5c`. Everything, including signatures, follows from the seed and the year in which the world
/// starts, so that a pinned root stays valid when the world is started again.
public struct StoreCertificates: Sendable {
    /// The root, DER.
    ///
    /// A verifier that trusts this world pins these bytes.
    public let root: [UInt8]
    /// The intermediate authority, DER.
    public let intermediate: [UInt8]
    /// The certificate of the key that signs data, DER.
    public let leaf: [UInt8]
    /// The private key of the leaf.
    let leafKey: ReproducibleKey
    /// The private key of the root.
    let rootKey: ReproducibleKey
    /// The private key of the intermediate.
    let intermediateKey: ReproducibleKey
    /// The seed of the keys and serial numbers.
    let seed: UInt64
    /// The instant around which the validity periods are chosen.
    let startMilliseconds: Int64

    /// Creates the chain of a seed, valid around a starting instant: 25 years for the root, 16 for the intermediate and
    /// 11 for the leaf.
    ///
    /// A flaw makes the leaf invalid: it expired years ago, or lacks the marker. `ocspAddress` is the address of the
    /// OCSP responder in leaf and intermediate; without one they contain none.
    init(
        seed: UInt64,
        startingAtMilliseconds start: Int64,
        flaw: SigningDefect? = nil,
        ocspAddress: String? = nil
    ) throws {
        self.seed = seed
        self.startMilliseconds = start
        var generator = SeededGenerator(seed: seed, purpose: "certificates")
        let rootKey = ReproducibleKey(.p384, from: &generator)
        let intermediateKey = ReproducibleKey(.p384, from: &generator)
        let leafKey = ReproducibleKey(.p256, from: &generator)
        self.leafKey = leafKey
        self.rootKey = rootKey
        self.intermediateKey = intermediateKey
        let year = CivilDate(milliseconds: start).year
        let rootName = try DistinguishedName {
            CommonName("Purser Simulator Root - not Apple")
            OrganizationalUnitName("Seed \(seed)")
            OrganizationName("Purser Simulator")
        }
        let intermediateName = try DistinguishedName {
            CommonName("Purser Simulator Developer Relations - not Apple")
            OrganizationalUnitName("Seed \(seed)")
            OrganizationName("Purser Simulator")
        }
        let leafName = try DistinguishedName {
            CommonName("Purser Simulator Receipt Signing - not Apple")
            OrganizationalUnitName("Seed \(seed)")
            OrganizationName("Purser Simulator")
        }
        let rootPublicKey = try Self.publicKey(of: rootKey)
        let intermediatePublicKey = try Self.publicKey(of: intermediateKey)
        let leafPublicKey = try Self.publicKey(of: leafKey)
        let rootIdentifier = SubjectKeyIdentifier(hash: rootPublicKey)
        let intermediateIdentifier = SubjectKeyIdentifier(hash: intermediatePublicKey)
        self.root = try Self.issue(
            serial: generator.bytes(8),
            key: rootPublicKey,
            years: (year - 5)..<(year + 20),
            issuer: rootName,
            subject: rootName,
            extensions: Certificate.Extensions {
                Critical(BasicConstraints.isCertificateAuthority(maxPathLength: nil))
                Critical(KeyUsage(keyCertSign: true, cRLSign: true))
                rootIdentifier
            },
            signedBy: rootKey
        )
        self.intermediate = try Self.issue(
            serial: generator.bytes(8),
            key: intermediatePublicKey,
            years: (year - 3)..<(year + 13),
            issuer: rootName,
            subject: intermediateName,
            extensions: Certificate.Extensions {
                Critical(BasicConstraints.isCertificateAuthority(maxPathLength: 0))
                Critical(KeyUsage(keyCertSign: true, cRLSign: true))
                intermediateIdentifier
                AuthorityKeyIdentifier(keyIdentifier: rootIdentifier.keyIdentifier)
                try Self.marker([1, 2, 840, 113635, 100, 6, 2, 1])
                if let ocspAddress { Self.access(ocspAddress) }
            },
            signedBy: rootKey
        )
        self.leaf = try Self.issue(
            serial: generator.bytes(8),
            key: leafPublicKey,
            years: flaw == .expiredLeaf ? (year - 4)..<(year - 2) : (year - 1)..<(year + 10),
            issuer: intermediateName,
            subject: leafName,
            extensions: Certificate.Extensions {
                Critical(BasicConstraints.notCertificateAuthority)
                Critical(KeyUsage(digitalSignature: true))
                SubjectKeyIdentifier(hash: leafPublicKey)
                AuthorityKeyIdentifier(keyIdentifier: intermediateIdentifier.keyIdentifier)
                if flaw != .noMarker {
                    try Self.marker([1, 2, 840, 113635, 100, 6, 11, 1])
                }
                if let ocspAddress { Self.access(ocspAddress) }
            },
            signedBy: intermediateKey
        )
    }

    /// The root in PEM format.
    public var rootPEM: String {
        PEMDocument(type: "CERTIFICATE", derBytes: self.root).pemString + "\n"
    }

    /// The chain in the order of every `x5c`: leaf, intermediate, root.
    public var chain: [[UInt8]] {
        [self.leaf, self.intermediate, self.root]
    }

    private static func publicKey(of key: ReproducibleKey) throws -> Certificate.PublicKey {
        switch key.curve {
        case .p256:
            Certificate.PublicKey(try P256.Signing.PrivateKey(rawRepresentation: key.rawRepresentation).publicKey)
        case .p384:
            Certificate.PublicKey(try P384.Signing.PrivateKey(rawRepresentation: key.rawRepresentation).publicKey)
        }
    }

    /// Returns the extension with the responder's address (RFC 5280, section 4.2.2.1).
    private static func access(_ address: String) -> AuthorityInformationAccess {
        AuthorityInformationAccess([
            .init(method: .ocspServer, location: .uniformResourceIdentifier(address))
        ])
    }

    /// Returns one of Apple's marker extensions: only its presence counts, so the value is ASN.1 NULL, as in Apple's
    /// own.
    static func marker(_ components: [UInt]) throws -> Certificate.Extension {
        let identifier = try ASN1ObjectIdentifier(elements: components)
        return Certificate.Extension(oid: identifier, critical: false, value: [0x05, 0x00])
    }

    /// Returns a certificate signed by one of the authorities.
    static func issue(
        serial: [UInt8],
        key: Certificate.PublicKey,
        years: Range<Int64>,
        issuer: DistinguishedName,
        subject: DistinguishedName,
        extensions: Certificate.Extensions,
        signedBy issuerKey: ReproducibleKey
    ) throws -> [UInt8] {
        // A serial number is positive: its first bit must be clear.
        let serial = [(serial[0] & 0x7F) | 0x40] + serial.dropFirst()
        let libraryKey = try P384.Signing.PrivateKey(rawRepresentation: issuerKey.rawRepresentation)
        let draft = try Certificate(
            version: .v3,
            serialNumber: Certificate.SerialNumber(bytes: serial),
            publicKey: key,
            notValidBefore: Self.newYear(years.lowerBound),
            notValidAfter: Self.newYear(years.upperBound).addingTimeInterval(-1),
            issuer: issuer,
            subject: subject,
            signatureAlgorithm: .ecdsaWithSHA384,
            extensions: extensions,
            issuerPrivateKey: Certificate.PrivateKey(libraryKey)
        )
        // The library signs with a random nonce; the reproducible signature replaces that one.
        let body = Array(draft.tbsCertificateBytes)
        let signature = try P384.Signing.ECDSASignature(rawRepresentation: issuerKey.signature(of: body))
        let algorithm: [UInt8] = [0x30, 0x0A, 0x06, 0x08, 0x2A, 0x86, 0x48, 0xCE, 0x3D, 0x04, 0x03, 0x03]
        var serializer = DER.Serializer()
        try serializer.appendConstructedNode(identifier: .sequence) { serializer in
            serializer.serializeRawBytes(body)
            serializer.serializeRawBytes(algorithm)
            try serializer.serialize(ASN1BitString(bytes: ArraySlice(signature.derRepresentation)))
        }
        return serializer.serializedBytes
    }

    private static func newYear(_ year: Int64) -> Date {
        let midnight = CivilDate(year: year, month: 1, day: 1).milliseconds
        return Date(timeIntervalSince1970: Double(midnight) / 1000)
    }
}
