import Crypto
package import Ledger
import Logging
import Metrics

/// Keeps how far days have come.
extension ReconciliationService {
    /// How long a state that has not changed stays as it is; later the instant of the last comparison is kept.
    private static let restatement = Span.hours(1)

    /// Keeps what a comparison found that began at an instant, and says where it undoes an acceptance.
    ///
    /// What another comparison found that began later stays: another node may have been faster with newer evidence.
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
                try await self.repository.changeDay(day.day, of: app) { state in
                    // An instant that has not come yet is a clock's mistake and orders nothing.
                    if let last = state.summary?.comparedAt, begunAt < last, last <= now { return }
                    _ = state.update(outcome, digest: digest, summary: summary)
                }
            }
            states[day.day] = after
            guard before?.phase == .accepted, after.phase != .accepted else { continue }
            self.logger.warning(
                "A correction came after a person had accepted a day; the day is open again.",
                metadata: ["app": "\(app)", "day": "\(day.day.text)", "state": "\(after.phase.rawValue)"]
            )
            Counter(label: "purser_reconciliation_reopened_total", dimensions: [("app", app.rawValue)]).increment()
        }
        return states
    }

    /// The states of days that were compared or accepted.
    func states(
        of app: AppName,
        within days: ClosedRange<PacificDay>
    ) async throws(ReconciliationError) -> [PacificDay: DayState] {
        let kept = try await Self.stored { () throws(RepositoryError) in
            try await self.repository.dayStates(of: app, within: days)
        }
        return Dictionary(kept.map { ($0.day, $0) }) { first, _ in first }
    }

    /// What is known of days without comparing them.
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

    /// Says as metrics how many days are in each state, and how many differences nothing explains.
    func recordMetrics(of app: AppName) async {
        let today = self.today
        // Metrics that cannot be read now stay as they were.
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
    /// The SHA-256 of the day's statement, which names exactly what a person accepts.
    package var digest: EvidenceDigest {
        EvidenceDigest(sha256: Array(SHA256.hash(data: Array(self.statement.utf8))))
    }
}
