import Crypto

/// A payload whose signature leads to a trusted signer, with the signed object that contained it.
public struct VerifiedObject<Payload: SignedPayload>: Hashable, Sendable {
    /// The signed payload.
    public let payload: Payload
    /// The signing date that the payload states.
    public let signedAt: Timestamp
    /// The decoded parts of the signed object.
    public let object: SignedObject
}

/// A notification whose signature and the signatures of all its parts are verified, and whose parts agree with it.
public struct VerifiedNotification: Hashable, Sendable {
    /// The notification itself.
    public let notification: VerifiedObject<NotificationPayload>
    /// The transaction, if the notification contains one.
    public let transaction: VerifiedObject<TransactionPayload>?
    /// The renewal information, if the notification contains it.
    public let renewalInfo: VerifiedObject<RenewalInfoPayload>?
    /// The app transaction, if the notification contains one.
    public let appTransaction: VerifiedObject<AppTransactionPayload>?
    /// The environment of the notification.
    public let environment: AppStoreEnvironment
}

/// The decoded parts of a compact JWS whose signature has been verified.
///
/// It contains all that is needed to restore the exact bytes: header, payload, and signature.
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
    /// The certificate chain of the signature; `nil` for the configured Xcode certificate.
    public let chain: CertificateChainID?

    /// Returns the compact form of a header, a payload, and a signature (RFC 7515, section 7.1).
    package static func compactForm(header: [UInt8], payload: [UInt8], signature: [UInt8]) -> [UInt8] {
        let dot = UInt8(ascii: ".")
        return Base64URL.encode(header) + [dot] + Base64URL.encode(payload) + [dot] + Base64URL.encode(signature)
    }
}
