/// A refund policy that was published once.
package struct RefundPolicy: Hashable, Sendable {
    /// Its number; the first of an app is 1 and none is left out.
    package let version: Int64
    /// The rules as they were written.
    package let text: String
    /// When it was published.
    package let publishedAt: Instant
    /// Who did it.
    package let publishedBy: String
    /// Why, in his words.
    package let reason: String?
    /// Its trial, where it was published to be tried; otherwise it is in force until the next that is not tried.
    package var trial: RefundTrial?

    /// A policy of these values.
    package init(
        version: Int64,
        text: String,
        publishedAt: Instant,
        publishedBy: String,
        reason: String?,
        trial: RefundTrial? = nil
    ) {
        self.version = version
        self.text = text
        self.publishedAt = publishedAt
        self.publishedBy = publishedBy
        self.reason = reason
        self.trial = trial
    }
}

/// What somebody wants Apple to be told whenever this customer asks for his money back, whatever the policy says.
package struct RefundOverride: Hashable, Sendable {
    /// What Apple is to be asked for; `nil` leaves it to Apple.
    package let preference: RefundPreference?
    /// Since when.
    package let at: Instant
    /// Who said so.
    package let by: String
    /// Why, in his words.
    package let reason: String

    /// An override of these values.
    package init(_ preference: RefundPreference?, at: Instant, by: String, reason: String) {
        self.preference = preference
        self.at = at
        self.by = by
        self.reason = reason
    }
}

/// What becomes of one request: an answer now, or a person's word first.
package enum RefundDecision: Hashable, Sendable {
    /// Apple is told, with this preference; `nil` leaves it to Apple.
    case answer(RefundPreference?)
    /// A person may decide until an instant; afterwards Apple is told, with this preference.
    case hold(until: Instant, then: RefundPreference?)

    /// What a policy's verdict means for a request.
    ///
    /// - Parameters:
    ///   - answer: What the rules answer.
    ///   - request: The request.
    ///   - deadlines: How long Apple listens.
    ///   - headroom: How long before the deadline an answer has to be on its way.
    package init(
        _ answer: RuleAnswer,
        for request: RefundRequest,
        _ deadlines: RefundDeadlines,
        headroom: Span = .minutes(1)
    ) {
        guard case .wait(let span, let then) = answer.detail else {
            self = .answer(RefundPreference(rawValue: answer.word))
            return
        }
        // Nobody is waited for longer than Apple waits: in the Sandbox that is minutes, whatever the policy says.
        let latest = request.signedAt + deadlines.answer - headroom
        self = .hold(until: min(request.signedAt + span, latest), then: RefundPreference(rawValue: then))
    }
}
