import Foundation
import SwiftASN1
import X509

/// A signer's certificate chain that leads to a pinned root, from a JWS or a receipt.
///
/// The rules are those of RFC 5280 for a path of exactly three certificates, and Apple's own: two marker extensions
/// distinguish the App Store's signers from the many other certificates that Apple issues below the same root. The
/// third certificate of `x5c` is parsed but never trusted, because the pinned root decides. Apple publishes valid data
/// whose third entry is another certificate with the same name and key. The caller checks whether the leaf's key has
/// the right type.
///
/// The caller also checks for each object whether the chain was valid *when the data was signed*, because one chain
/// signs for years.
package struct CertificateChain: Sendable {
    /// Apple's marker extension in the intermediate certificate.
    static let intermediateMarker: ASN1ObjectIdentifier = [1, 2, 840, 113635, 100, 6, 2, 1]
    /// Apple's marker extension in the certificates that sign App Store data.
    static let leafMarker: ASN1ObjectIdentifier = [1, 2, 840, 113635, 100, 6, 11, 1]
    /// The number of certificates in `x5c`.
    static let length = 3

    /// The supported critical extensions; any other is refused (RFC 5280, section 4.2).
    private static let understood: Set<ASN1ObjectIdentifier> = [
        .X509ExtensionID.basicConstraints, .X509ExtensionID.keyUsage, .X509ExtensionID.extendedKeyUsage,
        Self.intermediateMarker, Self.leafMarker,
    ]

    /// The leaf, the intermediate, and the pinned root, identified by the hash of the first two.
    let signers: SignerChain
    /// The period in which leaf, intermediate, and root are all valid.
    let validity: CertificateValidity
    /// The key of the chain in ``CertificateChainCache``.
    let digest: [UInt8]

    /// Verifies a leaf and its intermediate.
    ///
    /// - Parameters:
    ///   - pair: The two certificates in DER.
    ///   - digest: Their key in ``CertificateChainCache``.
    ///   - parsed: The same certificates, parsed by ``parse(_:at:in:part:)``.
    ///   - place: The name of the list that they came from.
    ///   - part: The object that they came from.
    ///   - root: A closure that finds the pinned root that signed the intermediate.
    /// - Throws: The first check that fails.
    init(
        _ pair: (leaf: [UInt8], intermediate: [UInt8]),
        digest: [UInt8],
        parsed: (leaf: Certificate, intermediate: Certificate),
        in place: String,
        part: VerificationError.Part,
        root: (Certificate) throws(VerificationError) -> Certificate
    ) throws(VerificationError) {
        let (leaf, intermediate) = parsed
        let root = try root(intermediate)
        guard leaf.issuer == intermediate.subject, intermediate.publicKey.isValidSignature(leaf.signature, for: leaf)
        else {
            throw VerificationError(
                .leafSignature,
                in: part,
                expected: "a leaf issued by the intermediate",
                found: "another issuer or signature"
            )
        }
        try Self.checkAuthority(intermediate, in: place, part: part)
        try Self.checkSigner(leaf, in: place, part: part)
        self.signers = SignerChain(
            id: CertificateChainID(leaf: pair.leaf, intermediate: pair.intermediate),
            leaf: leaf,
            intermediate: intermediate,
            root: root
        )
        self.validity = CertificateValidity(
            leaf: CertificateValidity(leaf),
            authorities: CertificateValidity(intermediate),
            CertificateValidity(root)
        )
        self.digest = digest
    }

    /// Parses a certificate, and refuses one of the first two if it has an unsupported critical extension.
    static func parse(
        _ der: [UInt8],
        at index: Int,
        in place: String,
        part: VerificationError.Part
    ) throws(VerificationError) -> Certificate {
        guard let certificate = try? Certificate(derEncoded: der) else {
            throw VerificationError(
                .malformedCertificate,
                in: part,
                expected: "a certificate in \(place)[\(index)]",
                found: "other bytes"
            )
        }
        // The third certificate is not used, so its critical extensions do not matter.
        guard index < 2 else { return certificate }
        for candidate in certificate.extensions {
            // Name constraints are not supported, so a certificate with them is refused, critical or not.
            guard candidate.critical || candidate.oid == .X509ExtensionID.nameConstraints,
                !Self.understood.contains(candidate.oid)
            else { continue }
            throw VerificationError(
                .criticalExtension,
                in: part,
                expected: "no unknown critical extension in \(place)[\(index)]",
                found: "\(candidate.oid)"
            )
        }
        return certificate
    }

    /// Returns the permitted uses of a certificate; an unreadable extension permits nothing.
    private static func purpose(
        of certificate: Certificate,
        at index: Int,
        in place: String,
        part: VerificationError.Part
    ) throws(VerificationError) -> (isAuthority: Bool, usage: KeyUsage?) {
        do {
            let constraints = try certificate.extensions.basicConstraints
            let usage = try certificate.extensions.keyUsage
            guard case .isCertificateAuthority = constraints else { return (false, usage) }
            return (true, usage)
        } catch {
            throw VerificationError(
                .malformedCertificate,
                in: part,
                expected: "readable extensions in \(place)[\(index)]",
                found: "other bytes"
            )
        }
    }

    /// Returns the pinned root that signed an intermediate.
    static func root(
        of intermediate: Certificate,
        among roots: [TrustAnchors.Root],
        part: VerificationError.Part
    ) throws(VerificationError) -> Certificate {
        let named = roots.map(\.certificate).filter { $0.subject == intermediate.issuer }
        guard !named.isEmpty else {
            throw VerificationError(
                .untrustedRoot,
                in: part,
                expected: "an intermediate issued by a pinned root",
                found: "the issuer \(intermediate.issuer)"
            )
        }
        let signer = named.first { $0.publicKey.isValidSignature(intermediate.signature, for: intermediate) }
        guard let signer else {
            throw VerificationError(
                .intermediateSignature,
                in: part,
                expected: "the signature of the pinned root of that name",
                found: "another signature"
            )
        }
        return signer
    }

    /// Checks that the intermediate is a certification authority and is one that issues Apple's App Store signers.
    private static func checkAuthority(
        _ intermediate: Certificate,
        in place: String,
        part: VerificationError.Part
    ) throws(VerificationError) {
        let purpose = try Self.purpose(of: intermediate, at: 1, in: place, part: part)
        guard purpose.isAuthority, purpose.usage?.keyCertSign != false, intermediate.version == .v3 else {
            throw VerificationError(
                .intermediateNotAuthority,
                in: part,
                expected: "an intermediate that may issue certificates",
                found: "one that may not"
            )
        }
        guard intermediate.extensions[oid: Self.intermediateMarker] != nil else {
            throw VerificationError(
                .intermediateMarkerMissing,
                in: part,
                expected: "the extension \(Self.intermediateMarker)",
                found: "none"
            )
        }
    }

    /// Checks that the leaf is a signer of App Store data, and not a certification authority or another of Apple's
    /// certificates.
    private static func checkSigner(
        _ leaf: Certificate,
        in place: String,
        part: VerificationError.Part
    ) throws(VerificationError) {
        let purpose = try Self.purpose(of: leaf, at: 0, in: place, part: part)
        guard !purpose.isAuthority else {
            throw VerificationError(.leafIsAuthority, in: part, expected: "a signer", found: "an authority")
        }
        if purpose.usage?.digitalSignature == false {
            throw VerificationError(
                .leafMarkerMissing,
                in: part,
                expected: "a leaf that may sign",
                found: "a key usage without digitalSignature"
            )
        }
        guard leaf.extensions[oid: Self.leafMarker] != nil else {
            throw VerificationError(
                .leafMarkerMissing,
                in: part,
                expected: "the extension \(Self.leafMarker)",
                found: "none"
            )
        }
    }
}

