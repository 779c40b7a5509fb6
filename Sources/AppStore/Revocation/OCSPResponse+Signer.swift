import Foundation
import SwiftASN1
import X509

extension OCSPResponse {
    /// Checks that the issuer, or a responder that it has authorized, signed the response.
    ///
    /// - Parameters:
    ///   - issuer: The trusted certificate that issued the one in question.
    ///   - now: The time of the check, in milliseconds since 1970.
    /// - Throws: `RevocationError.signatureAlgorithmRefused`, `.signatureInvalid`, `.signerNotAuthorized`,
    ///   `.criticalExtension`.
    func checkSigner(issuer: Certificate, at now: Int64) throws(RevocationError) {
        guard let algorithm = Self.acceptedAlgorithms[self.signatureAlgorithm] else {
            throw .signatureAlgorithmRefused
        }
        // The issuer itself is the first candidate. If two certificates have the name of the signer, the signature
        // decides which one signed.
        let delegates = self.certificates.filter { $0 != issuer && self.responderID.names($0) }
        let issuerIsNamed = self.responderID.names(issuer)
        guard issuerIsNamed || !delegates.isEmpty else { throw .signerNotAuthorized(.absent) }

        if issuerIsNamed, self.isSigned(by: issuer, algorithm) { return }
        guard let delegate = delegates.first(where: { self.isSigned(by: $0, algorithm) }) else {
            throw .signatureInvalid
        }
        try Self.checkDelegate(delegate, issuer: issuer, at: now)
    }

    /// The accepted signature algorithms of a response, without SHA-1.
    private static let acceptedAlgorithms: [ASN1ObjectIdentifier: Certificate.SignatureAlgorithm] = [
        [1, 2, 840, 10045, 4, 3, 2]: .ecdsaWithSHA256,
        [1, 2, 840, 10045, 4, 3, 3]: .ecdsaWithSHA384,
        [1, 2, 840, 113549, 1, 1, 11]: .sha256WithRSAEncryption,
        [1, 2, 840, 113549, 1, 1, 12]: .sha384WithRSAEncryption,
    ]

    private func isSigned(by certificate: Certificate, _ algorithm: Certificate.SignatureAlgorithm) -> Bool {
        certificate.publicKey.isValidSignature(self.signature, for: self.signedBytes, signatureAlgorithm: algorithm)
    }

    private static func checkDelegate(
        _ delegate: Certificate,
        issuer: Certificate,
        at now: Int64
    ) throws(RevocationError) {
        guard self.acceptedAlgorithms.values.contains(delegate.signatureAlgorithm) else {
            throw .signatureAlgorithmRefused
        }
        guard delegate.issuer == issuer.subject,
            issuer.publicKey.isValidSignature(delegate.signature, for: delegate)
        else { throw .signerNotAuthorized(.foreign) }

        guard let usages = try? delegate.extensions.extendedKeyUsage, usages.contains(.ocspSigning) else {
            throw .signerNotAuthorized(.purposeMissing)
        }
        if delegate.extensions[oid: .X509ExtensionID.keyUsage] != nil {
            guard let usage = try? delegate.extensions.keyUsage, usage.digitalSignature else {
                throw .signerNotAuthorized(.purposeMissing)
            }
        }
        guard !delegate.extensions.contains(where: { $0.critical && !self.understood.contains($0.oid) }) else {
            throw .criticalExtension
        }
        let notBefore = Int64(delegate.notValidBefore.timeIntervalSince1970 * 1000)
        let notAfter = Int64(delegate.notValidAfter.timeIntervalSince1970 * 1000)
        guard notBefore <= now, now <= notAfter else { throw .signerNotAuthorized(.outsideValidity) }
    }

    /// The extensions of a delegated responder's certificate that may be critical.
    private static let understood: Set<ASN1ObjectIdentifier> = [
        .X509ExtensionID.basicConstraints,
        .X509ExtensionID.extendedKeyUsage,
        .X509ExtensionID.keyUsage,
        .ocspNoCheck,
    ]
}

/// The identification of the signer in an OCSP response (RFC 6960 section 4.2.1, `ResponderID`).
enum OCSPResponderID: Hashable, Sendable, DERParseable {
    /// The subject's name.
    case name(DistinguishedName)
    /// The SHA-1 hash over the bits of the public key.
    case keyHash([UInt8])

    /// Reads a `ResponderID`.
    ///
    /// - Parameter node: The node.
    /// - Throws: An error of SwiftASN1 or of this library if the encoding is invalid.
    init(derEncoded node: ASN1Node) throws {
        switch node.identifier {
        case ASN1Identifier(tagWithNumber: 1, tagClass: .contextSpecific):
            self = try DER.explicitlyTagged(node, tagNumber: 1, tagClass: .contextSpecific) { name in
                .name(try DistinguishedName(derEncoded: name))
            }
        case ASN1Identifier(tagWithNumber: 2, tagClass: .contextSpecific):
            self = try DER.explicitlyTagged(node, tagNumber: 2, tagClass: .contextSpecific) { key in
                .keyHash(Array(try ASN1OctetString(derEncoded: key).bytes))
            }
        default:
            throw ASN1Error.unexpectedFieldType(node.identifier)
        }
    }

    /// Returns whether the identification matches a certificate.
    ///
    /// - Parameter certificate: The certificate.
    /// - Returns: Whether the name or the key hash is equal.
    func names(_ certificate: Certificate) -> Bool {
        switch self {
        case .name(let name): certificate.subject == name
        case .keyHash(let hash): certificate.publicKey.identifierHash == hash
        }
    }
}

/// The reason why the signer of an OCSP response is not authorized by the issuer (RFC 6960 section 4.2.2.2).
public enum OCSPSignerFault: String, Hashable, Sendable, CaseIterable {
    /// Neither the issuer nor a certificate in the response matches the responder identification.
    case absent
    /// The signer's certificate was not issued directly by the issuer of the certificate in question.
    case foreign
    /// The signer's certificate does not permit signing OCSP responses.
    case purposeMissing
    /// The signer's certificate is expired or not valid yet.
    case outsideValidity
}
