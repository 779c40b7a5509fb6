/// The answer to one refund request, from the decision to Apple's receipt.
package struct RefundAnswer: Hashable, Sendable {
    /// The source of the decision on the answer.
    package enum Decider: Hashable, Sendable {
        /// A rule of this version of the policy, or `otherwise`; version 0 is the policy that applies where none was
        /// published.
        case policy(version: Int64, rule: String?)
        /// The setting of an operator for every request of the customer.
        case override(by: String)
        /// An operator's decision on this request.
        case person(String)
    }

    /// The arm of a trial to which a request was assigned.
    package struct Assignment: Hashable, Sendable {
        /// The version on trial.
        package let version: Int64
        /// The arm.
        package let arm: RefundExperiment.Arm

        /// Creates an assignment to an arm of the trial of a version.
        package init(_ arm: RefundExperiment.Arm, of version: Int64) {
            self.version = version
            self.arm = arm
        }
    }

    /// The content of an answer, in a form that Apple accepts.
    package struct SentAnswer: Hashable, Sendable {
        /// The body, byte for byte the same in each attempt.
        package let body: [UInt8]
        /// Whether the body is of the first version of Apple's call.
        package let isFirstVersion: Bool
        /// Whether the product was fulfilled.
        package let deliveryStatus: RefundDeliveryStatus
        /// The consumed share, in thousandths of a percent; `nil` where the answer states none.
        package let share: Int64?
        /// The shop's preferred decision; `nil` leaves the decision to Apple.
        package let preference: RefundPreference?
        /// The instant at which the body was built.
        package let frozenAt: Instant

        /// Creates an answer of these values.
        package init(
            body: [UInt8],
            isFirstVersion: Bool,
            deliveryStatus: RefundDeliveryStatus,
            share: Int64?,
            preference: RefundPreference?,
            frozenAt: Instant
        ) {
            self.body = body
            self.isFirstVersion = isFirstVersion
            self.deliveryStatus = deliveryStatus
            self.share = share
            self.preference = preference
            self.frozenAt = frozenAt
        }
    }

    /// A failed attempt.
    package struct Failure: Hashable, Sendable {
        /// The reason, as a code.
        package let code: String
        /// The instant of the failure.
        package let at: Instant

        /// Creates a failure of these values.
        package init(code: String, at: Instant) {
            self.code = code
            self.at = at
        }
    }

    /// An operator's decision on a request.
    package struct Decision: Hashable, Sendable {
        /// The preferred decision; `nil` leaves the decision to Apple.
        package let preference: RefundPreference?
        /// The operator.
        package let by: String
        /// The instant of the decision.
        package let at: Instant

        /// Creates a decision of these values.
        package init(_ preference: RefundPreference?, by: String, at: Instant) {
            self.preference = preference
            self.by = by
            self.at = at
        }
    }

    /// The request: the UUID of Apple's notification.
    package let request: String
    /// The source of the decision; `nil` before it.
    package var decider: Decider?
    /// The arm of a trial that applied, if one ran when the policy was evaluated.
    package var assignment: Assignment?
    /// The instant until which an operator may decide.
    package var heldUntil: Instant?
    /// The operator's decision.
    package var decision: Decision?
    /// The content of the answer, once it is decided.
    package var sent: SentAnswer?
    /// The reason why the server may not answer.
    package var refusal: RefundReply.Refusal?
    /// The number of attempts, without those that Apple deferred with an instant for the next one.
    package var attempts: Int64 = 0
    /// The instant at which the last attempt began.
    package var attemptedAt: Instant?
    /// Whether an attempt may have reached Apple although its end was not recorded: an attempt in progress, one whose
    /// node died, or one whose connection broke.
    ///
    /// It remains `true` when Apple receives a later attempt: Apple may then have received the same answer twice.
    package var isInDoubt = false
    /// The failure of the last attempt.
    package var failure: Failure?
    /// The instant at which Apple confirmed that it had received the answer.
    package var receivedAt: Instant?
    /// Whether Apple received it after the deadline.
    package var isLate = false
    /// Whether Apple accepts no answer any more and received none.
    package var isMissed = false
    /// The evidence on which the policy decided, by the names of `RefundEvidence`.
    package var evidence: [String: RuleValue] = [:]
    /// The origin of each piece of evidence that can have several, by its name.
    package var origins: [String: EvidenceOrigin] = [:]
    /// The circumstances that determine which answers Apple accepts; `nil` until the request was processed.
    package var circumstances: RefundCircumstances?

    /// Creates the answer to a request that was not processed yet.
    package init(_ request: String) { self.request = request }

    /// Removes the personal data: the evidence and the body.
    ///
    /// That an answer was sent, and with which preference, remains.
    ///
    /// An answer that Apple has not received is built again, if the server may answer at all.
    mutating func forgetPerson() {
        self.evidence = [:]
        self.origins = [:]
        self.circumstances = nil
        guard let sent = self.sent else { return }
        self.sent =
            self.receivedAt == nil
            ? nil
            : SentAnswer(
                body: [],
                isFirstVersion: sent.isFirstVersion,
                deliveryStatus: sent.deliveryStatus,
                share: sent.share,
                preference: sent.preference,
                frozenAt: sent.frozenAt
            )
    }

    /// Records the beginning of an attempt, which is in doubt until its end is recorded.
    package mutating func begin(at now: Instant) {
        self.attempts += 1
        self.attemptedAt = now
        self.isInDoubt = true
        self.refusal = nil
    }

    /// Records that Apple deferred the attempt, so that the next real failure does not lengthen the delay.
    package mutating func putOff() { self.attempts -= 1 }

    /// Whether no more work is to be done on it, whatever Apple decides.
    package var isOver: Bool { self.receivedAt != nil || self.isMissed || self.refusal?.isFinal == true }
}

extension RefundReply.Refusal {
    /// Whether the refusal is final: consent may still be given.
    package var isFinal: Bool { self != .noConsent }
}
