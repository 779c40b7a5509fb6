/// What becomes of a debt of coins.
package enum DebtRepayment: String, Hashable, Sendable, CaseIterable {
    /// The next coins that come repay it.
    case nextCredit
    /// The next coins that come repay it, and until then none can be spent.
    case blockSpending
    /// It is shown, and that is all.
    case shown

    /// Whether coins that come repay it.
    package var isRepaid: Bool { self != .shown }
}
