/// A kind of reason to look twice at a customer.
///
/// Each is something that can be shown by purchases or by names; none is a judgement. What follows from it is for the shop
/// to say, in its guards and refund policies.
package enum RiskKind: String, Hashable, Sendable, CaseIterable {
    /// Several of his purchases were refunded.
    case repeatedRefunds = "repeated_refunds"
    /// A purchase was refunded after what it brought had been used.
    case refundAfterUse = "refund_after_use"
    /// An Apple account that he buys with serves several customers.
    case sharedAccount = "shared_account"
    /// Others who buy with the same Apple accounts had refunds too.
    case refunderRing = "refunder_ring"
    /// He bought faster than a person does.
    case fastPurchases = "fast_purchases"
    /// One Apple account paid in several storefronts or currencies within a short time.
    case storefrontJump = "storefront_jump"
    /// He paid less for a coin than the catalogue's least.
    case cheapCoins = "cheap_coins"
    /// He, or somebody who buys with the same Apple account, owes coins.
    case coinDebt = "coin_debt"
}
