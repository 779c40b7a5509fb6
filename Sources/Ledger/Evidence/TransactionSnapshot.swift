/// The full state of one transaction at the instant Apple signed it.
///
/// A snapshot is never a change: newer ones replace older ones by the rules of `TransactionRecord`.
package struct TransactionSnapshot: Hashable, Sendable {
    /// The kind of product.
    package enum Kind: String, Hashable, Sendable, CaseIterable {
        /// A subscription that renews until it is canceled.
        case autoRenewable = "Auto-Renewable Subscription"
        /// A product that is bought once and owned permanently.
        case nonConsumable = "Non-Consumable"
        /// A product that is bought, fulfilled and used up.
        case consumable = "Consumable"
        /// A fixed period that does not renew.
        case nonRenewing = "Non-Renewing Subscription"
    }

    /// How the Apple Account obtained the product; Apple's `inAppOwnershipType`.
    package enum Ownership: String, Hashable, Sendable, CaseIterable {
        /// The account paid for it.
        case purchased = "PURCHASED"
        /// A family member paid for it.
        case familyShared = "FAMILY_SHARED"
        /// An organization or group assigned a seat.
        case assigned = "ASSIGNED"
    }

    /// Who started the transaction; Apple's `transactionReason`.
    package enum Reason: String, Hashable, Sendable, CaseIterable {
        /// The customer, upgrades included.
        case purchase = "PURCHASE"
        /// The App Store, at a renewal.
        case renewal = "RENEWAL"
    }

    /// A 12-month commitment that is paid monthly.
    package struct Commitment: Hashable, Sendable {
        /// The number of this payment in the commitment, from 1.
        package let periodNumber: Int?
        /// The number of payments in the commitment.
        package let periodCount: Int?
        /// The end of the commitment.
        package let expiresAt: Instant?

        /// Creates a commitment with these values.
        package init(periodNumber: Int?, periodCount: Int?, expiresAt: Instant?) {
            self.periodNumber = periodNumber
            self.periodCount = periodCount
            self.expiresAt = expiresAt
        }
    }

    /// Apple's ID of the transaction.
    package var transactionID: TransactionID
    /// Apple's ID of the chain's first transaction.
    package var originalTransactionID: OriginalTransactionID
    /// The chain's ID before it migrated to the Advanced Commerce API.
    package var previousOriginalTransactionID: OriginalTransactionID?
    /// The ID of the subscription period, the same across restores.
    package var webOrderLineItemID: WebOrderLineItemID?
    /// The Apple Account in this app.
    package var appTransactionID: AppTransactionID?
    /// The product.
    package var productID: ProductID
    /// The kind of product.
    package var kind: Kind
    /// The instant of the charge; for a renewal that is charged early, the beginning of the period.
    package var purchaseAt: Instant
    /// The end of the period; only auto-renewable subscriptions have one.
    package var expiresAt: Instant?
    /// The quantity of a consumable, or the number of seats; otherwise 1.
    package var quantity: Int
    /// How the Apple Account obtained the product.
    package var ownership: Ownership
    /// The account token, if the transaction contains a valid one.
    package var accountToken: AccountToken?
    /// A token that is no UUID, as received; it counts as absent.
    package var malformedAccountToken: String?
    /// Whether an upgrade has replaced it.
    package var isUpgraded: Bool
    /// The refund or revocation that this snapshot states.
    package var revocation: Revocation?
    /// Who started the transaction; absent in older evidence.
    package var reason: Reason?
    /// The offer of the purchase.
    package var offer: Offer?
    /// The price that the customer paid, quantity and offer included; of several seats the sum of all.
    package var price: Money?
    /// The storefront's ISO 3166-1 alpha-3 code.
    package var storefront: String?
    /// The monthly commitment that the transaction is a payment of.
    package var commitment: Commitment?
    /// The seats, only of a multiseat subscription.
    package var seats: Seats?
    /// Whether it arrived in a REFUND_REVERSED notification, which undoes earlier refunds.
    package var isReversal: Bool
    /// Whether it comes from an incomplete form, such as a receipt.
    ///
    /// It supplies values that no other evidence contains, and may state that the purchase was revoked; a value that it
    /// lacks means nothing.
    package var isPartial: Bool
    /// The number of seats that are paid and not refunded; 0 for a member's transaction, and for one without seats.
    package var seatCount: Int {
        guard let seats, self.ownership == .purchased, self.revocation == nil else { return 0 }
        return max(self.quantity - seats.revokedCount, 0)
    }
    /// The share of its seats that Apple refunded, in thousandths of a percent; 0 without seats.
    package var refundedSeatShare: Int64 {
        self.seats?.refundedShare(of: self.quantity) ?? 0
    }
    /// Whether it would not state a refund of the purchase: a row of a receipt about a consumable.
    package var isSilentOnRefunds: Bool { self.isPartial && self.kind == .consumable }
    /// The instant at which Apple signed it.
    package var signedAt: Instant
    /// The first eight bytes of the SHA-256 of the signed payload: the fixed order of snapshots with equal dates.
    package var digest: PayloadDigest

    /// Creates a snapshot of one transaction; values that most transactions lack have a default.
    package init(
        transactionID: TransactionID,
        originalTransactionID: OriginalTransactionID,
        previousOriginalTransactionID: OriginalTransactionID? = nil,
        webOrderLineItemID: WebOrderLineItemID? = nil,
        appTransactionID: AppTransactionID? = nil,
        productID: ProductID,
        kind: Kind,
        purchaseAt: Instant,
        expiresAt: Instant? = nil,
        quantity: Int = 1,
        ownership: Ownership = .purchased,
        accountToken: AccountToken? = nil,
        malformedAccountToken: String? = nil,
        isUpgraded: Bool = false,
        revocation: Revocation? = nil,
        reason: Reason? = nil,
        offer: Offer? = nil,
        price: Money? = nil,
        storefront: String? = nil,
        commitment: Commitment? = nil,
        seats: Seats? = nil,
        isReversal: Bool = false,
        isPartial: Bool = false,
        signedAt: Instant,
        digest: PayloadDigest
    ) {
        self.transactionID = transactionID
        self.originalTransactionID = originalTransactionID
        self.previousOriginalTransactionID = previousOriginalTransactionID
        self.webOrderLineItemID = webOrderLineItemID
        self.appTransactionID = appTransactionID
        self.productID = productID
        self.kind = kind
        self.purchaseAt = purchaseAt
        self.expiresAt = expiresAt
        self.quantity = quantity
        self.ownership = ownership
        self.accountToken = accountToken
        self.malformedAccountToken = malformedAccountToken
        self.isUpgraded = isUpgraded
        self.revocation = revocation
        self.reason = reason
        self.offer = offer
        self.price = price
        self.storefront = storefront
        self.commitment = commitment
        self.seats = seats
        self.isReversal = isReversal
        self.isPartial = isPartial
        self.signedAt = signedAt
        self.digest = digest
    }
}

