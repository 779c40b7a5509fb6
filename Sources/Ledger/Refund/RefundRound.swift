/// One request for a refund: what Apple asked once, and whether it is still to be answered.
package struct RefundRound: Hashable, Sendable {
    /// Whether an answer is still wanted.
    package enum Standing: Hashable, Sendable {
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
    package func standing(at now: Instant, _ deadlines: RefundDeadlines) -> Standing {
        guard self.decidedAt == nil else { return .decided }
        let end = self.signedAt + deadlines.answer
        if now < end { return .open(until: end) }
        let late = self.signedAt + deadlines.late
        return now < late ? .late(until: late) : .over
    }
}
