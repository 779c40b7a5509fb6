import Crypto
package import CryptoExtras
import Foundation
import SwiftASN1
import X509

/// A signer of receipts: PKCS #7 signedData with one signer, no signed attributes, and RSA over the payload itself.
package struct ReceiptSigner: Sendable {
    /// The hash function of the payload.
    package enum Digest: String, Sendable {
        /// The hash of Apple's signatures until 2023.
        case sha1
        /// The hash of Apple's signatures since 2023.
        case sha256

        /// The object identifier.
        package var object: [UInt8] {
            switch self {
            case .sha1: [0x2B, 0x0E, 0x03, 0x02, 0x1A]
            case .sha256: [0x60, 0x86, 0x48, 0x01, 0x65, 0x03, 0x04, 0x02, 0x01]
            }
        }
    }

    /// The object identifier of signedData.
    package static let signedData: [UInt8] = [0x2A, 0x86, 0x48, 0x86, 0xF7, 0x0D, 0x01, 0x07, 0x02]
    /// The object identifier of data.
    package static let data: [UInt8] = [0x2A, 0x86, 0x48, 0x86, 0xF7, 0x0D, 0x01, 0x07, 0x01]
    /// The object identifier of RSA.
    package static let rsaEncryption: [UInt8] = [0x2A, 0x86, 0x48, 0x86, 0xF7, 0x0D, 0x01, 0x01, 0x01]

    /// The certificates in a receipt, DER, the signer's first.
    package let certificates: [[UInt8]]
    private let key: _RSA.Signing.PrivateKey
    private let issuer: [UInt8]
    private let serial: [UInt8]

    /// Creates a signer from this key and these certificates, the key's own first.
    package init(key: _RSA.Signing.PrivateKey, certificates: [[UInt8]]) throws {
        let leaf = try Certificate(derEncoded: certificates.first ?? [])
        var serializer = DER.Serializer()
        try serializer.serialize(leaf.issuer)
        self.key = key
        self.certificates = certificates
        self.issuer = serializer.serializedBytes
        self.serial = Array(leaf.serialNumber.bytes)
    }

    /// Returns a receipt with these attributes, in DER as Apple writes it.
    package func receipt(_ draft: ReceiptDraft, digest: Digest = .sha256) throws -> [UInt8] {
        try self.receipt(payload: draft.encoded, digest: digest)
    }

    /// Returns a receipt with any payload.
    package func receipt(payload: [UInt8], digest: Digest = .sha256) throws -> [UInt8] {
        let signer = try self.signerInfo(payload: payload, digest: digest)
        return Self.container(
            payload: DEREncoder.octetString(payload),
            digest: digest,
            certificates: self.certificates,
            signers: [signer],
            element: DEREncoder.element
        )
    }

    /// Returns a receipt in BER as Xcode writes it, with indefinite lengths and the payload in pieces.
    package func openReceipt(payload: [UInt8], digest: Digest = .sha256, pieceByteCount: Int = 1000) throws -> [UInt8] {
        let pieces = stride(from: 0, to: payload.count, by: pieceByteCount).flatMap { start in
            DEREncoder.octetString(Array(payload[start..<min(payload.count, start + pieceByteCount)]))
        }
        return Self.container(
            payload: DEREncoder.open(0x24, pieces),
            digest: digest,
            certificates: self.certificates,
            signers: [try self.signerInfo(payload: payload, digest: digest)],
            element: DEREncoder.open
        )
    }

    /// Returns a container of these parts, signed or not.
    package static func container(
        payload: [UInt8],
        digest: Digest,
        certificates: [[UInt8]],
        revocationLists: [UInt8] = [],
        signers: [[UInt8]],
        element: (UInt8, [UInt8]) -> [UInt8]
    ) -> [UInt8] {
        let content = element(0x30, DEREncoder.object(Self.data) + element(0xA0, payload))
        let signed = element(
            0x30,
            DEREncoder.integer(1) + DEREncoder.set([DEREncoder.algorithm(digest.object)]) + content
                + DEREncoder.element(0xA0, certificates.flatMap(\.self)) + revocationLists + DEREncoder.set(signers)
        )
        return element(0x30, DEREncoder.object(Self.signedData) + element(0xA0, signed))
    }

    /// Returns the signer info of a container: the signer, the algorithms, and the signature.
    package func signerInfo(
        payload: [UInt8],
        digest: Digest,
        statedDigest: [UInt8]? = nil,
        attributes: [UInt8] = []
    ) throws -> [UInt8] {
        DEREncoder.sequence([
            DEREncoder.integer(1),
            DEREncoder.sequence([self.issuer, DEREncoder.integer(octets: self.serial)]),
            DEREncoder.algorithm(statedDigest ?? digest.object),
            attributes,
            DEREncoder.algorithm(Self.rsaEncryption),
            DEREncoder.octetString(try self.signature(over: payload, digest: digest)),
        ])
    }

    /// Returns the signature over some bytes.
    private func signature(over bytes: [UInt8], digest: Digest) throws -> [UInt8] {
        let signature =
            switch digest {
            case .sha1:
                try self.key.signature(for: Insecure.SHA1.hash(data: bytes), padding: .insecurePKCS1v1_5)
            case .sha256: try self.key.signature(for: SHA256.hash(data: bytes), padding: .insecurePKCS1v1_5)
            }
        return Array(signature.rawRepresentation)
    }
}

