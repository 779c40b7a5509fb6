/// What becomes of one request: an answer now, or a person's word first.
package enum RefundDecision: Hashable, Sendable {
    /// Apple is told, with this wish; `nil` leaves it to Apple.
    case tell(RefundPreference?)
    /// A person may decide until an instant; afterwards Apple is told, with this wish.
    case hold(until: Instant, then: RefundPreference?)

    /// What a policy's verdict means for a request.
    ///
    /// - Parameters:
    ///   - answer: What the rules answer.
    ///   - round: The request.
    ///   - deadlines: How long Apple listens.
    ///   - headroom: How long before the deadline an answer has to be on its way.
    package init(
        _ answer: RuleAnswer,
        for round: RefundRound,
        _ deadlines: RefundDeadlines,
        headroom: Span = .minutes(1)
    ) {
        guard case .wait(let span, let then) = answer.detail else {
            self = .tell(RefundPreference(rawValue: answer.word))
            return
        }
        // Nobody is waited for longer than Apple waits: in the Sandbox that is minutes, whatever the policy says.
        let latest = round.signedAt + deadlines.answer - headroom
        self = .hold(until: min(round.signedAt + span, latest), then: RefundPreference(rawValue: then))
    }
}
