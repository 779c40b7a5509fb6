import Crypto
package import Ledger
import Logging
import Metrics

/// Stores the states of days.
extension ReconciliationService {
    /// Stores the result of a comparison that began at `begunAt`, and logs where it invalidates an acceptance.
    ///
    /// Returns the states of the days afterwards. The result of a comparison that began later stays: another node may
    /// have been faster with newer evidence.
    func keep(
        _ found: [ReconciledDay],
        of app: AppName,
        _ days: ClosedRange<PacificDay>,
        begunAt: Instant
    ) async throws(ReconciliationError) -> [PacificDay: DayState] {
        guard !found.isEmpty else { return try await self.states(of: app, within: days) }
        let compared = found.map { ComparedDay($0, begunAt: begunAt) }
        let (states, reopened) = try await Self.stored { () throws(RepositoryError) in
            try await self.repository.write { unit in
                // Read in the unit, after every comparison that it sees.
                let now = self.ambient.now()
                var states = try unit.statesByDay(of: app, within: days)
                var reopened: [DayState] = []
                for day in compared {
                    let before = states[day.day]
                    if let before, day.isKnown(in: before, at: now) { continue }
                    let after = try unit.changeDay(day.day, of: app) { day.update(&$0, at: now) }
                    states[day.day] = after
                    if before?.phase == .accepted, after.phase != .accepted { reopened.append(after) }
                }
                return (states, reopened)
            }
        }
        for day in reopened {
            self.logger.warning(
                "A correction arrived after a person had accepted a day; the day is open again.",
                metadata: ["app": "\(app)", "day": "\(day.day.text)", "state": "\(day.phase.rawValue)"]
            )
            Counter(label: "purser_reconciliation_reopened_total", dimensions: [("app", app.rawValue)]).increment()
        }
        return states
    }

    /// Returns the states of the compared or accepted days.
    func states(
        of app: AppName,
        within days: ClosedRange<PacificDay>
    ) async throws(ReconciliationError) -> [PacificDay: DayState] {
        try await Self.stored { () throws(RepositoryError) in
            try await self.repository.read { view in try view.statesByDay(of: app, within: days) }
        }
    }

    /// Returns the stored states of days without comparing them.
    package func overview(
        of app: AppName,
        days: ClosedRange<PacificDay>
    ) async throws(ReconciliationError) -> ReconciliationOverview {
        guard self.apps[app] != nil else { throw .appUnknown(app) }
        guard days.upperBound - days.lowerBound < Self.maximumDays else { throw .spanInvalid }
        let (reported, states) = try await Self.stored { () throws(RepositoryError) in
            try await self.repository.read { view in
                (try view.reportedDays(of: app, around: days), try view.statesByDay(of: app, within: days))
            }
        }
        return ReconciliationOverview(
            span: days,
            states: states,
            gaps: reported.gaps(of: days, at: self.ambient.now())
        )
    }

    /// Records the number of days in each state, and the number of unexplained differences, as metrics.
    func recordMetrics(of app: AppName) async {
        let today = self.today
        // Metrics whose source cannot be read now keep their values.
        guard let states = try? await self.states(of: app, within: (today + -Self.maximumDays)...today) else { return }
        for phase in DayState.Phase.allCases {
            Gauge(
                label: "purser_reconciliation_compared",
                dimensions: [("app", app.rawValue), ("state", phase.rawValue)]
            ).record(states.values.count { $0.phase == phase })
        }
        let open = states.values.filter { $0.phase == .open }
        Gauge(label: "purser_reconciliation_unexplained_differences", dimensions: [("app", app.rawValue)])
            .record(open.reduce(0) { $0 + ($1.summary?.unexplainedCount ?? 0) })
    }
}

/// The result of the comparison of one day, as it is stored.
private struct ComparedDay: Sendable {
    /// The time for which an unchanged state is not written again; afterwards the instant of the last comparison is
    /// updated.
    private static let restatement = Span.hours(1)

    /// The day.
    let day: PacificDay
    private let outcome: ReconciledDay.Outcome
    private let digest: EvidenceDigest
    private let summary: DayState.Summary

    /// Creates the result of a comparison that began at an instant.
    init(_ found: ReconciledDay, begunAt: Instant) {
        self.day = found.day
        self.outcome = found.outcome
        self.digest = found.digest
        self.summary = DayState.Summary(found, comparedAt: begunAt)
    }

    /// Returns whether a state has this result already, and was written so recently that it is not written again.
    func isKnown(in state: DayState, at now: Instant) -> Bool {
        guard state.outcome == self.outcome, state.digest == self.digest, let last = state.summary?.comparedAt else {
            return false
        }
        return now - last < Self.restatement && last <= now
    }

    /// Updates a state with this result, unless it has the result of a comparison that began later.
    func update(_ state: inout DayState, at now: Instant) {
        // A future instant is a clock error and does not count.
        if let last = state.summary?.comparedAt, self.summary.comparedAt < last, last <= now { return }
        _ = state.update(self.outcome, digest: self.digest, summary: self.summary)
    }
}

extension ReadView {
    /// Returns the states of the compared or accepted days within a span.
    fileprivate func statesByDay(
        of app: AppName,
        within days: ClosedRange<PacificDay>
    ) throws -> [PacificDay: DayState] {
        Dictionary(try self.dayStates(of: app, within: days).map { ($0.day, $0) }) { first, _ in first }
    }
}

extension ReconciledDay {
    /// The SHA-256 of the day's statement, which identifies exactly what a person accepts.
    package var digest: EvidenceDigest {
        EvidenceDigest(sha256: Array(SHA256.hash(data: Array(self.statement.utf8))))
    }
}
