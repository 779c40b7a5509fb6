import Crypto

/// A payload whose signature leads to a trusted signer, with the object it was signed in.
public struct VerifiedObject<Payload: SignedPayload>: Hashable, Sendable {
    /// What was signed.
    public let payload: Payload
    /// When it was signed, by its own word.
    public let signedAt: Timestamp
    /// The signed object, taken apart.
    public let object: SignedObject
}

/// A notification whose own signature and those of all its parts are verified and which agree with each other.
public struct VerifiedNotification: Hashable, Sendable {
    /// The notification itself.
    public let notification: VerifiedObject<NotificationPayload>
    /// The transaction in it.
    public let transaction: VerifiedObject<TransactionPayload>?
    /// The renewal info in it.
    public let renewalInfo: VerifiedObject<RenewalInfoPayload>?
    /// The app transaction in it.
    public let appTransaction: VerifiedObject<AppTransactionPayload>?
    /// The environment it belongs to.
    public let environment: AppStoreEnvironment
}

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
