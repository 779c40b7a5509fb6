/// A difference between Apple's settlement and the sales, with the cause.
package struct SettlementDifference: Hashable, Sendable {
    /// The cause of the difference.
    package enum Cause: String, Hashable, Sendable, CaseIterable {
        /// Apple settled a sale that the ledger does not have: its notification was lost.
        case missingInLedger
        /// The reports of two later months have not settled it: the charge failed, or Apple removed the sale.
        case neverSettled
        /// The unit share differs from the one in the sales reports.
        case changedShare
        /// The currency of the share differs from the one in the sales reports.
        case otherCurrency
        /// The share differs from the one in the sales reports by rounding.
        case rounding
        /// The sale was before the first compared month.
        case soldBefore
        /// The ledger has the sale without a storefront.
        case missingStorefront
        /// Apple returned a fraction of a purchase that was upgraded or refunded for an unknown share.
        case upgradeCredit

        /// Whether it is explained, so that no action of an operator is required.
        package var isExplained: Bool {
            switch self {
            case .missingInLedger, .neverSettled, .changedShare, .otherCurrency: false
            case .rounding, .soldBefore, .missingStorefront, .upgradeCredit: true
            }
        }
    }

    /// The cause.
    package let cause: Cause
    /// The month of the sale or of the refund, where it is known.
    package let soldIn: FiscalMonth?
    /// The currency of the share; `nil` where Apple settled nothing.
    package let currency: String?
    /// The units of the difference, in thousandths.
    package let unitsThousandths: Int64
    /// The share that Apple settled for these units, in milliunits; for a changed share or rounding, the excess over
    /// the stated one.
    package let shareMilliunits: Int64

    /// Creates a difference of these values.
    package init(
        cause: Cause,
        soldIn: FiscalMonth?,
        currency: String?,
        unitsThousandths: Int64,
        shareMilliunits: Int64
    ) {
        self.cause = cause
        self.soldIn = soldIn
        self.currency = currency
        self.unitsThousandths = unitsThousandths
        self.shareMilliunits = shareMilliunits
    }

    /// Orders differences by cause, month and currency.
    static func precedes(_ left: Self, _ right: Self) -> Bool {
        if left.cause != right.cause { return left.cause.rawValue < right.cause.rawValue }
        if left.soldIn != right.soldIn {
            guard let one = left.soldIn, let other = right.soldIn else { return left.soldIn == nil }
            return one < other
        }
        if left.currency != right.currency { return (left.currency ?? "") < (right.currency ?? "") }
        return (left.unitsThousandths, left.shareMilliunits) < (right.unitsThousandths, right.shareMilliunits)
    }
}
