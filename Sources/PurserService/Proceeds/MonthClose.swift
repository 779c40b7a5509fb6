package import Ledger

/// The close of a month: sales, refunds and proceeds, their agreement with Apple's reports, and the open points.
package struct MonthClose: Sendable {
    /// A day that a person accepted as it is.
    package struct AcceptedDay: Hashable, Sendable {
        /// The day.
        package let day: PacificDay
        /// The person, the instant and the reason of the acceptance.
        package let acceptance: DayState.Acceptance
    }

    /// The comparison of finance reports with sales reports.
    package struct Finance: Hashable, Sendable {
        /// The sales that were compared.
        package enum Basis: Hashable, Sendable {
            /// The sales of the month, by the dates of sale and settlement in detailed finance reports.
            case detail
            /// Apple's fiscal month, whose days may differ from those of the month.
            case fiscalMonth(FiscalMonth)
        }

        /// The sums of one currency of proceeds.
        package struct Line: Hashable, Sendable {
            /// The currency.
            package let currency: String
            /// The proceeds after refunds in the sales reports.
            package let salesMilliunits: Int64
            /// The amount that Apple settled by the finance reports.
            package let settledMilliunits: Int64

            /// The amount that is not settled: in transit, failed, or settled with another month.
            package var inTransitMilliunits: Int64 { self.salesMilliunits &- self.settledMilliunits }
        }

        /// The sales that were compared.
        package let basis: Basis
        /// The days whose sales were compared.
        package let days: ClosedRange<PacificDay>
        /// The number of these days without a sales report.
        package let daysWithoutReport: Int
        /// The sums by currency, sorted.
        package let lines: [Line]
    }

    /// A reason why the month cannot be closed yet.
    package enum OpenPoint: Hashable, Sendable {
        /// The month is not over.
        case monthIsRunning
        /// The number of days whose report is due and missing, from the first day with a sale or a report on.
        case daysWithoutReport(Int)
        /// The number of days that were not compared with their reports.
        case daysNotCompared(Int)
        /// The number of days with unexplained differences.
        case daysUnexplained(Int)
        /// No finance report of the month is stored.
        case financeReportMissing
        /// The number of sales that the estimate leaves out.
        case salesLeftOut(Int)
        /// The storefronts of the estimate whose tax is unknown.
        case taxesUnknown([String])
        /// The storefronts of the estimate for whose commission no source exists.
        case commissionsUnsettled([String])
        /// The storefronts of the estimate whose commission Apple has not confirmed.
        case commissionsUnconfirmed([String])
        /// The number of units with an unknown cost of offers, in thousandths.
        case offerCostUnknown(Int64)

        /// The names of open points in JSON, in the order in which the close lists them.
        package enum Name: String, CaseIterable, Sendable {
            /// The points that have the same names.
            case monthIsRunning, daysWithoutReport, daysNotCompared, daysUnexplained, financeReportMissing
            /// The points about amounts that the close leaves out.
            case salesLeftOut, taxesUnknown, commissionsUnsettled, commissionsUnconfirmed, offerCostUnknown
        }

        /// The name in JSON.
        package var name: Name {
            switch self {
            case .monthIsRunning: .monthIsRunning
            case .daysWithoutReport: .daysWithoutReport
            case .daysNotCompared: .daysNotCompared
            case .daysUnexplained: .daysUnexplained
            case .financeReportMissing: .financeReportMissing
            case .salesLeftOut: .salesLeftOut
            case .taxesUnknown: .taxesUnknown
            case .commissionsUnsettled: .commissionsUnsettled
            case .commissionsUnconfirmed: .commissionsUnconfirmed
            case .offerCostUnknown: .offerCostUnknown
            }
        }
    }

    /// The app.
    package let app: AppName
    /// The instant at which the close was made.
    package let madeAt: Instant
    /// The proceeds by reports and by an estimate.
    package let proceeds: ProceedsReport
    /// The comparison of finance reports; `nil` where none is stored.
    package let finance: Finance?
    /// The states of the compared days.
    package let states: [DayState]
    /// The amounts that customers paid for service after the month, in milliunits by currency, from the stored reports;
    /// `nil` where the request did not ask for them.
    package let deferred: [String: Int64]?
    /// The reasons why the month cannot be closed yet, in a fixed order.
    package let openPoints: [OpenPoint]

    /// Creates a close.
    package init(
        app: AppName,
        madeAt: Instant,
        proceeds: ProceedsReport,
        finance: Finance?,
        states: [DayState],
        deferred: [String: Int64]?
    ) {
        self.app = app
        self.madeAt = madeAt
        self.proceeds = proceeds
        self.finance = finance
        self.states = states
        self.deferred = deferred
        self.openPoints = Self.openPoints(madeAt, proceeds, finance, states)
    }

    /// The fiscal month of the same name, whose finance report settles most sales of the month.
    package var fiscalMonth: FiscalMonth { Self.fiscalMonth(of: self.proceeds.period) }

    /// The day around which Apple makes the finance report of the fiscal month.
    package var financeReportDay: PacificDay { ReportSchedule.financeReportDay(of: self.fiscalMonth) }

    /// Returns the fiscal month of the same name as a month.
    static func fiscalMonth(of month: ProceedsPeriod) -> FiscalMonth {
        // The fifteenth of a month is always in the fiscal month of the same name.
        FiscalMonth(of: month.days.lowerBound + 14)
    }

    /// The days with a valid acceptance.
    package var accepted: [AcceptedDay] {
        self.states.compactMap { state in
            guard state.phase == .accepted, let acceptance = state.acceptance else { return nil }
            return AcceptedDay(day: state.day, acceptance: acceptance)
        }
    }

    /// The days with unexplained differences and without an acceptance.
    package var unexplained: [PacificDay] {
        self.states.filter { $0.phase == .open && $0.outcome == .unexplained }.map(\.day)
    }

    /// The days with a report that were not compared.
    package var notCompared: [PacificDay] { Self.notCompared(self.proceeds, self.states) }

    /// Returns the number of days in a phase.
    package func count(_ phase: DayState.Phase) -> Int { self.states.count { $0.phase == phase } }

    private static func notCompared(_ proceeds: ProceedsReport, _ states: [DayState]) -> [PacificDay] {
        let compared = Set(states.filter { $0.outcome != nil }.map(\.day))
        return proceeds.reportedDays.filter { !compared.contains($0) }
    }

    private static func openPoints(
        _ madeAt: Instant,
        _ proceeds: ProceedsReport,
        _ finance: Finance?,
        _ states: [DayState]
    ) -> [OpenPoint] {
        var points: [OpenPoint] = []
        if PacificDay(of: madeAt) <= proceeds.period.days.upperBound { points.append(.monthIsRunning) }
        let missing = proceeds.daysWithoutReport.count { ReportSchedule.dueInstant(of: $0) <= madeAt }
        if missing > 0 { points.append(.daysWithoutReport(missing)) }
        let notCompared = Self.notCompared(proceeds, states).count
        if notCompared > 0 { points.append(.daysNotCompared(notCompared)) }
        let unexplained = states.count { $0.phase == .open && $0.outcome == .unexplained }
        if unexplained > 0 { points.append(.daysUnexplained(unexplained)) }
        if finance == nil { points.append(.financeReportMissing) }
        let estimate = proceeds.estimate
        if estimate.leftOutCount > 0 { points.append(.salesLeftOut(estimate.leftOutCount)) }
        let untaxed = Set(estimate.rules.keys.filter { $0.rule.tax == nil }.map(\.country)).sorted()
        if !untaxed.isEmpty { points.append(.taxesUnknown(untaxed)) }
        let unsettled = Set(estimate.rules.keys.filter { !$0.rule.isSettled }.map(\.country)).sorted()
        if !unsettled.isEmpty { points.append(.commissionsUnsettled(unsettled)) }
        let unconfirmed = Set(
            estimate.rules.keys.filter { $0.rule.commissionStatus == .unconfirmed }.map(\.country)
        ).sorted()
        if !unconfirmed.isEmpty { points.append(.commissionsUnconfirmed(unconfirmed)) }
        let unknown = proceeds.reported.places.values.reduce(0) { $0 &+ $1.offers.unknownThousandths }
        if unknown > 0 { points.append(.offerCostUnknown(unknown)) }
        return points
    }
}
