package import Ledger

/// The number of concurrent attempts at an endpoint: full capacity while it answers, single attempts while it does not.
///
/// An endpoint that does not answer gets one attempt every half minute, however many event streams wait for it. An
/// endpoint that refuses the events of some customers does answer, and its other event streams are not delayed.
package struct CircuitBreaker: Sendable {
    /// The maximum number of event streams that an answering endpoint receives concurrently.
    package static let capacity = 256
    /// The number of consecutive failures after which the endpoint counts as not answering.
    package static let tolerance = 10
    /// The longest pause between two attempts at an endpoint that does not answer.
    package static let maximumPause = Span.seconds(30)

    private var failures = 0
    private var pause = Span.seconds(1)
    private var probeAt: Instant?

    /// Creates a closed circuit breaker.
    package init() {}

    /// Whether the endpoint counts as not answering.
    package var isOpen: Bool { self.failures >= Self.tolerance }

    /// Returns the number of event streams that may be sent concurrently at an instant.
    package func capacity(at now: Instant) -> Int {
        guard self.isOpen else { return Self.capacity }
        return self.probeAt.map { $0 <= now } ?? true ? 1 : 0
    }

    /// Records that the endpoint answered, whatever the answer, and returns whether it had not answered before.
    package mutating func succeed() -> Bool {
        let wasOpen = self.isOpen
        self = Self()
        return wasOpen
    }

    /// Records that the endpoint did not answer.
    package mutating func fail(at now: Instant) {
        self.failures += 1
        // Of many concurrent attempts only the first failure extends the pause.
        guard self.isOpen, self.probeAt.map({ $0 <= now }) ?? true else { return }
        self.probeAt = now + self.pause
        self.pause = Span(milliseconds: min(self.pause.milliseconds * 2, Self.maximumPause.milliseconds))
    }
}

/// The schedule of retries.
package enum RetrySchedule {
    /// The wait after each attempt, in order; after further attempts, the last one applies.
    package static let waits: [Span] = [
        .seconds(5), .seconds(30), .minutes(2), .minutes(10), .minutes(30), .hours(1), .hours(2), .hours(4),
    ]
    /// The time after which a failing event stream is suspended, until a person retries it.
    package static let patience = Span.hours(72)
    /// The maximum time for which a receiver may ask to wait.
    package static let maximumRetryAfter = Span.hours(24)

    /// Returns the instant of the next retry after a number of attempts; `nil` where the event stream is suspended.
    ///
    /// - Parameters:
    ///   - attempts: The number of failed attempts, from 1.
    ///   - since: The instant of the first failure.
    ///   - now: The instant of the last attempt.
    ///   - retryAfter: The time for which the receiver asks to wait.
    ///   - chance: Varies the wait by a tenth, so that not all retries happen at once.
    /// - Returns: The instant of the next attempt.
    package static func next(
        after attempts: Int,
        failingSince since: Instant,
        at now: Instant,
        retryAfter: Duration?,
        chance: UInt8
    ) -> Instant? {
        guard now - since < Self.patience else { return nil }
        let wait = Self.waits[min(max(1, attempts), Self.waits.count) - 1]
        let spread = wait.milliseconds * (Int64(chance) - 128) / 1280
        var milliseconds = wait.milliseconds + spread
        if let retryAfter {
            let (seconds, attoseconds) = retryAfter.components
            let (whole, isTooLong) = seconds.multipliedReportingOverflow(by: 1000)
            let asked = isTooLong ? Int64.max : whole &+ attoseconds / 1_000_000_000_000_000
            milliseconds = max(milliseconds, min(asked, Self.maximumRetryAfter.milliseconds))
        }
        return now + Span(milliseconds: milliseconds)
    }
}
