/// What ownership needs of a renewal snapshot that a newer one has replaced.
///
/// The newest renewal snapshot says what will happen next. Whose a purchase is depends on what was to happen when it
/// was bought, or when somebody asked for it back; so nothing of this is forgotten, and it stays small.
package struct RenewalEvidence: Hashable, Sendable {
    /// The original transaction id it speaks about.
    package let originalTransactionID: OriginalTransactionID
    /// When Apple signed it.
    package let signedAt: Instant
    /// The beginning of the SHA-256 of the payload as signed.
    package let digest: PayloadDigest
    /// The end of the period it speaks for.
    package let renewalAt: Instant?
    /// Whether auto-renew was on.
    package let autoRenew: Bool?
    /// The token of the next renewal.
    package let accountToken: AccountToken?
    /// Until when Apple asked to keep access up while it tried to charge.
    package let gracePeriodExpiresAt: Instant?
    /// Whether an old interface said it, which knows no token.
    package let isPartial: Bool

    /// Evidence of these values.
    package init(
        originalTransactionID: OriginalTransactionID,
        signedAt: Instant,
        digest: PayloadDigest,
        renewalAt: Instant?,
        autoRenew: Bool?,
        accountToken: AccountToken?,
        gracePeriodExpiresAt: Instant? = nil,
        isPartial: Bool = false
    ) {
        self.originalTransactionID = originalTransactionID
        self.signedAt = signedAt
        self.digest = digest
        self.renewalAt = renewalAt
        self.autoRenew = autoRenew
        self.accountToken = accountToken
        self.gracePeriodExpiresAt = gracePeriodExpiresAt
        self.isPartial = isPartial
    }

    /// What ownership needs of a snapshot.
    package init(_ renewal: RenewalSnapshot) {
        self.init(
            originalTransactionID: renewal.originalTransactionID,
            signedAt: renewal.signedAt,
            digest: renewal.digest,
            renewalAt: renewal.renewalAt,
            autoRenew: renewal.autoRenew,
            // What a partial snapshot has of a token is another's, which has a word of its own.
            accountToken: renewal.isPartial ? nil : renewal.accountToken,
            gracePeriodExpiresAt: renewal.gracePeriodExpiresAt,
            isPartial: renewal.isPartial
        )
    }

    /// The order of evidence: by signed date, at equal dates what an old interface said first, then by original
    /// transaction id and digest.
    package static func precedes(_ left: Self, _ right: Self) -> Bool {
        if left.signedAt != right.signedAt { return left.signedAt < right.signedAt }
        if left.isPartial != right.isPartial { return left.isPartial }
        if left.originalTransactionID != right.originalTransactionID {
            return left.originalTransactionID < right.originalTransactionID
        }
        return left.digest < right.digest
    }
}
