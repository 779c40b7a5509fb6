package import Ledger
package import PurserService

/// An event stream with undelivered events at an endpoint, in JSON.
package struct DeliveryBody: Codable, Hashable, Sendable {
    /// The id of the first undelivered event; the later ones wait for it.
    package let event: String
    /// The number of failed attempts.
    package let attempts: Int
    /// Since when the attempts fail.
    package let failingSince: String
    /// The last failure.
    package let failure: DeliveryFailureBody
    /// When the next attempt is due.
    package let dueAt: String?
    /// When it was suspended, if it was.
    package let suspendedAt: String?

    /// Creates the body of an event stream.
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
    /// The schema of the body.
    static let schema = APISchema.named(
        "Delivery",
        .object(
            .required("event", .string(), "The first undelivered event; the later ones wait for it."),
            .required("attempts", .integer(1...Int64.max)),
            .required("failingSince", .instant),
            .required("failure", DeliveryFailureBody.schema),
            .optional("dueAt", .instant, "When the next attempt is due."),
            .optional("suspendedAt", .instant, "When it was suspended: after 72 hours of failures.")
        )
    )
}

/// A failed attempt in JSON; of the receiver's response it contains only the status.
package struct DeliveryFailureBody: Codable, Hashable, Sendable {
    /// `status`, or the code of the error that occurred before there was a status.
    package let code: String
    /// The status of the response, if there was one.
    package let status: Int?
    /// When the attempt failed; absent for a failure before anything was sent.
    package let at: String?

    /// Creates the body of a failure.
    package init(_ failure: DeliveryFailure) {
        self.code = failure.code
        self.status = failure.status
        self.at = failure.at.rfc3339
    }

    /// Creates the body of a failure before anything was sent.
    init(code: String) {
        self.code = code
        self.status = nil
        self.at = nil
    }
}

extension DeliveryFailureBody {
    /// The schema of the body.
    static let schema = APISchema.named(
        "DeliveryFailure",
        .object(
            .required(
                "code",
                .string(),
                "`status`, or the code of the error that occurred before there was a response."
            ),
            .optional("status", .integer(100...999), "The status of the response, if there was one."),
            .optional("at", .instant)
        )
    )
}

/// The outcome of a requested delivery attempt in JSON.
package struct DeliveryAttemptBody: Codable, Hashable, Sendable {
    /// The endpoint.
    package let webhook: String
    /// The id of the event that was sent.
    package let event: String
    /// Whether the receiver accepted it.
    package let arrived: Bool
    /// The failure, if it did not.
    package let failure: DeliveryFailureBody?
    /// The duration in milliseconds.
    package let tookMilliseconds: Int64

    /// Creates the body of an attempt.
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
    /// The schema of the body.
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

/// The state of an event at an endpoint in JSON.
struct EventDeliveryBody: Encodable {
    let webhook: String
    let name: String
    let state: String

    init(_ delivery: EventDelivery) {
        self.webhook = delivery.endpoint.id.rawValue
        self.name = delivery.endpoint.title
        self.state = delivery.state.rawValue
    }
}

extension EventDeliveryBody {
    /// The schema of the body.
    static let schema = APISchema.named(
        "EventDelivery",
        .object(
            .required("webhook", .string(), "The endpoint's `id`."),
            .required("name", .string(), "Its name."),
            .required(
                "state",
                .enumeration(EventDelivery.State.allCases.map(\.rawValue)),
                "`waiting`: the endpoint has not received it. `settled`: it was delivered or skipped, or is older than "
                    + "the endpoint. `excluded`: the endpoint's filter excludes it."
            )
        )
    )
}
