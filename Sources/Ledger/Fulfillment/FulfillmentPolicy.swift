/// An app's policy for fulfilling purchases.
package struct FulfillmentPolicy: Hashable, Sendable {
    /// The party that fulfills coins.
    package enum Coins: String, Hashable, Sendable, CaseIterable {
        /// This server keeps the coins in wallets, and books them in the transaction that makes the fulfillment due.
        case wallets
        /// The app's fulfiller, as for all other goods.
        case fulfiller
    }

    /// The instant from which on this server fulfills purchases; an earlier purchase counts as fulfilled elsewhere.
    ///
    /// It has no default, because a shop that migrates to this server would otherwise fulfill its past purchases a
    /// second time.
    package let from: Instant
    /// Whether the server finishes a consumable's transaction at Apple once it is fulfilled.
    package let finishes: Bool
    /// The party that fulfills coins.
    package let coins: Coins
    /// How long the fulfiller may take to state how a purchase was used when a refund is requested; `nil` when it is
    /// not asked.
    package let asksWithin: Span?

    /// The maximum age of a submitted purchase's signature before the server asks Apple whether the purchase is still
    /// valid.
    package static let freshness = Span.hours(1)
    /// The time between two unsuccessful questions to Apple about a purchase that waits for confirmation.
    package static let asksAgain = Span.days(1)

    /// Creates a policy with these values.
    package init(from: Instant, finishes: Bool = false, coins: Coins = .wallets, asksWithin: Span? = nil) {
        self.from = from
        self.finishes = finishes
        self.coins = coins
        self.asksWithin = asksWithin
    }
}
