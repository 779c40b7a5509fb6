package import Ledger

/// When something that did not arrive is tried again.
package enum RetrySchedule {
    /// How long to wait after each attempt, the first one first; after more than these, the last one again.
    package static let waits: [Span] = [
        .seconds(5), .seconds(30), .minutes(2), .minutes(10), .minutes(30), .hours(1), .hours(2), .hours(4),
    ]
    /// After how long a lane that keeps failing is parked, for a person to look at.
    package static let patience = Span.hours(72)
    /// The longest that a receiver may ask to be left alone.
    package static let maximumRetryAfter = Span.hours(24)

    /// When a lane is tried again after so many attempts; `nil` when it is parked instead.
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
