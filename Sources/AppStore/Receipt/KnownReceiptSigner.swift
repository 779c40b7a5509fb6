import CryptoExtras

/// A signer of receipts whose certificates have been verified.
struct KnownReceiptSigner: Sendable {
    /// The signer's key.
    let key: _RSA.Signing.PublicKey
    /// When the signer may sign.
    let validity: CertificateValidity
    /// The chain that leads to a pinned root; nil for the configured Xcode certificate.
    let chain: CertificateChain?
}
