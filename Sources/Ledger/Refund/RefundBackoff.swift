/// When a request is looked at again that could not be answered now.
package enum RefundBackoff {
    /// How long before the deadline an answer has to be on its way.
    package static let headroom = Span.minutes(1)
    /// The shortest rest between two looks.
    package static let shortest = Span.seconds(5)

    /// How long to wait after an attempt that failed: twice as long each time, and never past the last moment at which
    /// an answer would still be in time.
    ///
    /// - Parameters:
    ///   - attempts: How many were made.
    ///   - longest: The longest rest.
    ///   - request: The request.
    ///   - deadlines: How long Apple listens.
    ///   - now: The instant now, by the time that deadlines go by.
    /// - Returns: How long, at least a millisecond.
    package static func wait(
        after attempts: Int64,
        longest: Span,
        for request: RefundRequest,
        _ deadlines: RefundDeadlines,
        at now: Instant
    ) -> Span {
        let doublings = min(max(attempts - 1, 0), 10)
        let wait = min(Span(milliseconds: Self.shortest.milliseconds << doublings), longest)
        return Self.heeding(wait, request, deadlines, at: now)
    }

    /// How long to wait where Apple was not asked because it had said when to come again: until then, however many
    /// attempts there were.
    ///
    /// - Parameters:
    ///   - instant: When Apple listens again.
    ///   - longest: The longest rest.
    ///   - request: The request.
    ///   - deadlines: How long Apple listens.
    ///   - now: The instant now, by the time that deadlines go by.
    /// - Returns: How long, at least a millisecond.
    package static func wait(
        until instant: Instant,
        longest: Span,
        for request: RefundRequest,
        _ deadlines: RefundDeadlines,
        at now: Instant
    ) -> Span {
        Self.heeding(min(max(instant - now, Self.shortest), longest), request, deadlines, at: now)
    }

    /// How long to wait where nothing was sent: as long as was waited already, so longer each time and without a count.
    ///
    /// Parameters are those of `wait(after:longest:for:_:at:)`.
    package static func rest(
        longest: Span,
        for request: RefundRequest,
        _ deadlines: RefundDeadlines,
        at now: Instant
    ) -> Span {
        Self.heeding(min(max(now - request.signedAt, Self.shortest), longest), request, deadlines, at: now)
    }

    private static func heeding(
        _ wait: Span,
        _ request: RefundRequest,
        _ deadlines: RefundDeadlines,
        at now: Instant
    ) -> Span {
        guard case .open(let end) = request.status(at: now, deadlines) else { return wait }
        // In its last minute it is tried as often as at first; at its end somebody takes note that it is late.
        let left = end - now
        let rest = left > Self.headroom ? (end - Self.headroom) - now : min(left, Self.shortest)
        return max(min(wait, rest), Span(milliseconds: 1))
    }
}
