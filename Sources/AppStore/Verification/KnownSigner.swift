import Crypto

/// A protected header that has been verified: whose key it leads to, and how far the hashing has got after it.
///
/// Apple signs millions of objects with the same header, four to six kilobytes of certificates each time. A header that
/// equals a known one byte for byte needs no decoding, no parsing and no chain; and since the signature covers
/// `header.payload`, the state of SHA-256 after the header can be taken up again, so only the payload is left to hash.
struct KnownSigner: Sendable {
    /// How a signer came to be trusted.
    enum Origin: Sendable {
        /// Through a chain of three that leads to a pinned root.
        case chain(CertificateChain)
        /// As the configured Xcode certificate.
        case xcode
    }

    /// The header segment as it stands in the compact form.
    let segment: [UInt8]
    /// The decoded header.
    let header: [UInt8]
    /// SHA-256 of `header`.
    let headerDigest: [UInt8]
    /// The state of SHA-256 after the header segment and the dot.
    let prefix: SHA256
    /// The signer's key.
    let key: P256.Signing.PublicKey
    /// When the signer may sign.
    let validity: CertificateValidity
    /// How it is trusted.
    let origin: Origin

    /// A signer whose certificates have been verified.
    init(
        segment: [UInt8],
        header: [UInt8],
        key: P256.Signing.PublicKey,
        validity: CertificateValidity,
        origin: Origin
    ) {
        self.segment = segment
        self.header = header
        self.headerDigest = Array(SHA256.hash(data: header))
        var prefix = SHA256()
        prefix.update(data: segment)
        prefix.update(data: [UInt8(ascii: ".")])
        self.prefix = prefix
        self.key = key
        self.validity = validity
        self.origin = origin
    }

    /// The chain's name, or `nil` for the Xcode certificate.
    var chainID: CertificateChainID? {
        switch self.origin {
        case .chain(let chain): chain.signers.id
        case .xcode: nil
        }
    }
}
