/// What happens to delivered goods when Apple refunds their purchase.
package enum RefundConsequence: String, Hashable, Sendable, CaseIterable {
    /// They are taken back as far as they are still there; the rest is forgiven.
    case takeBack = "take-back"
    /// They are taken back, and what is missing becomes a debt of coins.
    case debt
    /// What is left of them is held until somebody decides.
    case freeze
    /// The customer is blocked.
    case block
    /// The shop is told, and decides.
    case notify
    /// Nothing.
    case nothing
}
