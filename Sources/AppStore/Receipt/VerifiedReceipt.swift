/// A receipt whose signature leads to a trusted signer.
public struct VerifiedReceipt: Hashable, Sendable {
    /// What was signed.
    public let payload: ReceiptPayload
    /// When it was made, by its own word: the instant at which its signer's certificates were looked at.
    public let createdAt: Timestamp
    /// The receipt, decoded from Base64.
    public let bytes: [UInt8]
    /// The SHA-256 of what was signed, 32 bytes: what is around it can be written in other ways and still be the same
    /// receipt.
    public let payloadDigest: [UInt8]
    /// The certificate chain that signed it; nil for the configured Xcode certificate.
    public let chain: CertificateChainID?
}
