/// Where the ledger and Apple's report do not state the same, with what is known about why.
package struct SaleDifference: Hashable, Sendable {
    /// The step of the matching rules that made both sides agree; each step compares less than the one before it.
    package enum Explanation: String, Hashable, Sendable, CaseIterable {
        /// Purchases of several seats agree by their total price.
        case seats
        /// Apple gave back a part of an upgraded purchase.
        case upgradeCredit
        /// The ledger does not know the storefront; all else agrees.
        case withoutStorefront
        /// Without the unit price: the ledger does not know it, or both prices differ by less than 0.01, to which a
        /// report rounds the price of one.
        case withoutPrice
        /// Without new or renewal.
        case withoutRenewal
        /// On the day before or after. A renewal may also be on a day before or after that has no report, because the
        /// App Store charges renewals up to 24 hours before their period begins.
        case adjacentDay
        /// A refund within seven days. A sale that is further than a day apart is never explained: a charge that
        /// failed and another purchase that the ledger lacks look alike.
        case week
        /// Apple removed a refunded sale from its report instead of stating a refund: both are of one transaction.
        case removedSale
        /// Apple states neither a refund nor that it reversed the refund: both are of one transaction.
        case reversedRefund
    }

    /// Why both sides differ.
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
        /// One side calls new what the other calls a renewal.
        case newOrRenewal
        /// Both sides put the same sale on adjacent days.
        case shiftedDay
        /// Both sides have a sale several days apart.
        case lateSale
        /// Both sides put the same refund on different days.
        case refundOnAnotherDay
        /// The report is about a product that neither the ledger nor the catalog knows.
        case unknownProduct
        /// The proceeds of one differ from those of other days or from the price points.
        case changedProceeds
        /// Apple gave back a part, for an upgrade or as a refund whose share it does not state.
        case upgradeCredit
        /// Apple refunded a part.
        case partialRefund
        /// A purchase of several seats; how a report states it is not known yet.
        case seats
        /// Apple removed a refunded sale from its report.
        case removedSale
        /// Apple paid a refund back and took the money again.
        case reversedRefund
    }

    /// Whether a step of the matching rules explains it.
    package enum Outcome: Hashable, Sendable {
        /// Both sides agree on this step of the matching rules.
        case explained(Explanation)
        /// No step makes both sides agree.
        case unexplained
    }

    /// What to do about it.
    package enum Step: Hashable, Sendable {
        /// Nothing: it is explained.
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
        /// Look at the transactions: the ledger counts one of them twice.
        case checkTransactions
        /// Compare the seats with the rows of the report.
        case checkSeats
    }

    /// The group of the ledger; `nil` where it has nothing of the kind.
    package let ours: SaleGroup?
    /// The group of the report; `nil` where it has nothing of the kind.
    package let theirs: SaleGroup?
    /// How many units the difference is about, in thousandths; never negative, and zero where only amounts differ.
    package let unitsThousandths: Int64
    /// All that the ledger has of the group.
    package let ourSum: SaleSum
    /// All that the report has of the group.
    package let theirSum: SaleSum
    /// Whether a step of the matching rules explains it.
    package let outcome: Outcome
    /// The cause, or all that it may be where sums cannot tell; never empty, the likeliest first.
    package let causes: [Cause]
    /// What to do.
    package let step: Step

    /// Whether sums cannot tell which of several causes it is.
    package var isAmbiguous: Bool { self.causes.count > 1 }

    /// Transactions of the ledger behind it, the least ids first; `furtherTransactionCount` counts the rest.
    package var transactionIDs: [TransactionID] { self.ourSum.transactionIDs }

    /// How many transactions of the ledger are behind it besides `transactionIDs`.
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
