package import AppStore
package import Crypto
import Foundation
import SwiftASN1
import X509

/// A root, an intermediate and a leaf like Apple's, made for tests, with any defect a hostile chain could have.
///
/// Without defects it signs what the verifier must accept once the root is pinned; with one it signs what must be
/// refused, and everything else about it is right, so that the refusal has one cause only.
package struct SigningAuthority: Sendable {
    /// The defects of a chain; none by default.
    package struct Defects: Sendable {
        /// Leaves Apple's marker out of the intermediate.
        package var lacksIntermediateMarker = false
        /// Leaves Apple's marker out of the leaf.
        package var lacksLeafMarker = false
        /// Makes an intermediate that may not issue certificates.
        package var intermediateIsNoAuthority = false
        /// Makes an intermediate whose key usage does not include signing certificates.
        package var intermediateMayNotSignCertificates = false
        /// Makes a leaf that may issue certificates.
        package var leafIsAuthority = false
        /// Gives the leaf a key on P-384.
        package var leafKeyIsP384 = false
        /// Adds a critical extension that no verifier knows to the leaf.
        package var leafHasUnknownCriticalExtension = false
        /// Adds name constraints that are not critical to the intermediate.
        package var intermediateConstrainsNames = false
        /// Gives the intermediate basic constraints that cannot be read.
        package var intermediateConstraintsAreMalformed = false
        /// Gives the leaf basic constraints that cannot be read.
        package var leafConstraintsAreMalformed = false
        /// Gives the leaf a key usage that cannot be read.
        package var leafUsageIsMalformed = false
        /// Signs the leaf with a key that is not the intermediate's.
        package var leafIsSignedByStranger = false
        /// Signs the intermediate with a key that is not the root's, under the root's name.
        package var intermediateIsSignedByStranger = false

        /// No defect.
        package init() {}
    }

    /// The time in which the certificates are valid.
    package struct Validity: Sendable {
        /// The beginning, in seconds since the Unix epoch.
        package var fromSeconds: Int64
        /// The end, in seconds since the Unix epoch.
        package var toSeconds: Int64

        /// From 2015 to 2045.
        package static let wide = Self(fromSeconds: 1_420_070_400, toSeconds: 2_366_841_600)

        /// A validity between these seconds.
        package init(fromSeconds: Int64, toSeconds: Int64) {
            self.fromSeconds = fromSeconds
            self.toSeconds = toSeconds
        }
    }

    /// The certificates as they stand in `x5c`: leaf, intermediate, root.
    package let x5c: [[UInt8]]
    /// The leaf's key; `nil` when the leaf's key is not on P-256.
    package let leafKey: P256.Signing.PrivateKey?

    private let rootKey: P384.Signing.PrivateKey
    private let rootName: DistinguishedName

    /// The root certificate, for pinning.
    package var root: [UInt8] { self.x5c[2] }

    /// An authority of fresh keys.
    ///
    /// `leafValidity` is the leaf's alone; the others are valid from 2015 to 2045. The certificates are filled up to
    /// `sizes` in bytes, Apple's being 1077, 794 and 583. Below another authority the root is that one's, so that only
    /// intermediate and leaf differ.
    package init(
        name: String = "Test",
        defects: Defects = Defects(),
        leafValidity: Validity = .wide,
        sizes: [Int] = [],
        below other: SigningAuthority? = nil
    ) throws {
        let rootKey = other?.rootKey ?? P384.Signing.PrivateKey()
        let rootName = try other?.rootName ?? TestCertificate.name("\(name) Root")
        self.rootKey = rootKey
        self.rootName = rootName
        let intermediateKey = P384.Signing.PrivateKey()
        let intermediateName = try TestCertificate.name("\(name) Intermediate")
        let leafKey = P256.Signing.PrivateKey()
        self.leafKey = defects.leafKeyIsP384 ? nil : leafKey
        let stranger = P384.Signing.PrivateKey()

        let root = try Self.filled(to: sizes.count > 2 ? sizes[2] : 0) { filler in
            try Self.certificate(
                key: Certificate.PublicKey(rootKey.publicKey),
                subject: rootName,
                issuer: rootName,
                issuerKey: rootKey,
                extensions: try Certificate.Extensions(
                    [
                        Certificate.Extension(
                            BasicConstraints.isCertificateAuthority(maxPathLength: nil),
                            critical: true
                        ),
                        Certificate.Extension(KeyUsage(keyCertSign: true, cRLSign: true), critical: true),
                    ] + filler
                )
            )
        }
        let constraints: BasicConstraints =
            defects.intermediateIsNoAuthority
            ? .notCertificateAuthority : .isCertificateAuthority(maxPathLength: 0)
        let intermediateUsage =
            defects.intermediateMayNotSignCertificates
            ? KeyUsage(digitalSignature: true) : KeyUsage(keyCertSign: true, cRLSign: true)
        var intermediateExtensions = [
            defects.intermediateConstraintsAreMalformed
                ? Self.malformed(.X509ExtensionID.basicConstraints)
                : try Certificate.Extension(constraints, critical: true),
            try Certificate.Extension(intermediateUsage, critical: true),
        ]
        if defects.intermediateConstrainsNames {
            let constraints = NameConstraints(excludedDNSDomains: ["example.com"])
            intermediateExtensions.append(try Certificate.Extension(constraints, critical: false))
        }
        if !defects.lacksIntermediateMarker {
            intermediateExtensions.append(TestCertificate.marker([1, 2, 840, 113635, 100, 6, 2, 1]))
        }
        let intermediate = try Self.filled(to: sizes.count > 1 ? sizes[1] : 0) { [intermediateExtensions] filler in
            try Self.certificate(
                key: Certificate.PublicKey(intermediateKey.publicKey),
                subject: intermediateName,
                issuer: rootName,
                issuerKey: defects.intermediateIsSignedByStranger ? stranger : rootKey,
                extensions: try Certificate.Extensions(intermediateExtensions + filler)
            )
        }
        var leafExtensions = [
            defects.leafConstraintsAreMalformed
                ? Self.malformed(.X509ExtensionID.basicConstraints)
                : try Certificate.Extension(
                    defects.leafIsAuthority
                        ? BasicConstraints.isCertificateAuthority(maxPathLength: nil) : .notCertificateAuthority,
                    critical: true
                ),
            defects.leafUsageIsMalformed
                ? Self.malformed(.X509ExtensionID.keyUsage)
                : try Certificate.Extension(KeyUsage(digitalSignature: true), critical: true),
        ]
        if !defects.lacksLeafMarker {
            leafExtensions.append(TestCertificate.marker([1, 2, 840, 113635, 100, 6, 11, 1]))
        }
        if defects.leafHasUnknownCriticalExtension {
            leafExtensions.append(Certificate.Extension(oid: [2, 999, 7], critical: true, value: [5, 0]))
        }
        let leafPublicKey =
            defects.leafKeyIsP384
            ? Certificate.PublicKey(P384.Signing.PrivateKey().publicKey) : Certificate.PublicKey(leafKey.publicKey)
        let leaf = try Self.filled(to: sizes.first ?? 0) { [leafExtensions] filler in
            try Self.certificate(
                key: leafPublicKey,
                subject: try TestCertificate.name("\(name) Signer"),
                issuer: intermediateName,
                issuerKey: defects.leafIsSignedByStranger ? stranger : intermediateKey,
                extensions: try Certificate.Extensions(leafExtensions + filler),
                validity: leafValidity
            )
        }
        self.x5c = [leaf, intermediate, other?.root ?? root]
    }

    /// An extension of a known name whose content is that of none: an empty octet string.
    private static func malformed(_ oid: ASN1ObjectIdentifier) -> Certificate.Extension {
        Certificate.Extension(oid: oid, critical: true, value: [4, 0])
    }

    /// Makes a certificate of about the wanted size by way of a private extension that no verifier reads.
    private static func filled(
        to size: Int,
        make: ([Certificate.Extension]) throws -> [UInt8]
    ) throws -> [UInt8] {
        let plain = try make([])
        let overhead = 16
        guard size > plain.count + overhead else { return plain }
        let filler = [UInt8](repeating: 4, count: size - plain.count - overhead)
        return try make([Certificate.Extension(oid: [2, 999, 1], critical: false, value: filler[...])])
    }

    private static func certificate(
        key: Certificate.PublicKey,
        subject: DistinguishedName,
        issuer: DistinguishedName,
        issuerKey: P384.Signing.PrivateKey,
        extensions: Certificate.Extensions,
        validity: Validity = .wide
    ) throws -> [UInt8] {
        try TestCertificate.der(
            of: key,
            subject: subject,
            issuer: issuer,
            signedBy: Certificate.PrivateKey(issuerKey),
            .ecdsaWithSHA384,
            validity: validity,
            extensions: extensions
        )
    }

    /// The header that Apple's signer would send.
    package var header: [UInt8] {
        self.header(x5c: self.x5c)
    }

    /// A header of these certificates, with any other algorithm or further members.
    package func header(x5c: [[UInt8]], algorithm: String = "ES256", further: String = "") -> [UInt8] {
        let certificates = x5c.map { "\"\(Data($0).base64EncodedString())\"" }.joined(separator: ",")
        return Array(#"{"alg":"\#(algorithm)","x5c":[\#(certificates)]\#(further)}"#.utf8)
    }

    /// A compact JWS over a payload, signed by the leaf's key.
    package func sign(_ payload: [UInt8], header: [UInt8]? = nil) throws -> [UInt8] {
        guard let leafKey else { throw SigningRefusal.leafKeyNotP256 }
        let input = Base64URL.encode(header ?? self.header) + [UInt8(ascii: ".")] + Base64URL.encode(payload)
        let signature = try leafKey.signature(for: input).rawRepresentation
        return input + [UInt8(ascii: ".")] + Base64URL.encode(Array(signature))
    }

    /// A compact JWS over a payload of Apple's.
    package func sign(_ payload: some SignedPayload) throws -> SignedData {
        SignedData(try self.sign(payload.json()))
    }
}

/// Why a test authority cannot sign.
package enum SigningRefusal: Error {
    /// Its leaf has a key that ES256 cannot use.
    case leafKeyNotP256
}
