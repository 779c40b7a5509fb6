/// How an endpoint has been doing.
package struct WebhookHealth: Hashable, Sendable {
    /// When something arrived last.
    package var deliveredAt: Instant?
    /// Since when nothing arrives; `nil` while it does.
    package var failingSince: Instant?
    /// What went wrong last.
    package var failure: DeliveryFailure?

    /// The health of an endpoint; at first nothing has happened.
    package init(deliveredAt: Instant? = nil, failingSince: Instant? = nil, failure: DeliveryFailure? = nil) {
        self.deliveredAt = deliveredAt
        self.failingSince = failingSince
        self.failure = failure
    }
}

/// Why something did not arrive, or may not have.
package struct DeliveryFailure: Hashable, Sendable {
    /// A stable code: `status` for an answer that was not 2xx, or what went wrong before there was one.
    package let code: String
    /// The status of the answer, if there was one.
    package let status: Int?
    /// When.
    package let at: Instant

    /// Whether the endpoint itself has not answered.
    ///
    /// Nobody did, or one who stands before it said so (RFC 9110, sections 15.6.3 and 15.6.5). Whatever else it
    /// answers, it is there.
    package var isUnanswered: Bool { self.status.map { $0 == 502 || $0 == 504 } ?? true }

    /// A failure of this code.
    package init(code: String, status: Int? = nil, at: Instant) {
        self.code = code
        self.status = status
        self.at = at
    }
}

/// How many event streams an endpoint has not received to their ends.
package struct WaitingCounts: Hashable, Sendable {
    /// The most that are counted; more are this many.
    package static let maximum = 10_000

    /// All of them.
    package let streams: Int
    /// Those that are suspended.
    package let suspended: Int

    /// So many, of which so many are suspended.
    package init(streams: Int, suspended: Int) {
        self.streams = streams
        self.suspended = suspended
    }
}

/// An event stream that an endpoint has not received to its end, and that has failed or is suspended.
package struct WaitingEventStream: Hashable, Sendable {
    /// The event stream.
    package let stream: EventStream
    /// The first event that has not arrived.
    package let nextNumber: Int64
    /// How often that one was tried in vain.
    package let attempts: Int
    /// Since when.
    package let failingSince: Instant
    /// What went wrong last.
    package let failure: DeliveryFailure
    /// When it is tried again; `nil` once it is suspended.
    package let dueAt: Instant?
    /// When it was suspended, if it is.
    package let suspendedAt: Instant?

    /// An event stream of these values.
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
