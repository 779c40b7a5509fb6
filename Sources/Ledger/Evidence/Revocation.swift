/// A refund or a withdrawal of access, as a snapshot states it.
package struct Revocation: Hashable, Sendable {
    /// Apple's `revocationDate`: when it was decided, not when we heard.
    package let revokedAt: Instant
    /// Apple's `revocationReason`: 0 other, 1 a problem in the app; other numbers are kept.
    package let reason: Int?
    /// Apple's `revocationType`, for example `REFUND_FULL`, `REFUND_PRORATED` or `FAMILY_REVOKE`.
    package let type: String?
    /// Apple's `revocationPercentage` in thousandths of a percent: 100 % is 100000.
    package let percentageMilliunits: Int?

    /// A revocation of these values.
    package init(revokedAt: Instant, reason: Int?, type: String?, percentageMilliunits: Int?) {
        self.revokedAt = revokedAt
        self.reason = reason
        self.type = type
        self.percentageMilliunits = percentageMilliunits
    }
}
