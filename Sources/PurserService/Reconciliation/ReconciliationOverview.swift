package import Ledger

/// How far days have come, without what was found on them.
package struct ReconciliationOverview: Sendable {
    /// The days.
    package let span: ClosedRange<PacificDay>
    /// The states of those that were compared or accepted.
    package let states: [PacificDay: DayState]
    /// Those that have nothing to compare them with.
    package let gaps: [PacificDay: ReconciliationFindings.Gap]

    /// An overview of these days.
    package init(
        span: ClosedRange<PacificDay>,
        states: [PacificDay: DayState],
        gaps: [PacificDay: ReconciliationFindings.Gap]
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
