/// The schedule of checks with Apple for a subscription that the server can check only by its receipt.
///
/// Apple sends no notification about it, so the server checks it at intervals while a period runs, because of refunds;
/// before the end of the period, when Apple may have charged already; at its end; and after it at growing intervals, as
/// long as Apple may still charge or refund.
package struct ReceiptSchedule: Hashable, Sendable {
    /// The time before its end at which a period may be charged.
    static let lead = Span.days(1)
    /// The time after the end of a period at which the server checks whether the next has begun.
    static let margin = Span.minutes(1)
    /// The longest interval while a period runs.
    static let longestWait = Span.days(7)
    /// The shortest interval.
    static let shortestWait = Span.minutes(1)
    /// The first interval after the end of a period.
    static let firstWaitAfter = Span.minutes(5)
    /// The longest interval after the end, while Apple may still charge.
    static let longestWaitAfter = Span.days(1)
    /// The time after the end of the last period during which the server still checks: Apple charges for 60 days, and
    /// refunds for longer.
    static let patience = Span.days(90)
    /// The same time in the Sandbox, where a year lasts an hour.
    static let patienceInSandbox = Span.days(2)

    /// The instant at which the last known period began.
    package let begunAt: Instant
    /// The instant at which it ends.
    package let endsAt: Instant
    /// Whether the server knows that Apple will not charge again.
    package let isOver: Bool
    /// The environment of the purchase.
    package let environment: StoreEnvironment

    /// Creates the schedule of a chain whose last known period has this beginning and end.
    package init(begunAt: Instant, endsAt: Instant, isOver: Bool, environment: StoreEnvironment) {
        self.begunAt = begunAt
        self.endsAt = endsAt
        self.isOver = isOver
        self.environment = environment
    }

    /// Returns the instant of the next check after an instant; `nil` once the subscription ended long ago.
    package func next(after now: Instant) -> Instant? {
        // A quarter of the period, so that the minutes of the Sandbox are followed as well as a year.
        let quarter = Span(milliseconds: max(0, (self.endsAt - self.begunAt).milliseconds) / 4)
        if now < self.endsAt {
            let early = self.endsAt - min(Self.lead, quarter)
            let regular = now + max(Self.shortestWait, min(quarter, Self.longestWait))
            return min(regular, now < early ? early : self.endsAt + Self.margin)
        }
        if now < self.endsAt + Self.margin { return self.endsAt + Self.margin }
        let age = now - self.endsAt
        let isSandbox = self.environment != .production
        guard age < (isSandbox ? Self.patienceInSandbox : Self.patience) else { return nil }
        let longest = self.isOver ? Self.longestWait : Self.longestWaitAfter
        let wait = max(isSandbox ? Self.shortestWait : Self.firstWaitAfter, Span(milliseconds: age.milliseconds / 2))
        return now + min(wait, longest)
    }
}
