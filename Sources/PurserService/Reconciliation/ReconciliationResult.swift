package import Ledger

/// The result of a comparison of days, with the state of each day after it.
package struct ReconciliationResult: Sendable {
    /// The reason why a day cannot be compared.
    package enum Gap: Hashable, Sendable {
        /// The day is not over, or Apple has not created its report.
        case notYet
        /// No report was imported or fetched.
        case notImported
        /// Apple no longer provides the report.
        case gone
        /// The report of this number cannot be read, with the reason.
        case unreadable(Int64, SalesReportMismatch)

        /// The name in answers.
        package var name: String {
            switch self {
            case .notYet: "notYet"
            case .notImported: "notImported"
            case .gone: "gone"
            case .unreadable: "unreadable"
            }
        }
    }

    /// A report of a week, a month or a year.
    package struct Longer: Sendable {
        /// The report.
        package let report: ReportRecord
        /// The comparison, on the period's first day; `nil` where shorter reports cover some of its days.
        package let found: ReconciledDay?
    }

    /// Whether Apple's notification history was read for a day.
    package enum Healing: String, Hashable, Sendable, CaseIterable {
        /// The history was read now.
        case asked
        /// The history was read before for the same differences.
        case already
        /// There are no such differences, the app has no key, or Apple's history does not go back so far.
        case none
    }

    /// The requested days.
    package let span: ClosedRange<PacificDay>
    /// The results of the days with a report, ascending.
    package let days: [ReconciledDay]
    /// The states of the compared or accepted days.
    package let states: [PacificDay: DayState]
    /// The days that could not be compared.
    package let gaps: [PacificDay: Gap]
    /// The reports of longer periods that begin within the days.
    package let longer: [Longer]
    /// Whether the rows of all apps were compared, because the app's SKU is not configured.
    package let isOfAllApps: Bool
    /// Whether Apple's history was read, by day; empty where the comparison did not include it.
    package var healing: [PacificDay: Healing] = [:]

    /// Returns the result of a day; `nil` where it was not compared.
    package func day(_ day: PacificDay) -> ReconciledDay? { self.days.first { $0.day == day } }

    /// Returns the state of a day.
    package func state(_ day: PacificDay) -> DayState { self.states[day] ?? DayState(day: day) }

    /// All differences by day, with the day that lists each; a difference that concerns two days occurs once.
    package var differences: [(day: PacificDay, difference: SaleDifference)] {
        var listed: Set<SaleDifference> = []
        return self.days.flatMap { day in
            day.differences.filter { listed.insert($0).inserted }.map { (day.day, $0) }
        }
    }

    /// The number of unexplained differences on days without an acceptance, including those of longer reports.
    package var unexplainedCount: Int {
        let daily = self.differences.count { day, difference in
            difference.outcome == .unexplained && self.state(day).phase != .accepted
        }
        return self.longer.reduce(daily) { count, longer in
            count + (longer.found?.differences.count { $0.outcome == .unexplained } ?? 0)
        }
    }

    /// The states without the results.
    package var overview: ReconciliationOverview {
        ReconciliationOverview(span: self.span, states: self.states, gaps: self.gaps)
    }
}

/// The states of days, without the results of their comparisons.
package struct ReconciliationOverview: Sendable {
    /// The days.
    package let span: ClosedRange<PacificDay>
    /// The states of the compared or accepted days.
    package let states: [PacificDay: DayState]
    /// The days that cannot be compared, with the reasons.
    package let gaps: [PacificDay: ReconciliationResult.Gap]

    /// Creates an overview of these days.
    package init(
        span: ClosedRange<PacificDay>,
        states: [PacificDay: DayState],
        gaps: [PacificDay: ReconciliationResult.Gap]
    ) {
        self.span = span
        self.states = states
        self.gaps = gaps
    }

    /// Returns the state of a day; open where none is stored.
    package func state(_ day: PacificDay) -> DayState { self.states[day] ?? DayState(day: day) }

    /// The number of days that were compared and are open.
    package var openCount: Int { self.states.values.count { $0.phase == .open } }

    /// All days, ascending.
    package var days: [PacificDay] {
        (self.span.lowerBound.number...self.span.upperBound.number).map(PacificDay.init(number:))
    }

    /// The number of days in each phase; a day without a report is open.
    package var counts: [DayState.Phase: Int] {
        self.days.reduce(into: [:]) { counts, day in counts[self.state(day).phase, default: 0] += 1 }
    }
}
