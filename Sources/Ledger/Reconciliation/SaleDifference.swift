/// A difference between the ledger and Apple's report, with what is known about its cause.
package struct SaleDifference: Hashable, Sendable {
    /// The matching rule that made both sides agree; each rule compares less than the one before it.
    package enum Explanation: String, Hashable, Sendable, CaseIterable {
        /// Purchases of several seats agree by their total price.
        case seats
        /// Apple returned a part of an upgraded purchase.
        case upgradeCredit
        /// The ledger does not know the storefront; all other values agree.
        case withoutStorefront
        /// The unit price is not compared: the ledger does not know it, or both prices differ by less than 0.01, to
        /// which a report rounds the unit price.
        case withoutPrice
        /// New or renewal is not compared.
        case withoutRenewal
        /// The sale is on the day before or after.
        ///
        /// A renewal may also be on such a day without a report, because the App Store charges renewals up to 24 hours
        /// before their period begins.
        case adjacentDay
        /// A refund is within seven days.
        ///
        /// A sale that is more than a day apart is never explained: a failed charge and another purchase that the
        /// ledger lacks have the same sums.
        case week
        /// Apple removed a refunded sale from its report instead of stating a refund: both are of one transaction.
        case removedSale
        /// Apple states neither the refund nor its reversal: both are of one transaction.
        case reversedRefund
    }

    /// The cause of a difference.
    package enum Cause: String, Hashable, Sendable, CaseIterable {
        /// The ledger lacks a sale or a refund: its notification was lost.
        case missingInLedger
        /// The report lacks a sale or a refund, or a charge failed after it was initiated.
        case missingInReport
        /// The ledger has a sale or a refund twice.
        case doubledInLedger
        /// The report has a row twice.
        case doubledInReport
        /// Both sides state different prices.
        case wrongPrice
        /// Both sides state different currencies.
        case wrongCurrency
        /// The ledger does not know the price.
        case priceUnknown
        /// The ledger does not know the storefront.
        case missingStorefront
        /// One side has a new purchase where the other has a renewal.
        case newOrRenewal
        /// Both sides assign the same sale to adjacent days.
        case shiftedDay
        /// Both sides have a sale several days apart.
        case lateSale
        /// Both sides assign the same refund to different days.
        case refundOnAnotherDay
        /// The report names a product that is neither in the ledger nor in the catalog.
        case unknownProduct
        /// The proceeds of one unit differ from those of other days or from the price points.
        case changedProceeds
        /// Apple returned a part, for an upgrade or as a refund whose share it does not state.
        case upgradeCredit
        /// Apple refunded a part.
        case partialRefund
        /// A purchase of several seats; how a report states it is not known yet.
        case seats
        /// Apple removed a refunded sale from its report.
        case removedSale
        /// Apple refunded and then reversed the refund.
        case reversedRefund
    }

    /// Whether a matching rule explains the difference.
    package enum Outcome: Hashable, Sendable {
        /// Both sides agree under this matching rule.
        case explained(Explanation)
        /// Both sides agree under no rule.
        case unexplained
    }

    /// The recommended next step.
    package enum Step: Hashable, Sendable {
        /// No step: the difference is explained.
        case none
        /// Fetch Apple's notification history of the day: the ledger lacks something.
        case fetchHistory(PacificDay)
        /// Fetch the report of the day again: Apple corrects reports for some days.
        case fetchReport(PacificDay)
        /// Add the product to the catalog, or correct its id there, and fetch the history of the day.
        case addProduct(ProductID)
        /// Compare the prices of the transactions with the store's.
        case checkPrice
        /// Compare the proceeds with the price points, the commission and the tax rate.
        case checkProceeds
        /// Check the transactions: the ledger counts one of them twice.
        case checkTransactions
        /// Compare the seats with the rows of the report.
        case checkSeats
    }

    /// The group of the ledger; `nil` where it has none.
    package let ours: SaleGroup?
    /// The group of the report; `nil` where it has none.
    package let theirs: SaleGroup?
    /// The number of units of the difference, in thousandths; never negative, and zero where only amounts differ.
    package let unitsThousandths: Int64
    /// The ledger's whole sum of the group.
    package let ourSum: SaleSum
    /// The report's whole sum of the group.
    package let theirSum: SaleSum
    /// Whether a matching rule explains the difference.
    package let outcome: Outcome
    /// The cause, or all possible causes where the sums cannot distinguish them; never empty, the likeliest first.
    package let causes: [Cause]
    /// The recommended next step.
    package let step: Step

    /// Whether the sums cannot distinguish several causes.
    package var isAmbiguous: Bool { self.causes.count > 1 }

    /// The ids of the ledger's transactions in the difference, the lowest first; `furtherTransactionCount` counts the
    /// rest.
    package var transactionIDs: [TransactionID] { self.ourSum.transactionIDs }

    /// The number of the ledger's transactions in the difference besides `transactionIDs`.
    package var furtherTransactionCount: Int { self.ourSum.furtherTransactionCount }

    /// The days that it concerns, ascending.
    package var days: [PacificDay] { Set([self.ours?.day, self.theirs?.day].compactMap(\.self)).sorted() }

    /// Orders differences by the ledger's group, then by the report's, then by cause.
    static func precedes(_ left: Self, _ right: Self) -> Bool {
        guard let leftGroup = left.ours ?? left.theirs, let rightGroup = right.ours ?? right.theirs else {
            return false
        }
        if leftGroup != rightGroup { return leftGroup < rightGroup }
        if let one = left.theirs, let other = right.theirs, one != other { return one < other }
        if (left.theirs == nil) != (right.theirs == nil) { return left.theirs == nil }
        if left.causes != right.causes {
            return left.causes.map(\.rawValue).lexicographicallyPrecedes(right.causes.map(\.rawValue))
        }
        return left.unitsThousandths < right.unitsThousandths
    }
}
