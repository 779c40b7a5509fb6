import AppStore

/// The whole state of one transaction.
///
/// Instants are milliseconds since 1970. Kept small, because a world may hold millions.
struct TransactionFacts: Sendable {
    /// How the customer came by it.
    enum Ownership: UInt8, Sendable {
        case purchased
        case familyShared
    }

    /// The offer that set its price.
    struct Offer: Sendable, Hashable {
        private let compactIndex: Int32
        /// Which of the offer's periods this is, counted from 1.
        let number: Int32

        /// The offer's place among those of the product.
        var index: Int { Int(self.compactIndex) }

        /// A period of an offer.
        init(index: Int, number: Int) {
            self.compactIndex = Int32(index)
            self.number = Int32(number)
        }
    }

    /// The commitment that this period is part of.
    struct Commitment: Sendable, Hashable {
        /// Which billing period of the commitment this is, counted from 1.
        let number: Int
        /// How many there are.
        let total: Int
        /// When the commitment ends.
        var endsAt: Int64
        /// What the whole commitment costs, in milliunits of the transaction's currency.
        let price: Int64
    }

    /// What can change after the purchase: what a notification remembers of it.
    struct Condition: Sendable {
        /// When the period ends, of an auto-renewable subscription.
        var expiresAt: Int64?
        /// The app's token for the customer.
        var appAccountToken: String?
        /// How it was taken back.
        @Boxed var revocation: Revocation?
        /// Whether an upgrade took its place.
        var isUpgraded = false
        /// The commitment that this period is part of.
        @Boxed var commitment: Commitment?
        /// What it holds, of a generic product.
        @Boxed var commerce: CommerceContent?
    }

    /// The transaction's identifier.
    let number: UInt64
    /// The identifier of the first transaction of its chain.
    let originalNumber: UInt64
    /// The identifier of the billing event, of an auto-renewable subscription.
    let webOrderNumber: UInt64?
    /// The customer's place in the world.
    let customer: Int
    /// The app's place in the world.
    let app: Int
    /// The product's place in the app's catalog.
    let product: Int
    /// The subscription's place in the world.
    var subscription: Int?
    /// How many were bought.
    let quantity: Int
    /// How the customer came by it.
    let ownership: Ownership
    /// Whether the store renewed it, rather than the customer bought it.
    let isRenewal: Bool
    /// Whether the developer has finished it.
    var isFinished = false
    /// When the period or the possession began.
    let purchasedAt: Int64
    /// When the chain's first did.
    let originallyPurchasedAt: Int64
    /// Where it was bought.
    let storefront: WorldStorefront
    /// What was paid, for all of the quantity.
    let price: WorldPrice
    /// The offer that set the price.
    let offer: Offer?
    /// The place of the transaction it repeats for a restore or shares within a family.
    let source: Int?
    /// What can change.
    var condition: Condition
    /// When the store charged it, in milliseconds since 1970: ahead of the period, or late.
    var chargedAt: Int64 = 0
    /// Whether the customer kept a price that was no longer the product's.
    var isPricePreserved = false
    /// Which of the world's changes to transactions it last was: the order of Get Transaction History.
    var change = 0
    /// When it was last signed.
    var lastSignedAt = Int64.min

    /// Apple's transactionId.
    var id: String { String(self.number) }
    /// Apple's originalTransactionId.
    var originalId: String { String(self.originalNumber) }
    /// Whether it repeats another for a restore.
    var isRestored: Bool { self.source != nil && self.ownership == .purchased }
}

/// How a transaction was taken back.
struct Revocation: Sendable {
    /// When, in milliseconds since 1970: the decision, not the notice.
    let at: Int64
    /// Why.
    let reason: TransactionRevocationReason
    /// The share given back, in thousandths of a percent, or `nil` for all of it.
    let percentage: Int?
    /// Whether it was not refunded, but is no longer shared.
    let endsSharing: Bool
}
