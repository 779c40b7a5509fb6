package import Ledger

/// What became of one attempt to send an endpoint something.
package enum WebhookOutcome: Hashable, Sendable {
    /// It answered 2xx.
    case arrived
    /// It may not have arrived; the endpoint may have said how long to leave it alone.
    case failed(DeliveryFailure, retryAfter: Duration?)
    /// The endpoint answered that it is gone (410).
    case gone(DeliveryFailure)
    /// Nothing was tried, because this side is not able to.
    case unable(code: String)

    /// `arrived`, or the code of what went wrong.
    var word: String {
        switch self {
        case .arrived: "arrived"
        case .failed(let failure, _), .gone(let failure): failure.code
        case .unable(let code): code
        }
    }

    /// The status of an answer that was none of success.
    var status: Int? {
        switch self {
        case .failed(let failure, _), .gone(let failure): failure.status
        case .arrived, .unable: nil
        }
    }

    /// What the audit log keeps of an attempt that somebody asked for.
    var audited: AuditOutcome {
        switch self {
        case .arrived: .done
        case .failed(let failure, _), .gone(let failure): .refused(code: failure.code)
        case .unable(let code): .refused(code: code)
        }
    }

    /// Whether the attempt was broken off on this side, because the server stops: that says nothing of the endpoint.
    var isInterrupted: Bool {
        if case .failed(let failure, _) = self {
            failure.code == OutboundFailure.Code.canceled.rawValue
        } else {
            false
        }
    }
}

/// What an endpoint is sent at one attempt.
package struct WebhookMessage: Hashable, Sendable {
    /// Its name, by which a receiver knows it again; `nil` for what is passed on untouched.
    package let id: EventID?
    /// Exactly what is sent: JSON in UTF-8.
    package let body: [UInt8]
    /// What it is about, by which the request is found that caused it.
    let cause: RequestOrigins.Thing?

    /// One of Purser's events.
    package init(_ event: Event) {
        self.id = event.id
        self.body = event.json
        self.cause = event.cause.map { .evidence($0) }
    }

    /// One of Apple's notifications as Apple sends it: an object whose one member is the signed payload.
    package init(notification compactForm: [UInt8]) {
        self.id = nil
        self.body = Array(#"{"signedPayload":""#.utf8) + compactForm + Array(#""}"#.utf8)
        self.cause = nil
    }

    /// Something of this name.
    package init(id: EventID, body: [UInt8]) {
        self.init(id: id, body: body, cause: nil)
    }

    /// Something of this name about something that a request may have brought.
    init(id: EventID, body: [UInt8], cause: RequestOrigins.Thing?) {
        self.id = id
        self.body = body
        self.cause = cause
    }
}
