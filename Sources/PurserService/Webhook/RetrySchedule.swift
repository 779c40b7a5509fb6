package import Ledger

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
