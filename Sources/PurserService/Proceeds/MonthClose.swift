package import Ledger

/// The close of a month: what was sold, refunded and received, how that agrees with Apple, and what is still open.
package struct MonthClose: Sendable {
    /// That a person accepted a day as it is.
    package struct AcceptedDay: Hashable, Sendable {
        /// The day.
        package let day: PacificDay
        /// Who accepted it, when, and why.
        package let acceptance: DayState.Acceptance
    }

    /// How the finance reports agree with the sales reports.
    package struct Finance: Hashable, Sendable {
        /// What was compared.
        package enum Basis: Hashable, Sendable {
            /// Sales of the month, by the dates of sale and settlement that detailed finance reports state.
            case detail
            /// Apple's fiscal month, whose days may be others than the month's.
            case fiscalMonth(FiscalMonth)
        }

        /// The sums of one currency of proceeds.
        package struct Line: Hashable, Sendable {
            /// The currency.
            package let currency: String
            /// The proceeds after refunds by the sales reports.
            package let salesMilliunits: Int64
            /// What Apple settled by the finance reports.
            package let settledMilliunits: Int64

            /// What is not settled: in transit, failed, or settled with another month.
            package var inTransitMilliunits: Int64 { self.salesMilliunits &- self.settledMilliunits }
        }

        /// What was compared.
        package let basis: Basis
        /// The days whose sales were compared.
        package let days: ClosedRange<PacificDay>
        /// How many of these days no sales report covers.
        package let daysWithoutReport: Int
        /// The sums by currency, in order.
        package let lines: [Line]
    }

    /// What keeps the month from being closed.
    package enum OpenPoint: Hashable, Sendable {
        /// The month is not over.
        case monthIsRunning
        /// So many days that are over have no report; their proceeds are an estimate.
        case daysWithoutReport(Int)
        /// So many days were not compared with their reports.
        case daysNotCompared(Int)
        /// So many days have differences that nothing explains.
        case daysUnexplained(Int)
        /// No finance report of the month is kept.
        case financeReportMissing
        /// So many sales of the estimate are left out of it.
        case salesLeftOut(Int)
        /// Storefronts of the estimate whose tax is unknown.
        case taxesUnknown([String])
        /// Storefronts of the estimate whose commission no source settles.
        case commissionsUnsettled([String])
        /// What offers cost is unknown for so many units, in thousandths.
        case offerCostUnknown(Int64)

        /// The names of open points in JSON, in the order in which they are stated.
        package enum Name: String, CaseIterable, Sendable {
            /// Each is the name of the point that is called so.
            case monthIsRunning, daysWithoutReport, daysNotCompared, daysUnexplained, financeReportMissing
            /// Those of the numbers that the close leaves out.
            case salesLeftOut, taxesUnknown, commissionsUnsettled, offerCostUnknown
        }

        /// Its name in JSON.
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
            case .offerCostUnknown: .offerCostUnknown
            }
        }
    }

    /// The app.
    package let app: AppName
    /// When it was made.
    package let madeAt: Instant
    /// The proceeds, by reports and by an estimate.
    package let proceeds: ProceedsReport
    /// How finance reports agree; `nil` where none is kept.
    package let finance: Finance?
    /// How far the days have come that were compared.
    package let states: [DayState]
    /// What customers paid for service after the month, in milliunits by currency, as far as reports are kept; `nil`
    /// where the request did not ask for it.
    package let deferred: [String: Int64]?
    /// What keeps the month from being closed, in a fixed order.
    package let openPoints: [OpenPoint]

    /// A close of these parts.
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

    /// The days that people accepted, and whose acceptance holds.
    package var accepted: [AcceptedDay] {
        self.states.compactMap { state in
            guard state.phase == .accepted, let acceptance = state.acceptance else { return nil }
            return AcceptedDay(day: state.day, acceptance: acceptance)
        }
    }

    /// The days with differences that nothing explains and no acceptance covers.
    package var unexplained: [PacificDay] {
        self.states.filter { $0.phase == .open && $0.outcome == .unexplained }.map(\.day)
    }

    /// The days that were not compared, of those that reports cover.
    package var notCompared: [PacificDay] { Self.notCompared(self.proceeds, self.states) }

    /// How many days have come so far.
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
        let missing = proceeds.daysWithoutReport.count
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
        let unknown = proceeds.reported.places.values.reduce(0) { $0 &+ $1.offers.unknownThousandths }
        if unknown > 0 { points.append(.offerCostUnknown(unknown)) }
        return points
    }
}
