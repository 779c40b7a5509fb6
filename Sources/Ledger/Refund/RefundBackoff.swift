/// The delays before the next attempt to answer a refund request.
package enum RefundBackoff {
    /// The time before the deadline at which an answer has to be sent.
    package static let headroom = Span.minutes(1)
    /// The shortest delay between two attempts.
    package static let shortest = Span.seconds(5)

    /// Returns the delay after a failed attempt: twice the previous one, and never past the last instant at which an
    /// answer would be in time.
    ///
    /// - Parameters:
    ///   - attempts: The number of attempts.
    ///   - longest: The longest delay.
    ///   - request: The request.
    ///   - deadlines: Apple's deadlines.
    ///   - now: The current instant of the clock that the deadlines use.
    /// - Returns: The delay, at least a millisecond.
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

    /// Returns the delay where Apple had named the instant of the next attempt: until that instant, whatever the number
    /// of attempts.
    ///
    /// - Parameters:
    ///   - instant: The instant from which Apple accepts requests again.
    ///   - longest: The longest delay.
    ///   - request: The request.
    ///   - deadlines: Apple's deadlines.
    ///   - now: The current instant of the clock that the deadlines use.
    /// - Returns: The delay, at least a millisecond.
    package static func wait(
        until instant: Instant,
        longest: Span,
        for request: RefundRequest,
        _ deadlines: RefundDeadlines,
        at now: Instant
    ) -> Span {
        Self.heeding(min(max(instant - now, Self.shortest), longest), request, deadlines, at: now)
    }

    /// Returns the delay where nothing was sent: as long as the time already waited, so that delays grow without a
    /// count.
    ///
    /// The parameters are those of `wait(after:longest:for:_:at:)`.
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
        // In the last minute the delays are as short as at first; at the deadline a worker records that the answer is
        // late.
        let left = end - now
        let rest = left > Self.headroom ? (end - Self.headroom) - now : min(left, Self.shortest)
        return max(min(wait, rest), Span(milliseconds: 1))
    }
}
