import Crypto

/// One compact JWS taken apart, whose signature has been verified.
///
/// Holds what is needed to put the exact bytes together again: header, payload and signature, decoded.
public struct SignedObject: Hashable, Sendable {
    /// SHA-256 of the compact form.
    public let digest: [UInt8]
    /// The decoded protected header.
    public let header: [UInt8]
    /// SHA-256 of `header`.
    public let headerDigest: [UInt8]
    /// The decoded payload.
    public let payload: [UInt8]
    /// The raw signature, 64 bytes.
    public let signature: [UInt8]
    /// The certificate chain that signed it; `nil` for the configured Xcode certificate.
    public let chain: CertificateChainID?

    /// The compact form of a header, a payload and a signature (RFC 7515, section 7.1).
    package static func compactForm(header: [UInt8], payload: [UInt8], signature: [UInt8]) -> [UInt8] {
        let dot = UInt8(ascii: ".")
        return Base64URL.encode(header) + [dot] + Base64URL.encode(payload) + [dot] + Base64URL.encode(signature)
    }
}
