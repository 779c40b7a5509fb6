/// One object that Apple signed, taken apart so that its exact bytes can be put together again years later.
///
/// A compact JWS is `base64url(header).base64url(payload).base64url(signature)`. The header holds the certificate
/// chain, is the same for millions of objects and is kept once, by its hash. A notification's payload contains further
/// signed objects as strings; each is evidence of its own, so the payload is kept without them and says where they
/// belong. Base64url without padding and with zero trailing bits has one spelling only, so nothing is lost by decoding
/// it.
package struct SignedEvidence: Hashable, Sendable {
    /// What kind of object was signed.
    package enum Kind: String, Hashable, Sendable, CaseIterable {
        /// A notification of the App Store Server Notifications, version 2.
        case notification
        /// A transaction.
        case transaction
        /// A renewal info.
        case renewal
        /// An app transaction.
        case appTransaction
        /// A receipt of StoreKit 1: the payload is the whole signed container, header and signature are empty.
        case receipt
    }

    /// A signed object that was cut out of the payload.
    package struct Part: Hashable, Sendable {
        /// Where the object's compact form belongs, as an offset in bytes into the payload without its parts.
        package let offset: Int
        /// The object that belongs there.
        package let digest: EvidenceDigest

        /// A part at this offset.
        package init(offset: Int, digest: EvidenceDigest) {
            self.offset = offset
            self.digest = digest
        }
    }

    /// SHA-256 of the compact form.
    package let digest: EvidenceDigest
    /// What was signed.
    package let kind: Kind
    /// SHA-256 of `header`.
    package let headerDigest: EvidenceDigest
    /// The decoded protected header, byte for byte.
    package let header: [UInt8]
    /// The decoded payload, byte for byte, without its `parts`.
    package let payload: [UInt8]
    /// The decoded signature, 64 bytes.
    package let signature: [UInt8]
    /// The objects cut out of the payload, by ascending offset.
    package let parts: [Part]
    /// When Apple signed it.
    package let signedAt: Instant

    /// Evidence made of these pieces.
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
