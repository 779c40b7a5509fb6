import SwiftASN1
import X509

/// A responder's basic response, parsed but not verified (RFC 6960 section 4.2.1).
///
/// ``answer(to:issuer:at:)`` verifies it.
package struct OCSPResponse: Sendable {
    /// The maximum size of a response, in bytes.
    ///
    /// An answer with an RSA signature and a delegated certificate has about 3 KB; the limit is twenty times that.
    package static let maximumByteCount = 65_536
    /// The maximum number of certificates in a response.
    ///
    /// One is usual; each may require one signature check.
    package static let maximumCertificateCount = 8

    /// The version, 0 for v1.
    let version: Int
    /// The identification of the signer.
    let responderID: OCSPResponderID
    /// The time at which the response was signed, in milliseconds since 1970.
    let producedAt: Int64
    /// The answers, one for each certificate.
    let singleResponses: [OCSPSingleResponse]
    /// The extensions of the response.
    let extensions: Certificate.Extensions
    /// The signed bytes.
    let signedBytes: ArraySlice<UInt8>
    /// The signature algorithm.
    let signatureAlgorithm: ASN1ObjectIdentifier
    /// The signature.
    let signature: ArraySlice<UInt8>
    /// The certificates in the response.
    let certificates: [Certificate]

    /// Parses a response.
    ///
    /// - Parameter derBytes: The bytes of the response.
    /// - Throws: `RevocationError.tooLarge`, `.malformed`, or `.notSuccessful` with the responder's status.
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

/// The status of an OCSP response (RFC 6960 section 4.2.1, `OCSPResponseStatus`).
///
/// A value that the RFC does not define keeps its number.
public struct OCSPResponseStatus: RawRepresentable, Hashable, Sendable {
    /// The number in the encoding.
    public let rawValue: Int

    /// Creates a status from its number.
    ///
    /// - Parameter rawValue: The number in the encoding.
    public init(rawValue: Int) {
        self.rawValue = rawValue
    }

    /// The response contains answers.
    public static let successful = Self(rawValue: 0)
    /// The responder could not read the request.
    public static let malformedRequest = Self(rawValue: 1)
    /// The responder had an internal error.
    public static let internalError = Self(rawValue: 2)
    /// The responder is temporarily unable to answer.
    public static let tryLater = Self(rawValue: 3)
    /// The responder requires signed requests.
    public static let signatureRequired = Self(rawValue: 5)
    /// The responder does not answer this client or does not answer about this certificate.
    public static let unauthorized = Self(rawValue: 6)
}

extension ASN1ObjectIdentifier {
    /// The standard response type, `id-pkix-ocsp-basic` (RFC 6960 section 4.2.1).
    static let ocspBasicResponse: ASN1ObjectIdentifier = [1, 3, 6, 1, 5, 5, 7, 48, 1, 1]
    /// The nonce, `id-pkix-ocsp-nonce` (RFC 8954).
    static let ocspNonce: ASN1ObjectIdentifier = [1, 3, 6, 1, 5, 5, 7, 48, 1, 2]
    /// The extension that exempts a responder's certificate from revocation checks, `id-pkix-ocsp-nocheck`.
    static let ocspNoCheck: ASN1ObjectIdentifier = [1, 3, 6, 1, 5, 5, 7, 48, 1, 5]

    /// Reads an `AlgorithmIdentifier` whose parameters are absent or NULL, which are equivalent for the accepted hashes
    /// and signatures (RFC 5754 section 2, RFC 4055 section 2.1).
    ///
    /// - Parameter nodes: The iterator, whose next node is the algorithm.
    /// - Throws: An error of SwiftASN1 or of this library if the encoding is invalid.
    init(algorithmIdentifier nodes: inout ASN1NodeCollection.Iterator) throws {
        guard let node = nodes.next() else {
            throw ASN1Error.invalidASN1Object(reason: "An algorithm is missing")
        }
        self = try DER.sequence(node, identifier: .sequence) { parts in
            let algorithm = try ASN1ObjectIdentifier(derEncoded: &parts)
            if let parameters = parts.next() { _ = try ASN1Null(derEncoded: parameters) }
            return algorithm
        }
    }
}
