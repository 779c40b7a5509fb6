/// The values of a replaced renewal snapshot that ownership needs.
///
/// The newest renewal snapshot states what will happen next. The owner of a purchase depends on what was due to happen
/// when it was bought, or when a refund was requested, so these values are stored permanently and are few.
package struct RenewalEvidence: Hashable, Sendable {
    /// The original transaction ID of the chain.
    package let originalTransactionID: OriginalTransactionID
    /// The instant at which Apple signed it.
    package let signedAt: Instant
    /// The first eight bytes of the SHA-256 of the signed payload.
    package let digest: PayloadDigest
    /// The end of its period.
    package let renewalAt: Instant?
    /// Whether auto-renew was on.
    package let autoRenew: Bool?
    /// The account token of the next renewal.
    package let accountToken: AccountToken?
    /// The end of the grace period that Apple granted while it retried billing.
    package let gracePeriodExpiresAt: Instant?
    /// Whether it comes from an old interface, which does not contain the token.
    package let isPartial: Bool

    /// Creates evidence with these values.
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

    /// Creates evidence from a snapshot.
    package init(_ renewal: RenewalSnapshot) {
        self.init(
            originalTransactionID: renewal.originalTransactionID,
            signedAt: renewal.signedAt,
            digest: renewal.digest,
            renewalAt: renewal.renewalAt,
            autoRenew: renewal.autoRenew,
            // A partial snapshot takes its token from another snapshot, which has evidence of its own.
            accountToken: renewal.isPartial ? nil : renewal.accountToken,
            gracePeriodExpiresAt: renewal.gracePeriodExpiresAt,
            isPartial: renewal.isPartial
        )
    }

    /// Returns everything that Apple signed about the renewals of a chain, in order.
    package static func all(of chain: Chain) -> [Self] {
        (chain.earlierRenewals + chain.renewals.map(Self.init)).sorted(by: Self.precedes)
    }

    /// Returns the order of evidence: by signed date, at equal dates that of an old interface first, then by original
    /// transaction ID and digest.
    package static func precedes(_ left: Self, _ right: Self) -> Bool {
        if left.signedAt != right.signedAt { return left.signedAt < right.signedAt }
        if left.isPartial != right.isPartial { return left.isPartial }
        if left.originalTransactionID != right.originalTransactionID {
            return left.originalTransactionID < right.originalTransactionID
        }
        return left.digest < right.digest
    }
}
