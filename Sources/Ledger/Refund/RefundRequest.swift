/// One request for a refund: what Apple asked once, and whether it is still to be answered.
package struct RefundRequest: Hashable, Sendable {
    /// Whether an answer is still wanted.
    package enum Status: Hashable, Sendable {
        /// An answer would be in time until this instant.
        case open(until: Instant)
        /// An answer would be late, and is still sent until this instant.
        case late(until: Instant)
        /// Nobody listens any more.
        case over
        /// Apple decided after it had asked, so it asks no longer.
        case decided
    }

    /// The notification's UUID.
    package let id: String
    /// Which request of the case it is, from 1.
    package let number: Int
    /// Apple's reason, in Apple's words.
    package let reason: String?
    /// When Apple signed it.
    package let signedAt: Instant
    /// When Apple signed the decision that ended it, if there is one.
    package let decidedAt: Instant?
    /// How many rounds of the case Apple had decided when this one was asked.
    package let decidedBefore: Int

    /// Whether an answer is wanted at an instant.
    ///
    /// Apple's decision counts whenever it arrives here: a request that was signed before it is past.
    package func status(at now: Instant, _ deadlines: RefundDeadlines) -> Status {
        guard self.decidedAt == nil else { return .decided }
        let end = self.signedAt + deadlines.answer
        if now < end { return .open(until: end) }
        let late = self.signedAt + deadlines.late
        return now < late ? .late(until: late) : .over
    }
}

/// How long Apple listens to what a shop has to say about a request, counted from the instant Apple signed it.
package struct RefundDeadlines: Hashable, Sendable {
    /// Until when an answer is in time.
    package let answer: Span
    /// Until when an answer is still sent, marked late, unless Apple has decided.
    package let late: Span

    /// Deadlines of these spans.
    package init(answer: Span, late: Span) {
        self.answer = answer
        self.late = late
    }

    /// Of the App Store: twelve hours, and 48 for what comes late.
    package static let production = Self(answer: .hours(12), late: .hours(48))
    /// Of the Sandbox, which decides after five minutes.
    package static let sandbox = Self(answer: .minutes(5), late: .hours(48))

    /// Of an environment.
    package init(of environment: StoreEnvironment) {
        self = environment == .production ? .production : .sandbox
    }
}
