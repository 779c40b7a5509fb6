import Crypto
package import Ledger
import Logging
import Metrics

/// Stores the states of days.
extension ReconciliationService {
    /// The time for which an unchanged state is not written again; afterwards the instant of the last comparison is
    /// updated.
    private static let restatement = Span.hours(1)

    /// Stores the result of a comparison that began at `begunAt`, and logs where it invalidates an acceptance.
    ///
    /// The result of a comparison that began later stays: another node may have been faster with newer evidence.
    func keep(
        _ found: [ReconciledDay],
        of app: AppName,
        _ days: ClosedRange<PacificDay>,
        begunAt: Instant
    ) async throws(ReconciliationError) -> [PacificDay: DayState] {
        var states = try await self.states(of: app, within: days)
        let now = self.ambient.now()
        for day in found {
            let (outcome, digest) = (day.outcome, day.digest)
            let summary = DayState.Summary(day, comparedAt: begunAt)
            let before = states[day.day]
            if let before, before.outcome == outcome, before.digest == digest, let last = before.summary?.comparedAt,
                now - last < Self.restatement, last <= now
            {
                continue
            }
            let after = try await Self.stored { () throws(RepositoryError) in
                try await self.repository.write { unit in
                    try unit.changeDay(day.day, of: app) { state in
                        // A future instant is a clock error and does not count.
                        if let last = state.summary?.comparedAt, begunAt < last, last <= now { return }
                        _ = state.update(outcome, digest: digest, summary: summary)
                    }
                }
            }
            states[day.day] = after
            guard before?.phase == .accepted, after.phase != .accepted else { continue }
            self.logger.warning(
                "A correction arrived after a person had accepted a day; the day is open again.",
                metadata: ["app": "\(app)", "day": "\(day.day.text)", "state": "\(after.phase.rawValue)"]
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
        let kept = try await Self.stored { () throws(RepositoryError) in
            try await self.repository.read { view in try view.dayStates(of: app, within: days) }
        }
        return Dictionary(kept.map { ($0.day, $0) }) { first, _ in first }
    }

    /// Returns the stored states of days without comparing them.
    package func overview(
        of app: AppName,
        days: ClosedRange<PacificDay>
    ) async throws(ReconciliationError) -> ReconciliationOverview {
        guard self.apps[app] != nil else { throw .appUnknown(app) }
        guard days.upperBound - days.lowerBound < Self.maximumDays else { throw .spanInvalid }
        let reported = try await self.reportedDays(app, around: days)
        return ReconciliationOverview(
            span: days,
            states: try await self.states(of: app, within: days),
            gaps: reported.gaps(of: days, today: self.today)
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

extension ReconciledDay {
    /// The SHA-256 of the day's statement, which identifies exactly what a person accepts.
    package var digest: EvidenceDigest {
        EvidenceDigest(sha256: Array(SHA256.hash(data: Array(self.statement.utf8))))
    }
}