/// The period of validity of a certificate or a whole chain; both ends are inclusive (RFC 5280, section 4.1.2.5).
struct CertificateValidity: Hashable, Sendable {
    /// The first valid instant.
    let notBefore: Timestamp
    /// The last valid instant.
    let notAfter: Timestamp
    /// The last instant at which the certificates above the leaf are valid; that of a single certificate is its own.
    let authoritiesNotAfter: Timestamp

    /// Creates the validity of one certificate.
    init(_ certificate: Certificate) {
        self.notBefore = Timestamp(milliseconds: Int64(certificate.notValidBefore.timeIntervalSince1970) * 1000)
        // The date denotes a whole second, all of which is valid.
        self.notAfter = Timestamp(milliseconds: Int64(certificate.notValidAfter.timeIntervalSince1970) * 1000 + 999)
        self.authoritiesNotAfter = self.notAfter
    }

    /// Creates the validity of a chain: the intersection of those of its certificates.
    init(leaf: Self, authorities first: Self, _ others: Self...) {
        self.notBefore = others.reduce(max(leaf.notBefore, first.notBefore)) { max($0, $1.notBefore) }
        self.authoritiesNotAfter = others.reduce(first.notAfter) { min($0, $1.notAfter) }
        self.notAfter = min(leaf.notAfter, self.authoritiesNotAfter)
    }
}