extension StoreCertificates {
    /// Returns a receipt signer with a certificate below the world's own root, so that servers that trust the world
    /// trust its receipts.
    ///
    /// The chain has Apple's structure, with two differences: the authorities have elliptic-curve keys, because an RSA
    /// root cannot follow from a seed; and the leaf's RSA key belongs to the process, so that its certificate differs
    /// in each process.
    package func receiptSigner() throws -> ReceiptSigner {
        let key = try ReceiptKeys.receiptKey()
        let publicKey = Certificate.PublicKey(key.publicKey)
        let year = CivilDate(milliseconds: self.startMilliseconds).year
        var generator = SeededGenerator(seed: self.seed, purpose: "receipts")
        let issuer = try Certificate(derEncoded: self.intermediate)
        let leaf = try Self.issue(
            serial: generator.bytes(8),
            key: publicKey,
            years: (year - 1)..<(year + 10),
            issuer: issuer.subject,
            subject: try DistinguishedName {
                CommonName("Purser Simulator App Receipt Signing - not Apple")
                OrganizationalUnitName("Seed \(self.seed)")
                OrganizationName("Purser Simulator")
            },
            extensions: Certificate.Extensions {
                Critical(BasicConstraints.notCertificateAuthority)
                Critical(KeyUsage(digitalSignature: true))
                SubjectKeyIdentifier(hash: publicKey)
                try Self.marker([1, 2, 840, 113635, 100, 6, 11, 1])
            },
            signedBy: self.intermediateKey
        )
        return try ReceiptSigner(key: key, certificates: [leaf, self.intermediate, self.root])
    }
}

/// The RSA keys that sign receipts, created once in each process.
///
/// Unlike the world's other keys they do not follow from its seed: creating an RSA key is slow, and the key need not be
/// reproducible, because its certificate is issued anew below the world's own root, which is.
package enum ReceiptKeys {
    private static let receipt = Result { try _RSA.Signing.PrivateKey(keySize: .bits2048) }
    private static let transaction = Result {
        try _RSA.Signing.PrivateKey(unsafeKeySize: _RSA.Signing.KeySize(bitCount: 1024))
    }

    /// Returns the 2048-bit key, for receipts.
    package static func receiptKey() throws -> _RSA.Signing.PrivateKey { try Self.receipt.get() }

    /// Returns the 1024-bit key, for transaction receipts from before iOS 7.
    package static func transactionKey() throws -> _RSA.Signing.PrivateKey { try Self.transaction.get() }
}
