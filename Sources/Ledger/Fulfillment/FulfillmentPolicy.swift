/// What an app has decided about fulfilling what was paid for.
package struct FulfillmentPolicy: Hashable, Sendable {
    /// Who fulfills coins.
    package enum Coins: String, Hashable, Sendable, CaseIterable {
        /// This server keeps them in wallets, and books them in the unit of work that makes the fulfillment due.
        case wallets
        /// The app's fulfiller, like all other goods.
        case fulfiller
    }

    /// Since when purchases are fulfilled by this server; an earlier purchase counts as fulfilled elsewhere.
    ///
    /// It has no default: whoever moves in would otherwise fulfill his past a second time.
    package let from: Instant
    /// Whether Apple is told that a consumable is finished once it is fulfilled.
    package let finishes: Bool
    /// Who fulfills coins.
    package let coins: Coins
    /// How long the fulfiller may take to say how a purchase was used when a refund is asked for; `nil` where he is not
    /// asked.
    package let asksWithin: Span?

    /// How old what an app submits may be signed before Apple is asked whether it still stands.
    package static let freshness = Span.hours(1)
    /// How long after Apple was asked in vain about what waits for its word it is asked again.
    package static let asksAgain = Span.days(1)

    /// A policy of these values.
    package init(from: Instant, finishes: Bool = false, coins: Coins = .wallets, asksWithin: Span? = nil) {
        self.from = from
        self.finishes = finishes
        self.coins = coins
        self.asksWithin = asksWithin
    }
}
