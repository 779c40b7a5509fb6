/// Why a transaction or a row of a report is no part of the comparison of money.
package enum SaleExclusion: String, Hashable, Sendable, CaseIterable {
    /// A family member paid for it.
    case family
    /// An organization or a group gave it as a seat; the seat's purchaser paid.
    case assigned
    /// It was bought in a test environment.
    case sandbox
    /// It is a free trial.
    case trial
    /// It was free by an offer or a promotion.
    case promotional
    /// It was free without an offer.
    case free
    /// The ledger does not know what was paid; reconciliation may still use it to explain what a report states.
    case unpriced
    /// A purchase was restored, which a report states without money.
    case restored
    /// The row is about an app or a download of one.
    case notInApp
    /// The row states no units.
    case empty
    /// The units, the price or the proceeds are beyond what any store sells; the sums leave it out.
    case outOfBounds
}
