/// What will happen at a subscription's next renewal, at the instant Apple signed it.
package struct RenewalSnapshot: Hashable, Sendable {
    /// The renewal of the commitment as a whole, where the subscription is a monthly paid 12-month commitment.
    package struct Commitment: Hashable, Sendable {
        /// Whether a new commitment follows this one; Apple's `commitmentAutoRenewStatus`.
        package let willRenew: Bool?
        /// When the next commitment begins.
        package let renewalAt: Instant?
        /// The product of the next commitment.
        package let productID: ProductID?

        /// A commitment's renewal of these values.
        package init(willRenew: Bool?, renewalAt: Instant?, productID: ProductID?) {
            self.willRenew = willRenew
            self.renewalAt = renewalAt
            self.productID = productID
        }
    }

    /// The chain it speaks about.
    package var originalTransactionID: OriginalTransactionID
    /// The current product.
    package var productID: ProductID
    /// The product that renews next.
    package var autoRenewProductID: ProductID?
    /// Whether auto-renew is on; `nil` when Apple did not say or sent a number we do not know.
    package var autoRenew: Bool?
    /// The end of the period it speaks for.
    package var renewalAt: Instant?
    /// The end of the grace period, while there is one.
    package var gracePeriodExpiresAt: Instant?
    /// Whether the App Store is trying to charge again.
    package var isInBillingRetry: Bool
    /// Apple's `expirationIntent`: 1 canceled, 2 billing, 3 price increase, 4 product gone, 5 other.
    package var expirationIntent: Int?
    /// Apple's `priceIncreaseStatus`: 0 consent is needed and not given, 1 given or not needed.
    package var priceIncreaseStatus: Int?
    /// The offer of the next renewal.
    package var offer: Offer?
    /// The price of the next renewal.
    package var price: Money?
    /// The token of the next renewal.
    package var accountToken: AccountToken?
    /// The Apple Account in this app.
    package var appTransactionID: AppTransactionID?
    /// The renewal of the commitment.
    package var commitment: Commitment?
    /// When Apple signed it.
    package var signedAt: Instant
    /// The beginning of the SHA-256 of the payload as signed: the fixed order among snapshots of one date.
    package var digest: PayloadDigest
    /// Whether an old interface said it, which knows neither offer, price, token, Apple Account nor commitment.
    package var isPartial = false
    /// The whole snapshot that what a partial one lacks comes from; `nil` where none is known.
    package var wholeSource: Source?
    /// The last change of auto-renew that an old interface dated, in whichever snapshot.
    package var renewStatusChange: StatusChange?

    /// That auto-renew was turned on or off.
    package struct StatusChange: Hashable, Sendable {
        /// When.
        package let changedAt: Instant
        /// Whether it was turned on.
        package let autoRenew: Bool

        /// A change to this status at an instant.
        package init(changedAt: Instant, autoRenew: Bool) {
            self.changedAt = changedAt
            self.autoRenew = autoRenew
        }

        func isNewer(than other: Self) -> Bool {
            self.changedAt != other.changedAt ? self.changedAt > other.changedAt : self.autoRenew && !other.autoRenew
        }
    }

    /// Which snapshot something comes from.
    package struct Source: Hashable, Sendable {
        /// When Apple signed it.
        package let signedAt: Instant
        /// The beginning of the SHA-256 of its payload.
        package let digest: PayloadDigest

        /// A snapshot of this date and digest.
        package init(signedAt: Instant, digest: PayloadDigest) {
            self.signedAt = signedAt
            self.digest = digest
        }

        func isNewer(than other: Self) -> Bool {
            self.signedAt != other.signedAt ? self.signedAt > other.signedAt : self.digest > other.digest
        }
    }

    /// A snapshot of one renewal; everything that most renewals lack has a default.
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
        self.accountToken = accountToken
        self.appTransactionID = appTransactionID
        self.commitment = commitment
        self.signedAt = signedAt
        self.digest = digest
    }

    /// What counts once another snapshot of the same chain is known: the newer one, and where that is partial, with
    /// what the newest whole one adds.
    ///
    /// Neither order nor repetition changes it.
    package func joined(with other: Self) -> Self {
        var newer = self.isNewer(than: other) ? self : other
        // What Apple signs has no such date, so it stays until an old interface dates a later change.
        newer.renewStatusChange = [self.renewStatusChange, other.renewStatusChange].compactMap(\.self)
            .max { $1.isNewer(than: $0) }
        guard newer.isPartial else { return newer }
        let sources = [self, other].compactMap { snapshot in snapshot.source.map { (snapshot, $0) } }
        guard let (whole, source) = sources.max(by: { $1.1.isNewer(than: $0.1) }) else { return newer }
        newer.offer = whole.offer
        newer.price = whole.price
        newer.accountToken = whole.accountToken
        newer.appTransactionID = whole.appTransactionID
        newer.commitment = whole.commitment
        newer.wholeSource = source
        return newer
    }

    /// When auto-renew came to be as it is, where an old interface has dated that.
    package var renewStatusChangedAt: Instant? {
        self.renewStatusChange.flatMap { $0.autoRenew == self.autoRenew ? $0.changedAt : nil }
    }

    /// The newest whole snapshot that it has anything of.
    private var source: Source? {
        self.isPartial ? self.wholeSource : Source(signedAt: self.signedAt, digest: self.digest)
    }

    /// Whether this snapshot speaks rather than another: signed later or, at equal dates, a whole one rather than a
    /// partial one, else greater by digest.
    package func isNewer(than other: Self) -> Bool {
        if self.signedAt != other.signedAt { return self.signedAt > other.signedAt }
        if self.isPartial != other.isPartial { return other.isPartial }
        if self.digest != other.digest { return self.digest > other.digest }
        return self.originalTransactionID > other.originalTransactionID
    }
}
