import SwiftASN1
import X509

/// A responder's basic response, parsed and not yet believed (RFC 6960 section 4.2.1).
///
/// ``answer(to:issuer:at:)`` says what it is worth.
package struct OCSPResponse: Sendable {
    /// How large a response may be, in bytes.
    ///
    /// One answer with a signature and a delegated certificate has about 3 KB with RSA; twenty times that is no OCSP.
    package static let maximumByteCount = 65_536
    /// How many certificates a response may deliver.
    ///
    /// One is usual; each may cost one check of a signature.
    package static let maximumCertificateCount = 8

    /// The version, 0 for v1.
    let version: Int
    /// Who says that he has signed.
    let responderID: OCSPResponderID
    /// When the response was signed, milliseconds since 1970.
    let producedAt: Int64
    /// What is said, certificate by certificate.
    let singleResponses: [OCSPSingleResponse]
    /// What is said about the whole.
    let extensions: Certificate.Extensions
    /// The bytes that are signed.
    let signedBytes: ArraySlice<UInt8>
    /// By what they are signed.
    let signatureAlgorithm: ASN1ObjectIdentifier
    /// The signature.
    let signature: ArraySlice<UInt8>
    /// The certificates that came along.
    let certificates: [Certificate]

    /// Parses a response.
    ///
    /// - Parameter derBytes: What the responder sent.
    /// - Throws: `RevocationError.tooLarge`, `.malformed`, or `.notSuccessful` with the responder's refusal.
    package init(derBytes: [UInt8]) throws(RevocationError) {
        guard derBytes.count <= Self.maximumByteCount else { throw .tooLarge }
        do {
            let basicBytes = try DER.sequence(try DER.parse(derBytes), identifier: .sequence) { nodes in
                let status = OCSPResponseStatus(rawValue: try Int(derEncoded: &nodes, withIdentifier: .enumerated))
                let bytes = try DER.optionalExplicitlyTagged(
                    &nodes,
                    tagNumber: 0,
                    tagClass: .contextSpecific,
                    Self.responseBytes
                )
                guard status == .successful else { throw RevocationError.notSuccessful(status) }
                guard let bytes else { throw RevocationError.malformed }
                return bytes
            }
            self = try DER.sequence(try DER.parse(basicBytes), identifier: .sequence) { nodes in
                guard let data = nodes.next() else { throw RevocationError.malformed }
                let algorithm = try ASN1ObjectIdentifier(algorithmIdentifier: &nodes)
                let signature = try ASN1BitString(derEncoded: &nodes)
                guard signature.paddingBits == 0 else { throw RevocationError.malformed }
                let certificates = try DER.optionalExplicitlyTagged(
                    &nodes,
                    tagNumber: 0,
                    tagClass: .contextSpecific,
                    Self.certificates
                )
                return try Self(
                    data: data,
                    signatureAlgorithm: algorithm,
                    signature: signature.bytes,
                    certificates: certificates ?? []
                )
            }
        } catch let error as RevocationError {
            throw error
        } catch {
            throw .malformed
        }
    }

    private init(
        data: ASN1Node,
        signatureAlgorithm: ASN1ObjectIdentifier,
        signature: ArraySlice<UInt8>,
        certificates: [Certificate]
    ) throws {
        self = try DER.sequence(data, identifier: .sequence) { nodes in
            let version = try DER.optionalExplicitlyTagged(&nodes, tagNumber: 0, tagClass: .contextSpecific) {
                try Int(derEncoded: $0)
            }
            let responderID = try OCSPResponderID(derEncoded: &nodes)
            let producedAt = try GeneralizedTime(derEncoded: &nodes)
            let responses = try DER.sequence(of: OCSPSingleResponse.self, identifier: .sequence, nodes: &nodes)
            let extensions = try DER.optionalExplicitlyTagged(&nodes, tagNumber: 1, tagClass: .contextSpecific) {
                try DER.sequence(of: Certificate.Extension.self, identifier: .sequence, rootNode: $0)
            }
            return Self(
                version: version ?? 0,
                responderID: responderID,
                producedAt: producedAt.millisecondsSince1970,
                singleResponses: responses,
                extensions: try Certificate.Extensions(extensions ?? []),
                signedBytes: data.encodedBytes,
                signatureAlgorithm: signatureAlgorithm,
                signature: signature,
                certificates: certificates
            )
        }
    }

    private init(
        version: Int,
        responderID: OCSPResponderID,
        producedAt: Int64,
        singleResponses: [OCSPSingleResponse],
        extensions: Certificate.Extensions,
        signedBytes: ArraySlice<UInt8>,
        signatureAlgorithm: ASN1ObjectIdentifier,
        signature: ArraySlice<UInt8>,
        certificates: [Certificate]
    ) {
        self.version = version
        self.responderID = responderID
        self.producedAt = producedAt
        self.singleResponses = singleResponses
        self.extensions = extensions
        self.signedBytes = signedBytes
        self.signatureAlgorithm = signatureAlgorithm
        self.signature = signature
        self.certificates = certificates
    }

    private static func responseBytes(_ node: ASN1Node) throws -> ArraySlice<UInt8> {
        try DER.sequence(node, identifier: .sequence) { nodes in
            guard try ASN1ObjectIdentifier(derEncoded: &nodes) == .ocspBasicResponse else {
                throw RevocationError.malformed
            }
            return try ASN1OctetString(derEncoded: &nodes).bytes
        }
    }

    private static func certificates(_ node: ASN1Node) throws -> [Certificate] {
        try DER.sequence(node, identifier: .sequence) { nodes in
            var certificates: [Certificate] = []
            while let certificate = nodes.next() {
                guard certificates.count < Self.maximumCertificateCount else { throw RevocationError.malformed }
                certificates.append(try Certificate(derEncoded: certificate))
            }
            return certificates
        }
    }
}