/// The offer under which a period was bought or will renew, in Apple's own values.
package struct Offer: Hashable, Sendable {
    /// Apple's `offerType`: 1 introductory, 2 promotional, 3 offer code, 4 win-back, 5 retention; other numbers are
    /// stored as they are.
    package let type: Int
    /// Apple's `offerIdentifier`; every type but introductory has one.
    package let identifier: String?
    /// Apple's `offerDiscountType`, for example `FREE_TRIAL`.
    package let discountType: String?
    /// Apple's `offerPeriod`, an ISO 8601 duration.
    package let period: String?

    /// Creates an offer with these values.
    package init(type: Int, identifier: String?, discountType: String?, period: String?) {
        self.type = type
        self.identifier = identifier
        self.discountType = discountType
        self.period = period
    }
}

/// A refund or a revocation of access, as a snapshot states it.
package struct Revocation: Hashable, Sendable {
    /// Apple's `revocationDate`: the instant of the decision, not of the server's learning of it.
    package let revokedAt: Instant
    /// Apple's `revocationReason`: 0 other, 1 a problem in the app; other numbers are stored as they are.
    package let reason: Int?
    /// Apple's `revocationType`, for example `REFUND_FULL`, `REFUND_PRORATED` or `FAMILY_REVOKE`.
    package let type: String?
    /// Apple's `revocationPercentage` in thousandths of a percent: 100 % is 100000.
    package let percentageMilliunits: Int?

    /// Creates a revocation with these values.
    package init(revokedAt: Instant, reason: Int?, type: String?, percentageMilliunits: Int?) {
        self.revokedAt = revokedAt
        self.reason = reason
        self.type = type
        self.percentageMilliunits = percentageMilliunits
    }
}
