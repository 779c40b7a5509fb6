/// Where what Apple settled is not what was sold, with the cause.
package struct SettlementDifference: Hashable, Sendable {
    /// Why it differs.
    package enum Cause: String, Hashable, Sendable, CaseIterable {
        /// Apple settled what the ledger does not have: its notification was lost.
        case missingInLedger
        /// The reports of two later months have not settled it: the charge failed, or Apple removed the sale.
        case neverSettled
        /// Apple pays another share for one than the sales reports stated.
        case changedShare
        /// Apple pays in another currency than the sales reports stated.
        case otherCurrency
        /// The share differs from the sales reports' by rounding.
        case rounding
        /// It was sold before the first month that is compared.
        case soldBefore
        /// The ledger has the sale without a storefront.
        case missingStorefront
        /// Apple gave back a fraction of a purchase that was upgraded or refunded for an unknown share.
        case upgradeCredit

        /// Whether it is explained, so that a person has nothing to do.
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
    /// How many units it is about, in thousandths.
    package let unitsThousandths: Int64
    /// The share that Apple settled for these units, in milliunits; for a changed share or rounding, how much more than
    /// stated.
    package let shareMilliunits: Int64

    /// A difference of these values.
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
