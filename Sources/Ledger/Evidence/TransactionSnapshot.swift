/// The full state of one transaction at the instant Apple signed it.
///
/// A snapshot is never a change: newer ones replace older ones by the rules of `TransactionRecord`.
package struct TransactionSnapshot: Hashable, Sendable {
    /// What kind of product was bought.
    package enum Kind: String, Hashable, Sendable, CaseIterable {
        /// Renews by itself until it is canceled.
        case autoRenewable = "Auto-Renewable Subscription"
        /// Bought once, owned for good.
        case nonConsumable = "Non-Consumable"
        /// Bought, delivered and used up.
        case consumable = "Consumable"
        /// A fixed period that does not renew.
        case nonRenewing = "Non-Renewing Subscription"
    }

    /// How the Apple Account came to the product; Apple's `inAppOwnershipType`.
    package enum Ownership: String, Hashable, Sendable, CaseIterable {
        /// It paid for it.
        case purchased = "PURCHASED"
        /// A family member paid for it.
        case familyShared = "FAMILY_SHARED"
        /// An organization or group gave it a seat.
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
        /// Which payment of the commitment this is, from 1.
        package let periodNumber: Int?
        /// How many payments the commitment has.
        package let periodCount: Int?
        /// When the commitment ends.
        package let expiresAt: Instant?

        /// A commitment of these values.
        package init(periodNumber: Int?, periodCount: Int?, expiresAt: Instant?) {
            self.periodNumber = periodNumber
            self.periodCount = periodCount
            self.expiresAt = expiresAt
        }
    }

    /// Apple's id of the transaction.
    package var transactionID: TransactionID
    /// Apple's id of the chain's first transaction.
    package var originalTransactionID: OriginalTransactionID
    /// The chain's id before it migrated to the Advanced Commerce API.
    package var previousOriginalTransactionID: OriginalTransactionID?
    /// The subscription period's id across restores.
    package var webOrderLineItemID: WebOrderLineItemID?
    /// The Apple Account in this app.
    package var appTransactionID: AppTransactionID?
    /// What was bought.
    package var productID: ProductID
    /// What kind of product it is.
    package var kind: Kind
    /// When it was charged, or when the period begins for a renewal that is charged early.
    package var purchaseAt: Instant
    /// When the period ends; only auto-renewables have one.
    package var expiresAt: Instant?
    /// How many were bought; 1 unless it is a consumable.
    package var quantity: Int
    /// How the Apple Account came to it.
    package var ownership: Ownership
    /// The token in the transaction when it is one, else `nil`.
    package var accountToken: AccountToken?
    /// A token that is no UUID, as received; it counts as absent.
    package var malformedAccountToken: String?
    /// Whether an upgrade has replaced it.
    package var isUpgraded: Bool
    /// The refund or withdrawal that this snapshot states.
    package var revocation: Revocation?
    /// Who started it; absent in older evidence.
    package var reason: Reason?
    /// The offer it was bought under.
    package var offer: Offer?
    /// What the customer paid, quantity and offer included.
    package var price: Money?
    /// ISO 3166-1 alpha-3 code of the storefront.
    package var storefront: String?
    /// The monthly commitment it is a payment of.
    package var commitment: Commitment?
    /// Whether it arrived in a REFUND_REVERSED notification, which undoes earlier refunds.
    package var isReversal: Bool
    /// Whether it comes from a form that leaves most of it out, as receipts do: it fills what nothing else says, and
    /// may say that the purchase was taken back, but its silence says nothing.
    package var isPartial: Bool
    /// Whether it would not say it had the purchase been refunded: a row of a receipt about a consumable.
    package var isSilentOnRefunds: Bool { self.isPartial && self.kind == .consumable }
    /// When Apple signed it.
    package var signedAt: Instant
    /// The beginning of the SHA-256 of the payload as signed: the fixed order among snapshots of one date.
    package var digest: PayloadDigest

    /// A snapshot of one transaction; everything that most transactions lack has a default.
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
        self.isReversal = isReversal
        self.isPartial = isPartial
        self.signedAt = signedAt
        self.digest = digest
    }
}

/// The offer under which a period was bought or will renew, in Apple's own values.
package struct Offer: Hashable, Sendable {
    /// Apple's `offerType`: 1 introductory, 2 promotional, 3 offer code, 4 win-back; other numbers are kept.
    package let type: Int
    /// Apple's `offerIdentifier`; every type but introductory has one.
    package let identifier: String?
    /// Apple's `offerDiscountType`, for example `FREE_TRIAL`.
    package let discountType: String?
    /// Apple's `offerPeriod`, an ISO 8601 duration.
    package let period: String?

    /// An offer of these values.
    package init(type: Int, identifier: String?, discountType: String?, period: String?) {
        self.type = type
        self.identifier = identifier
        self.discountType = discountType
        self.period = period
    }
}

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
