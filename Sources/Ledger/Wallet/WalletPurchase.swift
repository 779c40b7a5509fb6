/// What a wallet remembers of a purchase besides its lots.
package struct WalletPurchase: Hashable, Sendable {
    /// That what is left of a purchase is held while Apple decides about a refund.
    package struct Hold: Hashable, Sendable {
        /// The longest that anything is held.
        package static let longest = Span.days(7)

        /// Since when.
        package let from: Instant
        /// Until when, unless it is thawed before.
        package let until: Instant
        /// What had been consumed when it began.
        package let share: ConsumedShare

        /// A hold of these values.
        package init(from: Instant, until: Instant, share: ConsumedShare) {
            self.from = from
            self.until = until
            self.share = share
        }
    }

    /// The purchase.
    package let key: PurchaseKey
    /// What Apple has said of its refunds.
    package var recall = Recall()
    /// That it is held.
    package var hold: Hold?

    /// A purchase of which nothing is known but that it brought coins.
    package init(key: PurchaseKey) {
        self.key = key
    }
}
