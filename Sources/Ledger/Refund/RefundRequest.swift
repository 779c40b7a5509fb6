/// One refund request of Apple, and whether it is still to be answered.
package struct RefundRequest: Hashable, Sendable {
    /// Whether Apple still expects an answer.
    package enum Status: Hashable, Sendable {
        /// An answer would be in time until this instant.
        case open(until: Instant)
        /// An answer would be late, and is still sent until this instant.
        case late(until: Instant)
        /// Apple accepts no answer any more.
        case over
        /// Apple has decided since the request, so it expects no answer.
        case decided
    }

    /// The UUID of Apple's notification.
    package let id: String
    /// The number of the request in its case, from 1.
    package let number: Int
    /// The customer's reason, as Apple states it.
    package let reason: String?
    /// The instant at which Apple signed the request.
    package let signedAt: Instant
    /// The instant at which Apple signed the decision that ended the request, if there is one.
    package let decidedAt: Instant?
    /// The number of requests of the case that Apple had decided when it sent this one.
    package let decidedBefore: Int

    /// Returns whether an answer is expected at an instant.
    ///
    /// Apple's decision counts whenever it arrives: a request that was signed before it has ended.
    package func status(at now: Instant, _ deadlines: RefundDeadlines) -> Status {
        guard self.decidedAt == nil else { return .decided }
        let end = self.signedAt + deadlines.answer
        if now < end { return .open(until: end) }
        let late = self.signedAt + deadlines.late
        return now < late ? .late(until: late) : .over
    }
}

/// The time within which Apple accepts an answer to a request, from the instant at which Apple signed the request.
package struct RefundDeadlines: Hashable, Sendable {
    /// The time within which an answer is in time.
    package let answer: Span
    /// The time within which an answer is still sent, marked late, unless Apple has decided.
    package let late: Span

    /// Creates deadlines of these spans.
    package init(answer: Span, late: Span) {
        self.answer = answer
        self.late = late
    }

    /// The deadlines of Production: twelve hours, and 48 for late answers.
    package static let production = Self(answer: .hours(12), late: .hours(48))
    /// The deadlines of the Sandbox, which decides after five minutes.
    package static let sandbox = Self(answer: .minutes(5), late: .hours(48))

    /// Creates the deadlines of an environment.
    package init(of environment: StoreEnvironment) {
        self = environment == .production ? .production : .sandbox
    }
}
