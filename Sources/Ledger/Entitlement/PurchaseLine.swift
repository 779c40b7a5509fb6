/// One purchase of a customer as a person reads it in a timeline: what was bought, what it gave, what became of it.
package struct PurchaseLine: Hashable, Sendable {
    /// What became of a purchase.
    package enum State: String, Hashable, Sendable, CaseIterable {
        /// Paid: a consumable, or something owned for good.
        case paid
        /// A period that has not begun.
        case queued
        /// A period that runs.
        case running
        /// A period that is over.
        case ended
        /// Money went back, all of it or a part.
        case refunded
        /// Access was withdrawn from somebody who had not paid himself.
        case withdrawn
        /// A refund was reported that Apple has not signed, and it does not count as one.
        case refundReported
    }

    /// What was bought once.
    package let key: PurchaseKey
    /// The transactions that stand for it, restore twins included.
    package let transactionIDs: [TransactionID]
    /// What was bought.
    package let productID: ProductID
    /// What kind of product it is.
    package let kind: TransactionSnapshot.Kind
    /// How many.
    package let quantity: Int
    /// When it was bought; for a renewal, when its period begins.
    package let purchasedAt: Instant
    /// When its period begins: for a queued one later than it was bought.
    package let beginsAt: Instant
    /// When its period ends; `nil` for what has no period.
    package let endsAt: Instant?
    /// What became of it.
    package let state: State
    /// The refund or withdrawal.
    package let revocation: Revocation?
    /// The refund that is reported and not signed.
    package let reportedRefund: ReportedRefund?
    /// How much of the price went back, in thousandths of a percent; `nil` without a refund, or when Apple did not say
    /// how much of a prorated one.
    package let refundedPercentageMilliunits: Int?
    /// What was paid, by Apple's configured price.
    package let price: Money?
    /// The offer it was bought under.
    package let offer: Offer?
    /// The coins it brings by the catalogue, quantity included, before any refund.
    package let coins: [String: Int]
    /// How the Apple Account came to it.
    package let ownership: TransactionSnapshot.Ownership
    /// Why it is this customer's.
    package let claim: Claim
    /// The environment it was bought in.
    package let environment: StoreEnvironment
}
