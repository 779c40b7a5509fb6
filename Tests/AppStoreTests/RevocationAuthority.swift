import AppStore
import Crypto
import Foundation
import SwiftASN1
import X509

/// A small certification authority: root, intermediate, leaf, and further signers.
///
/// Keys are derived from their names, so that all runs are equal.
struct RevocationAuthority {
    /// A key and its certificate.
    struct Signer {
        let key: P384.Signing.PrivateKey
        let certificate: Certificate
    }

    /// The time of the tests: 15 January 2026, 00:00 UTC, in milliseconds since 1970.
    static let start: Int64 = 1_768_435_200_000
    static let hour: Int64 = 3_600_000
    static let day: Int64 = 24 * hour
    static let leafAddress = "http://ocsp.example.test/leaf"
    static let intermediateAddress = "http://ocsp.example.test/intermediate"

    let root: Signer
    let intermediate: Signer
    let leaf: Certificate

    init(
        leafAddress: String? = Self.leafAddress,
        intermediateAddress: String? = Self.intermediateAddress,
        leafSerial: UInt8 = 3
    ) throws {
        let rootKey = try Self.key("root")
        self.root = Signer(
            key: rootKey,
            certificate: try Self.certificate("Root", serial: 1, key: rootKey, issuer: nil, isAuthority: true)
        )
        let intermediateKey = try Self.key("intermediate")
        self.intermediate = Signer(
            key: intermediateKey,
            certificate: try Self.certificate(
                "Intermediate",
                serial: 2,
                key: intermediateKey,
                issuer: self.root,
                isAuthority: true,
                address: intermediateAddress
            )
        )
        self.leaf = try Self.certificate(
            "Leaf \(leafSerial)",
            serial: leafSerial,
            key: try Self.key("leaf \(leafSerial)"),
            issuer: self.intermediate,
            address: leafAddress
        )
    }

    var chain: SignerChain {
        get throws {
            try SignerChain(
                leaf: Self.der(self.leaf),
                intermediate: Self.der(self.intermediate.certificate),
                root: Self.der(self.root.certificate)
            )
        }
    }

    /// Returns a certificate that the intermediate issued for a responder, or one with a defect.
    func delegate(
        issuer: Signer? = nil,
        usages: [ExtendedKeyUsage.Usage]? = [.ocspSigning],
        keyUsage: KeyUsage? = KeyUsage(digitalSignature: true),
        notBefore: Int64 = Self.start - Self.day,
        notAfter: Int64 = Self.start + 30 * Self.day,
        strangeExtension: Bool = false
    ) throws -> Signer {
        let key = try Self.key("delegate")
        var extensions = Certificate.Extensions()
        if let usages {
            try extensions.append(Certificate.Extension(try ExtendedKeyUsage(usages), critical: false))
        }
        if let keyUsage {
            try extensions.append(Certificate.Extension(keyUsage, critical: true))
        }
        if strangeExtension {
            try extensions.append(Certificate.Extension(oid: [1, 2, 3, 4], critical: true, value: [5, 0]))
        }
        let issuer = issuer ?? self.intermediate
        let certificate = try Certificate(
            version: .v3,
            serialNumber: Certificate.SerialNumber(bytes: [77]),
            publicKey: Certificate.PublicKey(key.publicKey),
            notValidBefore: Self.date(notBefore),
            notValidAfter: Self.date(notAfter),
            issuer: issuer.certificate.subject,
            subject: DistinguishedName { CommonName("Responder") },
            signatureAlgorithm: .ecdsaWithSHA384,
            extensions: extensions,
            issuerPrivateKey: Certificate.PrivateKey(issuer.key)
        )
        return Signer(key: key, certificate: certificate)
    }

    /// Returns another authority with the intermediate's name.
    static func stranger() throws -> Signer {
        let key = try Self.key("stranger")
        return Signer(
            key: key,
            certificate: try Self.certificate("Intermediate", serial: 9, key: key, issuer: nil, isAuthority: true)
        )
    }

    static func certificate(
        _ name: String,
        serial: UInt8,
        key: P384.Signing.PrivateKey,
        issuer: Signer?,
        isAuthority: Bool = false,
        address: String? = nil
    ) throws -> Certificate {
        let subject = try DistinguishedName { CommonName(name) }
        var extensions = Certificate.Extensions()
        if isAuthority {
            let constraints = BasicConstraints.isCertificateAuthority(maxPathLength: nil)
            try extensions.append(Certificate.Extension(constraints, critical: true))
        }
        if let address {
            let access = AuthorityInformationAccess([
                .init(method: .issuingCA, location: .uniformResourceIdentifier("http://issuer.example.test")),
                .init(method: .ocspServer, location: .uniformResourceIdentifier(address)),
            ])
            try extensions.append(Certificate.Extension(access, critical: false))
        }
        return try Certificate(
            version: .v3,
            serialNumber: Certificate.SerialNumber(bytes: [serial]),
            publicKey: Certificate.PublicKey(key.publicKey),
            notValidBefore: Self.date(Self.start - 365 * Self.day),
            notValidAfter: Self.date(Self.start + 365 * Self.day),
            issuer: issuer?.certificate.subject ?? subject,
            subject: subject,
            signatureAlgorithm: .ecdsaWithSHA384,
            extensions: extensions,
            issuerPrivateKey: Certificate.PrivateKey(issuer?.key ?? key)
        )
    }

    static func key(_ name: String) throws -> P384.Signing.PrivateKey {
        try P384.Signing.PrivateKey(rawRepresentation: Array(SHA384.hash(data: Array(name.utf8))))
    }

    static func der(_ certificate: Certificate) throws -> [UInt8] {
        var coder = DER.Serializer()
        try coder.serialize(certificate)
        return coder.serializedBytes
    }

    static func date(_ milliseconds: Int64) -> Date {
        Date(timeIntervalSince1970: Double(milliseconds) / 1000)
    }
}
