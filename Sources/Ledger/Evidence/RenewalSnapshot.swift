/// What Apple stated about a subscription's next renewal when it signed the snapshot.
package struct RenewalSnapshot: Hashable, Sendable {
    /// The renewal of the whole commitment, if the subscription is a 12-month commitment that is paid monthly.
    package struct Commitment: Hashable, Sendable {
        /// Whether a new commitment follows this one; Apple's `commitmentAutoRenewStatus`.
        package let willRenew: Bool?
        /// The instant at which the next commitment begins.
        package let renewalAt: Instant?
        /// The product of the next commitment.
        package let productID: ProductID?

        /// Creates a commitment's renewal with these values.
        package init(willRenew: Bool?, renewalAt: Instant?, productID: ProductID?) {
            self.willRenew = willRenew
            self.renewalAt = renewalAt
            self.productID = productID
        }
    }

    /// The original transaction ID of the chain.
    package var originalTransactionID: OriginalTransactionID
    /// The current product.
    package var productID: ProductID
    /// The product that renews next.
    package var autoRenewProductID: ProductID?
    /// Whether auto-renew is on; `nil` when Apple did not state it or sent an unknown number.
    package var autoRenew: Bool?
    /// The end of its period.
    package var renewalAt: Instant?
    /// The end of the grace period; `nil` without one.
    package var gracePeriodExpiresAt: Instant?
    /// Whether the App Store is retrying billing.
    package var isInBillingRetry: Bool
    /// Apple's `expirationIntent`: 1 canceled, 2 billing error, 3 price increase, 4 product not available, 5 other.
    package var expirationIntent: Int?
    /// Apple's `priceIncreaseStatus`: 0 if consent is needed and not given, 1 if it is given or not needed.
    package var priceIncreaseStatus: Int?
    /// The offer of the next renewal.
    package var offer: Offer?
    /// The price of the next renewal; of several seats the sum of all.
    package var price: Money?
    /// The number of seats that the next renewal is expected to have; only of a multiseat subscription.
    package var seatCount: Int?
    /// The account token of the next renewal.
    package var accountToken: AccountToken?
    /// The Apple Account in this app.
    package var appTransactionID: AppTransactionID?
    /// The renewal of the commitment.
    package var commitment: Commitment?
    /// The instant at which Apple signed it.
    package var signedAt: Instant
    /// The first eight bytes of the SHA-256 of the signed payload: the fixed order of snapshots with equal dates.
    package var digest: PayloadDigest
    /// Whether it comes from an old interface, which contains no offer, price, seats, token, Apple
    /// Account or commitment.
    package var isPartial = false
    /// The complete snapshot that supplies the missing values of a partial one; `nil` where none is known.
    package var wholeSource: Source?
    /// The last change of auto-renew that an old interface dated, in any snapshot.
    package var renewStatusChange: StatusChange?

    /// A change of auto-renew.
    package struct StatusChange: Hashable, Sendable {
        /// The instant of the change.
        package let changedAt: Instant
        /// Whether it was turned on.
        package let autoRenew: Bool

        /// Creates a change to this status at an instant.
        package init(changedAt: Instant, autoRenew: Bool) {
            self.changedAt = changedAt
            self.autoRenew = autoRenew
        }

        func isNewer(than other: Self) -> Bool {
            self.changedAt != other.changedAt ? self.changedAt > other.changedAt : self.autoRenew && !other.autoRenew
        }
    }

    /// The identity of a snapshot that supplies values.
    package struct Source: Hashable, Sendable {
        /// The instant at which Apple signed it.
        package let signedAt: Instant
        /// The first eight bytes of the SHA-256 of its payload.
        package let digest: PayloadDigest

        /// Creates a source with this date and digest.
        package init(signedAt: Instant, digest: PayloadDigest) {
            self.signedAt = signedAt
            self.digest = digest
        }

        func isNewer(than other: Self) -> Bool {
            self.signedAt != other.signedAt ? self.signedAt > other.signedAt : self.digest > other.digest
        }
    }

    /// Creates a snapshot of one renewal; values that most renewals lack have a default.
    package init(
        originalTransactionID: OriginalTransactionID,
        productID: ProductID,
        autoRenewProductID: ProductID? = nil,
        autoRenew: Bool?,
        renewalAt: Instant?,
        gracePeriodExpiresAt: Instant? = nil,
        isInBillingRetry: Bool = false,
        expirationIntent: Int? = nil,
        priceIncreaseStatus: Int? = nil,
        offer: Offer? = nil,
        price: Money? = nil,
        seatCount: Int? = nil,
        accountToken: AccountToken? = nil,
        appTransactionID: AppTransactionID? = nil,
        commitment: Commitment? = nil,
        signedAt: Instant,
        digest: PayloadDigest
    ) {
        self.originalTransactionID = originalTransactionID
        self.productID = productID
        self.autoRenewProductID = autoRenewProductID
        self.autoRenew = autoRenew
        self.renewalAt = renewalAt
        self.gracePeriodExpiresAt = gracePeriodExpiresAt
        self.isInBillingRetry = isInBillingRetry
        self.expirationIntent = expirationIntent
        self.priceIncreaseStatus = priceIncreaseStatus
        self.offer = offer
        self.price = price
        self.seatCount = seatCount
        self.accountToken = accountToken
        self.appTransactionID = appTransactionID
        self.commitment = commitment
        self.signedAt = signedAt
        self.digest = digest
    }

    /// Returns what counts of this snapshot and another of the same chain: the newer one; where that is partial,
    /// completed by the newest complete one.
    ///
    /// The result does not depend on order or repetition.
    package func joined(with other: Self) -> Self {
        var newer = self.isNewer(than: other) ? self : other
        // Apple's signed snapshots have no such date, so it stays until an old interface dates a later change.
        newer.renewStatusChange = [self.renewStatusChange, other.renewStatusChange].compactMap(\.self)
            .max { $1.isNewer(than: $0) }
        guard newer.isPartial else { return newer }
        let sources = [self, other].compactMap { snapshot in snapshot.source.map { (snapshot, $0) } }
        guard let (whole, source) = sources.max(by: { $1.1.isNewer(than: $0.1) }) else { return newer }
        newer.offer = whole.offer
        newer.price = whole.price
        newer.seatCount = whole.seatCount
        newer.accountToken = whole.accountToken
        newer.appTransactionID = whole.appTransactionID
        newer.commitment = whole.commitment
        newer.wholeSource = source
        return newer
    }

    /// The instant at which auto-renew got its current value, where an old interface has dated it.
    package var renewStatusChangedAt: Instant? {
        self.renewStatusChange.flatMap { $0.autoRenew == self.autoRenew ? $0.changedAt : nil }
    }

    /// The newest complete snapshot that supplies any of the values.
    private var source: Source? {
        self.isPartial ? self.wholeSource : Source(signedAt: self.signedAt, digest: self.digest)
    }

    /// Returns whether this snapshot counts rather than another: signed later or, at equal dates, a complete one rather
    /// than a partial one, otherwise the one with the greater digest.
    package func isNewer(than other: Self) -> Bool {
        if self.signedAt != other.signedAt { return self.signedAt > other.signedAt }
        if self.isPartial != other.isPartial { return other.isPartial }
        if self.digest != other.digest { return self.digest > other.digest }
        return self.originalTransactionID > other.originalTransactionID
    }
}
