package import Ledger
package import PurserService

/// An event stream that an endpoint has not received to its end, as our JSON.
package struct DeliveryBody: Codable, Hashable, Sendable {
    /// The id of the event that has not arrived; those after it wait for it.
    package let event: String
    /// How often it was tried.
    package let attempts: Int
    /// Since when that fails.
    package let failingSince: String
    /// What went wrong last.
    package let failure: DeliveryFailureBody
    /// When it is tried again.
    package let dueAt: String?
    /// When it was suspended, if it was.
    package let suspendedAt: String?

    /// The body of an event stream.
    package init(_ stream: WaitingEventStream) {
        self.event = EventID(stream: stream.stream, number: stream.nextNumber).rawValue
        self.attempts = stream.attempts
        self.failingSince = stream.failingSince.rfc3339
        self.failure = DeliveryFailureBody(stream.failure)
        self.dueAt = stream.dueAt?.rfc3339
        self.suspendedAt = stream.suspendedAt?.rfc3339
    }
}

extension DeliveryBody {
    /// The form of the body.
    static let schema = APISchema.named(
        "Delivery",
        .object(
            .required("event", .string(), "The event that has not arrived; those after it wait for it."),
            .required("attempts", .integer(1...Int64.max)),
            .required("failingSince", .instant),
            .required("failure", DeliveryFailureBody.schema),
            .optional("dueAt", .instant, "When it is tried again."),
            .optional("suspendedAt", .instant, "When it was suspended, after 72 hours.")
        )
    )
}

/// Why something did not arrive, as our JSON; what the receiver answered besides its status is nobody's business.
package struct DeliveryFailureBody: Codable, Hashable, Sendable {
    /// `status`, or what went wrong before there was one.
    package let code: String
    /// The status of the answer, if there was one.
    package let status: Int?
    /// When; absent for what went wrong on this side.
    package let at: String?

    /// The body of a failure.
    package init(_ failure: DeliveryFailure) {
        self.code = failure.code
        self.status = failure.status
        self.at = failure.at.rfc3339
    }

    /// A failure on this side, before anything was sent.
    init(code: String) {
        self.code = code
        self.status = nil
        self.at = nil
    }
}

extension DeliveryFailureBody {
    /// The form of the body.
    static let schema = APISchema.named(
        "DeliveryFailure",
        .object(
            .required("code", .string(), "`status`, or what went wrong before there was an answer."),
            .optional("status", .integer(100...999), "The status of the answer, if there was one."),
            .optional("at", .instant)
        )
    )
}

/// How an attempt ended that somebody asked for, as our JSON.
package struct DeliveryAttemptBody: Codable, Hashable, Sendable {
    /// The endpoint.
    package let webhook: String
    /// The id of what was sent.
    package let event: String
    /// Whether it arrived.
    package let arrived: Bool
    /// Why it did not.
    package let failure: DeliveryFailureBody?
    /// How long it took.
    package let tookMilliseconds: Int64

    /// The body of a trial.
    package init(_ attempt: DeliveryAttempt) {
        self.webhook = attempt.webhook.rawValue
        self.event = attempt.event.rawValue
        self.tookMilliseconds = attempt.took.milliseconds
        switch attempt.outcome {
        case .arrived:
            self.arrived = true
            self.failure = nil
        case .failed(let failure, _), .gone(let failure):
            self.arrived = false
            self.failure = DeliveryFailureBody(failure)
        case .unable(let code):
            self.arrived = false
            self.failure = DeliveryFailureBody(code: code)
        }
    }
}

extension DeliveryAttemptBody {
    /// The form of the body.
    static let schema = APISchema.named(
        "DeliveryAttempt",
        .object(
            .required("webhook", .string()),
            .required("event", .string(), "The `webhook-id` that was sent."),
            .required("arrived", .boolean),
            .optional("failure", DeliveryFailureBody.schema),
            .required("tookMilliseconds", .integer())
        )
    )
}
