/// What became of answering one request.
package struct RefundAnswer: Hashable, Sendable {
    /// Who decided what Apple is to be asked for.
    package enum Decider: Hashable, Sendable {
        /// A rule of the policy of this version, or `otherwise`; version 0 is the one that counts where none was
        /// published.
        case policy(version: Int64, rule: String?)
        /// What somebody set for every request of the customer.
        case override(by: String)
        /// A person, about this request.
        case person(String)
    }

    /// Which arm of a trial a request met.
    package struct Assignment: Hashable, Sendable {
        /// The version that is tried.
        package let version: Int64
        /// The arm.
        package let arm: RefundExperiment.Arm

        /// An arm of the trial of a version.
        package init(_ arm: RefundExperiment.Arm, of version: Int64) {
            self.version = version
            self.arm = arm
        }
    }

    /// What is told, in a form that Apple accepts.
    package struct SentAnswer: Hashable, Sendable {
        /// The body, byte for byte as it is sent each time.
        package let body: [UInt8]
        /// Whether it is of the first version of the call.
        package let isFirstVersion: Bool
        /// Whether it was fulfilled.
        package let deliveryStatus: RefundDeliveryStatus
        /// Which share was consumed, in thousandths of a percent; `nil` is not said.
        package let share: Int64?
        /// What the shop would have Apple do; `nil` leaves it to Apple.
        package let preference: RefundPreference?
        /// When it was put together.
        package let frozenAt: Instant

        /// What is told.
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

    /// An attempt that failed.
    package struct Failure: Hashable, Sendable {
        /// Why, as a code.
        package let code: String
        /// When.
        package let at: Instant

        /// A failure of these values.
        package init(code: String, at: Instant) {
            self.code = code
            self.at = at
        }
    }

    /// A person's decision on a request.
    package struct Decision: Hashable, Sendable {
        /// What he wants; `nil` leaves it to Apple.
        package let preference: RefundPreference?
        /// Who.
        package let by: String
        /// When.
        package let at: Instant

        /// A decision of these values.
        package init(_ preference: RefundPreference?, by: String, at: Instant) {
            self.preference = preference
            self.by = by
            self.at = at
        }
    }

    /// The request: the notification's UUID.
    package let request: String
    /// Who decided.
    package var decider: Decider?
    /// Which arm of a trial it met, if one ran when the policy was asked.
    package var assignment: Assignment?
    /// Until when a person may decide.
    package var heldUntil: Instant?
    /// What a person said.
    package var decision: Decision?
    /// What is told, once it is decided.
    package var sent: SentAnswer?
    /// Why nothing may be told.
    package var refusal: RefundReply.Refusal?
    /// How many attempts were made; those that Apple put off, saying when to come again, are none.
    package var attempts: Int64 = 0
    /// When the last of them began.
    package var attemptedAt: Instant?
    /// Whether one of them may have reached Apple without anybody having noted its end: one that is under way, one
    /// whose node died, one whose connection broke.
    ///
    /// It stays so when a later one is received: then Apple may have received the same twice.
    package var isInDoubt = false
    /// Why the last of them failed.
    package var failure: Failure?
    /// When Apple said that it had received it.
    package var receivedAt: Instant?
    /// Whether that was after the deadline.
    package var isLate = false
    /// Whether nobody listens any more, and nothing was received.
    package var isMissed = false
    /// What was known, by the names of `RefundEvidence`.
    package var evidence: [String: RuleValue] = [:]
    /// Where evidence of which there are several sources comes from, by its name.
    package var origins: [String: EvidenceOrigin] = [:]
    /// What decided which answers Apple accepts; `nil` as long as nothing was looked at.
    package var circumstances: RefundCircumstances?

    /// An answer to a request of which nothing is known yet.
    package init(_ request: String) { self.request = request }

    /// Forgets what was known of the customer, and the words in which it was told; that it was told, and what Apple was
    /// asked for, stays.
    ///
    /// What nobody has received is put together anew, if anybody may be told at all.
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

    /// Takes note that an attempt begins, whose end nobody knows until it is noted.
    package mutating func begin(at now: Instant) {
        self.attempts += 1
        self.attemptedAt = now
        self.isInDoubt = true
        self.refusal = nil
    }

    /// Takes note that Apple has put off the attempt that began: the next real failure is not waited for any longer.
    package mutating func putOff() { self.attempts -= 1 }

    /// Whether nothing more is to be done about it, whatever Apple decides.
    package var isOver: Bool { self.receivedAt != nil || self.isMissed || self.refusal?.isFinal == true }
}

extension RefundReply.Refusal {
    /// Whether it stays so: consent may still come.
    package var isFinal: Bool { self != .noConsent }
}
