/// A published version of a refund policy.
package struct RefundPolicy: Hashable, Sendable {
    /// The number; the versions of an app are numbered from 1 without gaps.
    package let version: Int64
    /// The rules as they were written.
    package let text: String
    /// The instant at which it was published.
    package let publishedAt: Instant
    /// The operator who published it.
    package let publishedBy: String
    /// The operator's reason.
    package let reason: String?
    /// The trial, where the version was published as one; otherwise the version is in force until the next version
    /// without a trial.
    package var trial: RefundTrial?

    /// Creates a policy of these values.
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

/// An operator's setting of the answer to every refund request of a customer, whatever the policy decides.
package struct RefundOverride: Hashable, Sendable {
    /// The preferred decision; `nil` leaves the decision to Apple.
    package let preference: RefundPreference?
    /// The instant from which it applies.
    package let at: Instant
    /// The operator who set it.
    package let by: String
    /// The operator's reason.
    package let reason: String

    /// Creates an override of these values.
    package init(_ preference: RefundPreference?, at: Instant, by: String, reason: String) {
        self.preference = preference
        self.at = at
        self.by = by
        self.reason = reason
    }
}

/// The decision on one request: an answer now, or a hold for an operator.
package enum RefundDecision: Hashable, Sendable {
    /// The server answers with this preference; `nil` leaves the decision to Apple.
    case answer(RefundPreference?)
    /// An operator may decide until an instant; afterwards the server answers with this preference.
    case hold(until: Instant, then: RefundPreference?)

    /// Creates the decision that follows from a policy's answer to a request.
    ///
    /// - Parameters:
    ///   - answer: The answer of the rules.
    ///   - request: The request.
    ///   - deadlines: Apple's deadlines.
    ///   - headroom: The time before the deadline at which an answer has to be sent.
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
        // A hold ends before Apple's deadline: in the Sandbox after minutes, whatever the policy states.
        let latest = request.signedAt + deadlines.answer - headroom
        self = .hold(until: min(request.signedAt + span, latest), then: RefundPreference(rawValue: then))
    }
}
