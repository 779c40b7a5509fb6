import Crypto

/// The name of one certificate chain: SHA-256 over the leaf's DER followed by the intermediate's.
///
/// The root is left out on purpose: it is pinned, so a chain is told apart by what the sender delivers. DER says its
/// own length, hence two certificates in a row cannot be read as another pair.
public struct CertificateChainID: Hashable, Sendable {
    /// The digest, 32 bytes.
    public let bytes: [UInt8]

    /// Wraps a digest that was computed elsewhere.
    ///
    /// - Parameter bytes: SHA-256 over leaf and intermediate, 32 bytes.
    public init(bytes: [UInt8]) {
        self.bytes = bytes
    }

    /// Names the chain of two certificates.
    ///
    /// - Parameters:
    ///   - leaf: The signer's certificate, DER.
    ///   - intermediate: The certificate of the leaf's issuer, DER.
    package init(leaf: [UInt8], intermediate: [UInt8]) {
        var hash = SHA256()
        hash.update(data: leaf)
        hash.update(data: intermediate)
        self.bytes = Array(hash.finalize())
    }
}
