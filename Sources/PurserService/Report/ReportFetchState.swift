package import Ledger
import Synchronization

/// A server's state of its requests for reports of an app, in memory.
///
/// The database has the reports and Apple's answers that there is none. The state adds repeated requests without a
/// change, and failures. After a restart a report may be requested once more than the schedule says, which changes
/// nothing.
package final class ReportFetchState: Sendable {
    /// A failure, and the time for which affected requests wait.
    package struct Backoff: Hashable, Sendable {
        /// The failure.
        package let failure: ReportFetchFailure
        /// The instant of the failure.
        package let at: Instant
        /// The instant until which affected requests wait.
        package let until: Instant
        /// The number of consecutive failures.
        let count: Int
    }

    private enum Scope: Hashable {
        case kind(ReportKind)
        case family(isFinance: Bool)
        case app
        case connection
    }

    private struct Attempt {
        let askedAt: Instant
        let backoff: Backoff?
    }

    private struct State {
        var attempts: [ReportRecord.Slot: Attempt] = [:]
        var pauses: [Scope: Backoff] = [:]
    }

    private let state = Mutex(State())

    /// The time for which requests are remembered: longer than daily reports are requested again.
    private static let term = Span.days(15)
    private static let firstRest = Span.minutes(1)
    private static let longestRest = Span.minutes(16)
    /// The delay of requests that wait until a person fixes the cause.
    private static let mendingRest = Span.hours(1)

    /// Creates an empty state.
    package init() {}

    /// Records the outcome of a request.
    ///
    /// - Returns: Whether the failure is of another kind than the last one that affected the report.
    @discardableResult
    package func note(_ outcome: ReportFetchOutcome, of slot: ReportRecord.Slot, at now: Instant) -> Bool {
        self.state.withLock { state in
            let scopes = Self.scopes(of: slot.kind)
            guard let failure = outcome.failure else {
                for scope in scopes { state.pauses[scope] = nil }
                state.attempts[slot] = Attempt(askedAt: now, backoff: nil)
                return false
            }
            let former = scopes.compactMap { state.pauses[$0] } + [state.attempts[slot]?.backoff].compactMap(\.self)
            let isNew = !former.contains { $0.failure.code == failure.code }
            if let scope = Self.scope(failure.reach, slot.kind) {
                let count = (state.pauses[scope]?.count ?? 0) + 1
                let until = failure.until ?? now + Self.rest(failure.reach, count: count)
                state.pauses[scope] = Backoff(failure: failure, at: now, until: until, count: count)
            }
            // A report that alone cannot be fetched must not be the first attempt each time.
            if failure.reach != .app, failure.reach != .family, failure.until == nil {
                let count = (state.attempts[slot]?.backoff?.count ?? 0) + 1
                let backoff = Backoff(failure: failure, at: now, until: now, count: count)
                state.attempts[slot] = Attempt(askedAt: now, backoff: backoff)
            }
            return isNew
        }
    }

    /// Returns the instant until which no report of a kind is requested; `nil` where requests need not wait.
    package func pause(of kind: ReportKind, at now: Instant) -> Instant? {
        self.state.withLock { state in
            Self.scopes(of: kind).compactMap { state.pauses[$0] }
                // An instant far in the future comes from a clock that was set back since.
                .filter { $0.until > now && $0.at <= now }.map(\.until).max()
        }
    }

    /// Returns the last failure of a kind without a later success.
    package func backoff(of kind: ReportKind) -> Backoff? {
        self.state.withLock { state in
            let pauses = Self.scopes(of: kind).compactMap { state.pauses[$0] }
            let attempts = state.attempts.compactMap { $0.key.kind == kind ? $0.value.backoff : nil }
            return (pauses + attempts).max { $0.at < $1.at }
        }
    }

    /// Returns the stored knowledge of reports with this state added, and removes outdated entries.
    func knowledge(
        _ kept: [ReportRecord.Slot: ReportSchedule.Knowledge],
        at now: Instant
    ) -> [ReportRecord.Slot: ReportSchedule.Knowledge] {
        self.state.withLock { state in
            state.attempts = state.attempts.filter { _, attempt in
                attempt.askedAt <= now && now - attempt.askedAt < Self.term
            }
            var known = kept
            for (slot, attempt) in state.attempts {
                let before = known[slot]
                if let backoff = attempt.backoff {
                    known[slot] = ReportSchedule.Knowledge(
                        .failed(count: backoff.count),
                        since: before?.since ?? backoff.at,
                        askedAt: attempt.askedAt
                    )
                } else {
                    known[slot] = ReportSchedule.Knowledge(
                        before?.state ?? .kept,
                        since: before?.since ?? attempt.askedAt,
                        askedAt: max(before?.askedAt ?? attempt.askedAt, attempt.askedAt)
                    )
                }
            }
            return known
        }
    }

    private static func scopes(of kind: ReportKind) -> [Scope] {
        [.kind(kind), .family(isFinance: kind.isFinance), .app, .connection]
    }

    private static func scope(_ reach: ReportFetchFailure.Reach, _ kind: ReportKind) -> Scope? {
        switch reach {
        case .report: nil
        case .kind: .kind(kind)
        case .family: .family(isFinance: kind.isFinance)
        case .app: .app
        case .connection: .connection
        }
    }

    private static func rest(_ reach: ReportFetchFailure.Reach, count: Int) -> Span {
        guard reach == .connection else { return Self.mendingRest }
        let doublings = Int64(min(max(count - 1, 0), 10))
        return min(Span(milliseconds: Self.firstRest.milliseconds << doublings), Self.longestRest)
    }
}
