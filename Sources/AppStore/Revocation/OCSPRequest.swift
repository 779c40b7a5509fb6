import SwiftASN1
package import X509

/// A question to an OCSP responder about one certificate (RFC 6960 section 4.1).
///
/// It is unsigned and carries a nonce. A responder may leave the nonce out of its answer, as most do that answer from
/// a cache; when it gives one back, it must be this one.
package struct OCSPRequest: Hashable, Sendable {
    /// How many bytes a nonce has: the most that RFC 8954 section 2.1 allows.
    package static let nonceByteCount = 32

    /// The certificate in question.
    package let certificateID: OCSPCertificateID
    /// Bytes nobody can foretell.
    package let nonce: [UInt8]
    /// The question in DER, ready to be sent.
    package let derBytes: [UInt8]

    /// Asks about a certificate.
    ///
    /// - Parameters:
    ///   - certificate: The certificate in question.
    ///   - issuer: The certificate of its issuer.
    ///   - nonce: 32 bytes from a source that nobody can foretell.
    /// - Throws: `RevocationError.certificateUnreadable`.
    package init(certificate: Certificate, issuer: Certificate, nonce: [UInt8]) throws(RevocationError) {
        try self.init(
            certificateID: try OCSPCertificateID(certificate: certificate, issuer: issuer),
            nonce: nonce
        )
    }

    /// Asks about a certificate that is already named.
    ///
    /// - Parameters:
    ///   - certificateID: The certificate in question.
    ///   - nonce: 32 bytes from a source that nobody can foretell.
    /// - Throws: `RevocationError.certificateUnreadable`, when the name has no DER form.
    package init(certificateID: OCSPCertificateID, nonce: [UInt8]) throws(RevocationError) {
        precondition(nonce.count == Self.nonceByteCount, "A nonce for OCSP has 32 bytes.")
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
    /// Where Apple answers about the certificates that its root has issued, the intermediates of signed data among
    /// them.
    package static let appleResponder = "http://ocsp.apple.com/ocsp03-applerootcag3"

    /// A question that Apple's responder can read, about its own root, for whoever wants to know whether it answers at
    /// all.
    ///
    /// - Parameter nonce: 32 bytes.
    /// - Returns: The question.
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
