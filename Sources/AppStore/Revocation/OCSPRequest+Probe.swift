import SwiftASN1
import X509

extension OCSPRequest {
    /// Where Apple answers about the certificates that its root has issued, the intermediates of signed data among them.
    package static let appleResponder = "http://ocsp.apple.com/ocsp03-applerootcag3"

    /// A question that Apple's responder can read, about its own root, for whoever wants to know whether it answers at all.
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
