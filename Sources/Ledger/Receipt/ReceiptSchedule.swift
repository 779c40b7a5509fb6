/// When Apple is asked again about a subscription of which only the receipt is there to ask with.
///
/// Nobody tells of it, so it is asked now and then while a period runs, because of refunds; before its end, when it may
/// have been charged already; at its end; and after it ever more seldom, as long as Apple may still charge or give
/// money back.
package struct ReceiptSchedule: Hashable, Sendable {
    /// How long before its end a period may be charged.
    static let lead = Span.days(1)
    /// How long after the end of a period it is asked whether the next has begun.
    static let margin = Span.minutes(1)
    /// The longest wait while a period runs.
    static let longestWait = Span.days(7)
    /// The shortest wait ever.
    static let shortestWait = Span.minutes(1)
    /// The first wait after the end of a period.
    static let firstWaitAfter = Span.minutes(5)
    /// The longest wait after it, while Apple may still charge.
    static let longestWaitAfter = Span.days(1)
    /// How long after the end of the last period it is asked at all: Apple charges for 60 days, and gives money back
    /// for longer.
    static let patience = Span.days(90)
    /// The same in the Sandbox, where a year is an hour.
    static let patienceInSandbox = Span.days(2)

    /// When the last known period began.
    package let begunAt: Instant
    /// When it ends.
    package let endsAt: Instant
    /// Whether it is known that it will not be charged again.
    package let isOver: Bool
    /// Where it was bought.
    package let environment: StoreEnvironment

    /// The schedule of a chain whose last known period has this beginning and end.
    package init(begunAt: Instant, endsAt: Instant, isOver: Bool, environment: StoreEnvironment) {
        self.begunAt = begunAt
        self.endsAt = endsAt
        self.isOver = isOver
        self.environment = environment
    }

    /// When it is asked next, after an instant; `nil` once it is long over.
    package func next(after now: Instant) -> Instant? {
        // A quarter of the period, so that the Sandbox's minutes are followed as well as a year.
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
