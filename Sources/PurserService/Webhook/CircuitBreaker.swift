package import Ledger

/// How much an endpoint is trusted with: everything while it answers, and one attempt now and then while it does not.
///
/// A dead endpoint costs an attempt every half minute, however many event streams wait for it. One that refuses what it
/// is sent of some customers is not dead, and the others of its customers notice nothing of it.
package struct CircuitBreaker: Sendable {
    /// How many event streams are told at once to an endpoint that answers.
    package static let capacity = 256
    /// After how many failures in a row it counts as not answering.
    package static let tolerance = 10
    /// The longest wait between two attempts at one that does not answer.
    package static let maximumPause = Span.seconds(30)

    private var failures = 0
    private var pause = Span.seconds(1)
    private var probeAt: Instant?

    /// One that has not failed.
    package init() {}

    /// Whether it counts as not answering.
    package var isOpen: Bool { self.failures >= Self.tolerance }

    /// How many event streams may be told at once at this instant.
    package func capacity(at now: Instant) -> Int {
        guard self.isOpen else { return Self.capacity }
        return self.probeAt.map { $0 <= now } ?? true ? 1 : 0
    }

    /// Takes note that the endpoint answered, whatever it said, and says whether it was the first answer after a time
    /// without.
    package mutating func succeed() -> Bool {
        let wasOpen = self.isOpen
        self = Self()
        return wasOpen
    }

    /// Takes note that the endpoint did not answer.
    package mutating func fail(at now: Instant) {
        self.failures += 1
        // Of many that were under way together only the first is one more reason to wait longer.
        guard self.isOpen, self.probeAt.map({ $0 <= now }) ?? true else { return }
        self.probeAt = now + self.pause
        self.pause = Span(milliseconds: min(self.pause.milliseconds * 2, Self.maximumPause.milliseconds))
    }
}

/// When something that did not arrive is tried again.
package enum RetrySchedule {
    /// How long to wait after each attempt, the first one first; after more than these, the last one again.
    package static let waits: [Span] = [
        .seconds(5), .seconds(30), .minutes(2), .minutes(10), .minutes(30), .hours(1), .hours(2), .hours(4),
    ]
    /// After how long an event stream that keeps failing is suspended, for a person to look at.
    package static let patience = Span.hours(72)
    /// The longest that a receiver may ask to be left alone.
    package static let maximumRetryAfter = Span.hours(24)

    /// When an event stream is tried again after so many attempts; `nil` when it is suspended instead.
    ///
    /// - Parameters:
    ///   - attempts: How often it was tried in vain, from 1.
    ///   - since: When that began.
    ///   - now: The instant of the last attempt.
    ///   - retryAfter: How long the receiver asks to be left alone.
    ///   - chance: Spreads the waits by a tenth, so that not all come at once.
    /// - Returns: The instant.
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
