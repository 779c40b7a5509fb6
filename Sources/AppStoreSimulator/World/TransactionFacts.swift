import AppStore

/// The complete state of one transaction.
///
/// Instants are milliseconds since 1970. The type is small, because a world may have millions of transactions.
struct TransactionFacts: Sendable {
    /// How the customer obtained the product.
    enum Ownership: UInt8, Sendable {
        case purchased
        case familyShared
        /// A group or an organization assigned a seat to the customer.
        case assigned
    }

    /// The offer that set the price.
    struct Offer: Sendable, Hashable {
        private let compactIndex: Int32
        /// The number of the period within the offer, counted from 1.
        let number: Int32

        /// The offer's index among those of the product.
        var index: Int { Int(self.compactIndex) }

        /// Creates a period of an offer.
        init(index: Int, number: Int) {
            self.compactIndex = Int32(index)
            self.number = Int32(number)
        }
    }

    /// The commitment of this period.
    struct Commitment: Sendable, Hashable {
        /// The number of the billing period within the commitment, counted from 1.
        let number: Int
        /// The number of billing periods.
        let total: Int
        /// The instant at which the commitment ends.
        var endsAt: Int64
        /// The price of the whole commitment, in milliunits of the transaction's currency.
        let price: Int64
        /// The price of the whole term after it; set only in a renewal that is signed.
        var nextPrice: Int64?
    }

    /// The bundle of this period, of which the subscription is a part.
    struct Bundle: Sendable, Hashable {
        /// The bundle's product, by its index in the app's catalog.
        let product: Int
        /// The number of the bundle's own transaction for this period.
        let number: UInt64
        /// The number of the bundle's first transaction.
        let originalNumber: UInt64
        /// The original number of the customer's own subscription that the bundle replaced.
        let previousOriginalNumber: UInt64?
    }

    /// The part that can change after the purchase; notifications store it.
    struct Condition: Sendable {
        /// The end of the period, for an auto-renewable subscription.
        var expiresAt: Int64?
        /// The app's token for the customer.
        var appAccountToken: String?
        /// The refund or the end of sharing.
        @Boxed var revocation: Revocation?
        /// Whether an upgrade superseded the transaction.
        var isUpgraded = false
        /// The commitment of this period.
        @Boxed var commitment: Commitment?
        /// The content of a generic product.
        @Boxed var commerce: CommerceContent?
        /// The seats of a multiseat subscription.
        @Boxed var seats: SeatFacts?
        /// The bundle of this period.
        @Boxed var bundle: Bundle?
    }

    /// The transaction's identifier.
    let number: UInt64
    /// The identifier of the first transaction of its chain.
    let originalNumber: UInt64
    /// The identifier of the billing event, for an auto-renewable subscription.
    let webOrderNumber: UInt64?
    /// The customer's index.
    let customer: Int
    /// The app's index.
    let app: Int
    /// The product's index in the app's catalog.
    let product: Int
    /// The subscription's index.
    var subscription: Int?
    /// The quantity of a consumable, or the number of seats.
    let quantity: Int
    /// How the customer obtained the product.
    let ownership: Ownership
    /// Whether the store renewed the subscription, rather than the customer buying it.
    let isRenewal: Bool
    /// Whether the developer has finished the transaction.
    var isFinished = false
    /// The instant at which the period or the ownership began.
    let purchasedAt: Int64
    /// The purchase date of the chain's first transaction.
    let originallyPurchasedAt: Int64
    /// The storefront of the purchase.
    let storefront: WorldStorefront
    /// The price paid for the whole quantity; a member of a group repeats the purchaser's.
    let price: WorldPrice
    /// The offer that set the price.
    let offer: Offer?
    /// The index of the transaction that this one restores, or of which a member of a family or
    /// a group has this one.
    let source: Int?
    /// The part that can change.
    var condition: Condition
    /// The instant of the charge, in milliseconds since 1970; it can be before the period or late.
    var chargedAt: Int64 = 0
    /// Whether the customer kept a price that is no longer the product's.
    var isPricePreserved = false
    /// The number of its last change among the world's changes to transactions: the order of Get Transaction History.
    var change = 0
    /// The instant of the last signature.
    var lastSignedAt = Int64.min

    /// Apple's transactionId.
    var id: String { String(self.number) }
    /// Apple's originalTransactionId.
    var originalId: String { String(self.originalNumber) }
    /// Whether the transaction was created by a restore.
    var isRestored: Bool { self.source != nil && self.ownership == .purchased }
}

/// The end of a transaction's access before its time.
struct Revocation: Sendable {
    /// What ended it.
    enum Cause: Sendable {
        /// A refund.
        case refund
        /// The end of sharing, or of the membership in a group.
        case endOfSharing
        /// The customer's switch to a bundle.
        case upgradeToBundle
    }

    /// The instant of the decision (not of the notification), in milliseconds since 1970.
    let at: Int64
    /// The reason.
    let reason: TransactionRevocationReason
    /// The refunded share, in thousandths of a percent; `nil` for the whole price.
    let percentage: Int?
    /// What ended the access.
    let cause: Cause
}
