import SwiftASN1
package import X509

/// A request to an OCSP responder about one certificate (RFC 6960 section 4.1).
///
/// The request is unsigned and contains a nonce. A responder may omit the nonce in its response, as most responders
/// with a cache do; if the response has a nonce, it must equal this one.
package struct OCSPRequest: Hashable, Sendable {
    /// The length of a nonce in bytes, the maximum of RFC 8954 section 2.1.
    package static let nonceByteCount = 32

    /// The identifier of the certificate.
    package let certificateID: OCSPCertificateID
    /// The nonce, unpredictable bytes.
    package let nonce: [UInt8]
    /// The request in DER.
    package let derBytes: [UInt8]

    /// Creates a request about a certificate.
    ///
    /// - Parameters:
    ///   - certificate: The certificate.
    ///   - issuer: The certificate of its issuer.
    ///   - nonce: 32 unpredictable bytes.
    /// - Throws: `RevocationError.certificateUnreadable`.
    package init(certificate: Certificate, issuer: Certificate, nonce: [UInt8]) throws(RevocationError) {
        try self.init(
            certificateID: try OCSPCertificateID(certificate: certificate, issuer: issuer),
            nonce: nonce
        )
    }

    /// Creates a request from a certificate's identifier.
    ///
    /// - Parameters:
    ///   - certificateID: The identifier of the certificate.
    ///   - nonce: 32 unpredictable bytes.
    /// - Throws: `RevocationError.certificateUnreadable` if the identifier has no DER encoding.
    package init(certificateID: OCSPCertificateID, nonce: [UInt8]) throws(RevocationError) {
        precondition(nonce.count == Self.nonceByteCount, "An OCSP nonce has 32 bytes.")
        self.certificateID = certificateID
        self.nonce = nonce
        do {
            var coder = DER.Serializer()
            try Self.serialize(certificateID, nonce: nonce, into: &coder)
            self.derBytes = coder.serializedBytes
        } catch {
            throw .certificateUnreadable
        }
    }

    private static func serialize(
        _ certificateID: OCSPCertificateID,
        nonce: [UInt8],
        into coder: inout DER.Serializer
    ) throws {
        var value = DER.Serializer()
        try value.serialize(ASN1OctetString(contentBytes: nonce[...]))
        let nonceBytes = value.serializedBytes

        try coder.appendConstructedNode(identifier: .sequence) { request in
            try request.appendConstructedNode(identifier: .sequence) { toBeSigned in
                try toBeSigned.appendConstructedNode(identifier: .sequence) { list in
                    try list.appendConstructedNode(identifier: .sequence) { single in
                        try certificateID.serialize(into: &single)
                    }
                }
                try toBeSigned.serialize(explicitlyTaggedWithTagNumber: 2, tagClass: .contextSpecific) { tagged in
                    try tagged.appendConstructedNode(identifier: .sequence) { extensions in
                        try extensions.appendConstructedNode(identifier: .sequence) { nonceExtension in
                            try nonceExtension.serialize(ASN1ObjectIdentifier.ocspNonce)
                            try nonceExtension.serialize(ASN1OctetString(contentBytes: nonceBytes[...]))
                        }
                    }
                }
            }
        }
    }
}

extension OCSPRequest {
    /// The address of Apple's responder for certificates issued by its root, such as the intermediates of signed data.
    package static let appleResponder = "http://ocsp.apple.com/ocsp03-applerootcag3"

    /// Returns a request about Apple's own root, with which a caller can test whether Apple's responder answers.
    ///
    /// - Parameter nonce: 32 bytes.
    /// - Returns: The request.
    /// - Throws: `RevocationError.certificateUnreadable`.
    package static func aboutAppleRoot(nonce: [UInt8]) throws(RevocationError) -> Self {
        let root: Certificate
        do {
            root = try Certificate(derEncoded: AppleRoots.g3)
        } catch {
            throw .certificateUnreadable
        }
        return try Self(certificate: root, issuer: root, nonce: nonce)
    }
}
