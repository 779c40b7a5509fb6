package import Ledger

/// The proceeds of a range of days: from reports, and as an estimate of the days without a report.
package struct ProceedsReport: Sendable {
    /// An estimate, with its rules.
    package struct Estimate: Sendable {
        /// The sums, without the cost of offers.
        package internal(set) var statement = ProceedsStatement()
        /// The estimated days, ascending.
        package internal(set) var days: [PacificDay] = []
        /// The number of units, in thousandths, to which each rule was applied in each storefront.
        package internal(set) var rules: [Rule: Int64] = [:]
        /// The number of sales that are left out, because their price or refunded amount is unknown.
        package internal(set) var leftOutCount = 0
    }

    /// A rule in a storefront.
    package struct Rule: Hashable, Sendable {
        /// The storefront, two letters.
        package let country: String
        /// The rates.
        package let rule: ProceedsEstimate.Rule
    }

    /// The requested days.
    package let period: ProceedsPeriod
    /// The proceeds that reports state.
    package internal(set) var reported = ProceedsStatement()
    /// The days that reports cover, or on which there were no sales according to Apple, ascending.
    package internal(set) var reportedDays: [PacificDay] = []
    /// The numbers of the reports.
    package internal(set) var reports: [Int64] = []
    /// The estimate of the past days without a report.
    package internal(set) var estimate = Estimate()
    /// The past days without a report that are not estimated either, ascending: they are left out of all sums.
    package internal(set) var unestimatedDays: [PacificDay] = []
    /// The proceeds after refunds of each day with sales or refunds, by the currency that Apple pays in.
    ///
    /// A report of several days counts on its last day.
    package private(set) var days: [PacificDay: [String: Int64]] = [:]

    /// Adds a row to its day.
    mutating func addDay(of row: ProceedsRow) {
        self.days[row.day, default: [:]][row.unitProceeds.currency, default: 0] &+= row.proceeds
    }

    /// Leaves out the days without a report before the app's first day with a sale or a report; all of them for `nil`.
    mutating func leaveOut(before first: PacificDay?) {
        self.estimate.days.removeAll { day in first.map { day < $0 } ?? true }
        self.unestimatedDays.removeAll { day in first.map { day < $0 } ?? true }
    }

    /// The past days of the period without a report.
    package var daysWithoutReport: [PacificDay] { self.estimate.days + self.unestimatedDays }
}

extension ProceedsStatement {
    /// Returns the proceeds after refunds, converted into one currency.
    ///
    /// - Parameters:
    ///   - currency: The currency.
    ///   - rates: The value of one unit of each other currency; the first of two rates for one currency counts.
    /// - Returns: The sum in milliunits, each currency rounded half away from zero.
    /// - Throws: `ProceedsError.rateMissing` for the first currency without a rate.
    package func converted(into currency: String, by rates: [ConversionRate]) throws(ProceedsError) -> Int64 {
        var sum: Int64 = 0
        for (own, amount) in self.netProceeds.sorted(by: { $0.key < $1.key }) {
            guard own != currency else {
                sum &+= amount
                continue
            }
            guard let rate = rates.first(where: { $0.currency == own }) else { throw .rateMissing(own) }
            sum &+= rate.convert(amount)
        }
        return sum
    }
}
