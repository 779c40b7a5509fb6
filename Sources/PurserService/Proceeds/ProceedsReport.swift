package import Ledger

/// What is known about the proceeds of days: what reports state, and an estimate of the days that have none.
package struct ProceedsReport: Sendable {
    /// An estimate, with the rules that it was computed by.
    package struct Estimate: Sendable {
        /// The sums; what offers cost is left out of them.
        package internal(set) var statement = ProceedsStatement()
        /// The days that it is about, ascending.
        package internal(set) var days: [PacificDay] = []
        /// How many units in thousandths each rule was applied to, in each storefront.
        package internal(set) var rules: [Rule: Int64] = [:]
        /// How many sales are left out, because their price or what was paid back of it is unknown.
        package internal(set) var leftOutCount = 0
    }

    /// A rule in a storefront.
    package struct Rule: Hashable, Sendable {
        /// The storefront, two letters.
        package let country: String
        /// The rates.
        package let rule: ProceedsEstimate.Rule
    }

    /// The days that are asked about.
    package let period: ProceedsPeriod
    /// What reports state.
    package internal(set) var reported = ProceedsStatement()
    /// The days that reports cover, or of which Apple says that there were no sales, ascending.
    package internal(set) var reportedDays: [PacificDay] = []
    /// The numbers of the reports.
    package internal(set) var reports: [Int64] = []
    /// The estimate of the days without a report that are over.
    package internal(set) var estimate = Estimate()

    /// The days of the period that are over and have no report.
    package var daysWithoutReport: [PacificDay] { self.estimate.days }
}

extension ProceedsStatement {
    /// The proceeds after refunds in one currency.
    ///
    /// - Parameters:
    ///   - currency: The currency.
    ///   - rates: What one unit of each other currency is in it; of two for one currency the first counts.
    /// - Returns: The sum in milliunits, each currency rounded half away from zero.
    /// - Throws: `ProceedsError.rateMissing` for the first currency that no rate is given for.
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
