/// One object that Apple signed, stored in parts from which its exact bytes can be restored years later.
///
/// A compact JWS is `base64url(header).base64url(payload).base64url(signature)`. The header contains the certificate
/// chain; it is the same for millions of objects and stored once, by its hash. A notification's payload contains
/// further signed objects as strings; each is evidence of its own, so the payload is stored without them and with their
/// offsets. Base64url without padding and with zero trailing bits has only one spelling, so decoding it loses nothing.
package struct SignedEvidence: Hashable, Sendable {
    /// The kind of signed object.
    package enum Kind: String, Hashable, Sendable, CaseIterable {
        /// A notification of the App Store Server Notifications, version 2.
        case notification
        /// A transaction.
        case transaction
        /// The renewal info of a subscription.
        case renewal
        /// An app transaction.
        case appTransaction
        /// A receipt of StoreKit 1: the payload is the whole signed container, header and signature are empty.
        case receipt
        /// A request for a retention message.
        case retentionRequest
    }

    /// A signed object that was removed from the payload.
    package struct Part: Hashable, Sendable {
        /// The offset of the object's compact form, in bytes in the payload without its parts.
        package let offset: Int
        /// The digest of the object.
        package let digest: EvidenceDigest

        /// Creates a part at this offset.
        package init(offset: Int, digest: EvidenceDigest) {
            self.offset = offset
            self.digest = digest
        }
    }

    /// The SHA-256 of the compact form.
    package let digest: EvidenceDigest
    /// The kind of object.
    package let kind: Kind
    /// The SHA-256 of `header`.
    package let headerDigest: EvidenceDigest
    /// The decoded protected header, byte for byte.
    package let header: [UInt8]
    /// The decoded payload, byte for byte, without its `parts`.
    package let payload: [UInt8]
    /// The decoded signature, 64 bytes.
    package let signature: [UInt8]
    /// The objects that were removed from the payload, by ascending offset.
    package let parts: [Part]
    /// The instant at which Apple signed it.
    package let signedAt: Instant

    /// Creates evidence from its parts.
    package init(
        digest: EvidenceDigest,
        kind: Kind,
        headerDigest: EvidenceDigest,
        header: [UInt8],
        payload: [UInt8],
        signature: [UInt8],
        parts: [Part],
        signedAt: Instant
    ) {
        self.digest = digest
        self.kind = kind
        self.headerDigest = headerDigest
        self.header = header
        self.payload = payload
        self.signature = signature
        self.parts = parts
        self.signedAt = signedAt
    }
}
