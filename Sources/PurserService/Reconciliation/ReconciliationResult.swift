package import Ledger

/// What a comparison of days found, with the state of each day after it.
package struct ReconciliationResult: Sendable {
    /// Why there is nothing to compare a day with.
    package enum Gap: Hashable, Sendable {
        /// The day is not over, or Apple has not made its report.
        case notYet
        /// No report was imported or fetched.
        case notImported
        /// Apple keeps the report no longer.
        case gone
        /// The report of this number cannot be read, with the reason.
        case unreadable(Int64, SalesReportMismatch)

        /// The name that answers use.
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
        /// What was found, put on the period's first day; `nil` where shorter reports cover some of its days.
        package let found: ReconciledDay?
    }

    /// Whether Apple's notification history was asked about a day.
    package enum Healing: String, Hashable, Sendable, CaseIterable {
        /// It was asked now.
        case asked
        /// It was asked before about the same differences.
        case already
        /// There is nothing to ask about, no key to ask with, or Apple's history does not go back so far.
        case none
    }

    /// The days that were asked for.
    package let span: ClosedRange<PacificDay>
    /// What was found on each day that has a report, ascending.
    package let days: [ReconciledDay]
    /// The states of the days that were compared or accepted.
    package let states: [PacificDay: DayState]
    /// The days that could not be compared.
    package let gaps: [PacificDay: Gap]
    /// The reports of longer periods that begin within the days.
    package let longer: [Longer]
    /// Whether the rows of all apps were compared, because the app's SKU is not configured.
    package let isOfAllApps: Bool
    /// Whether Apple was asked, by day; empty where the comparison did not include it.
    package var healing: [PacificDay: Healing] = [:]

    /// What was found on a day, or `nil` when it was not compared.
    package func day(_ day: PacificDay) -> ReconciledDay? { self.days.first { $0.day == day } }

    /// The state of a day.
    package func state(_ day: PacificDay) -> DayState { self.states[day] ?? DayState(day: day) }

    /// All differences in the order of days, each once although it may concern two days, with the day that lists it.
    package var differences: [(day: PacificDay, difference: SaleDifference)] {
        var listed: Set<SaleDifference> = []
        return self.days.flatMap { day in
            day.differences.filter { listed.insert($0).inserted }.map { (day.day, $0) }
        }
    }

    /// How many differences nothing explains on days without an acceptance, those of longer reports included.
    package var unexplainedCount: Int {
        let daily = self.differences.count { day, difference in
            difference.outcome == .unexplained && self.state(day).phase != .accepted
        }
        return self.longer.reduce(daily) { count, longer in
            count + (longer.found?.differences.count { $0.outcome == .unexplained } ?? 0)
        }
    }

    /// The states alone.
    package var overview: ReconciliationOverview {
        ReconciliationOverview(span: self.span, states: self.states, gaps: self.gaps)
    }
}

/// How far days have come, without what was found on them.
package struct ReconciliationOverview: Sendable {
    /// The days.
    package let span: ClosedRange<PacificDay>
    /// The states of those that were compared or accepted.
    package let states: [PacificDay: DayState]
    /// Those that have nothing to compare them with.
    package let gaps: [PacificDay: ReconciliationResult.Gap]

    /// An overview of these days.
    package init(
        span: ClosedRange<PacificDay>,
        states: [PacificDay: DayState],
        gaps: [PacificDay: ReconciliationResult.Gap]
    ) {
        self.span = span
        self.states = states
        self.gaps = gaps
    }

    /// The state of a day; open where nothing is kept.
    package func state(_ day: PacificDay) -> DayState { self.states[day] ?? DayState(day: day) }

    /// Every day, ascending.
    package var days: [PacificDay] {
        (self.span.lowerBound.number...self.span.upperBound.number).map(PacificDay.init(number:))
    }

    /// How many days are in each state; a day without a report is open.
    package var counts: [DayState.Phase: Int] {
        self.days.reduce(into: [:]) { counts, day in counts[self.state(day).phase, default: 0] += 1 }
    }
}
