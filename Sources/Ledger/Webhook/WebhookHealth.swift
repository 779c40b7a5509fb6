/// The health of a webhook endpoint.
package struct WebhookHealth: Hashable, Sendable {
    /// The instant of the last successful delivery.
    package var deliveredAt: Instant?
    /// The instant since which deliveries fail; `nil` while they succeed.
    package var failingSince: Instant?
    /// The last failure.
    package var failure: DeliveryFailure?

    /// Creates the health of an endpoint; the default is that of a new one.
    package init(deliveredAt: Instant? = nil, failingSince: Instant? = nil, failure: DeliveryFailure? = nil) {
        self.deliveredAt = deliveredAt
        self.failingSince = failingSince
        self.failure = failure
    }
}

/// The reason why a delivery failed or may have failed.
package struct DeliveryFailure: Hashable, Sendable {
    /// A stable code: `status` for an answer other than 2xx, or the error before an answer.
    package let code: String
    /// The status of the answer, if there was one.
    package let status: Int?
    /// The instant of the failure.
    package let at: Instant

    /// Whether the endpoint itself has not answered.
    ///
    /// There was no answer, or a gateway answered instead (RFC 9110, sections 15.6.3 and 15.6.5). Any other status is
    /// an answer of the endpoint.
    package var isUnanswered: Bool { self.status.map { $0 == 502 || $0 == 504 } ?? true }

    /// Creates a failure of this code.
    package init(code: String, status: Int? = nil, at: Instant) {
        self.code = code
        self.status = status
        self.at = at
    }
}

/// The number of event streams with events that an endpoint has not received.
package struct WaitingCounts: Hashable, Sendable {
    /// The maximum that is counted; it also represents larger numbers.
    package static let maximum = 10_000

    /// The number of all such streams.
    package let streams: Int
    /// The number of suspended ones among them.
    package let suspended: Int

    /// Creates counts of these values.
    package init(streams: Int, suspended: Int) {
        self.streams = streams
        self.suspended = suspended
    }
}

/// An event stream that has failed or is suspended, with events that an endpoint has not received.
package struct WaitingEventStream: Hashable, Sendable {
    /// The event stream.
    package let stream: EventStream
    /// The number of the first event that has not been delivered.
    package let nextNumber: Int64
    /// The number of failed attempts to deliver it.
    package let attempts: Int
    /// The instant of the first failure.
    package let failingSince: Instant
    /// The last failure.
    package let failure: DeliveryFailure
    /// The instant of the next attempt; `nil` once the stream is suspended.
    package let dueAt: Instant?
    /// The instant at which it was suspended; `nil` if it is not.
    package let suspendedAt: Instant?

    /// Creates an event stream of these values.
    package init(
        stream: EventStream,
        nextNumber: Int64,
        attempts: Int,
        failingSince: Instant,
        failure: DeliveryFailure,
        dueAt: Instant?,
        suspendedAt: Instant?
    ) {
        self.stream = stream
        self.nextNumber = nextNumber
        self.attempts = attempts
        self.failingSince = failingSince
        self.failure = failure
        self.dueAt = dueAt
        self.suspendedAt = suspendedAt
    }
}
