package import Ledger

/// The result of one attempt to send a message to an endpoint.
package enum WebhookOutcome: Hashable, Sendable {
    /// The endpoint answered 2xx.
    case arrived
    /// The message may not have arrived; the endpoint may have stated how long to wait.
    case failed(DeliveryFailure, retryAfter: Duration?)
    /// The endpoint answered that it is gone (410).
    case gone(DeliveryFailure)
    /// No attempt was made, because the server cannot sign.
    case unable(code: String)

    /// `arrived`, or the code of the failure.
    var word: String {
        switch self {
        case .arrived: "arrived"
        case .failed(let failure, _), .gone(let failure): failure.code
        case .unable(let code): code
        }
    }

    /// The status of an answer that was not a success.
    var status: Int? {
        switch self {
        case .failed(let failure, _), .gone(let failure): failure.status
        case .arrived, .unable: nil
        }
    }

    /// The outcome in the audit log of an attempt that a person requested.
    var audited: AuditOutcome {
        switch self {
        case .arrived: .done
        case .failed(let failure, _), .gone(let failure): .refused(code: failure.code)
        case .unable(let code): .refused(code: code)
        }
    }

    /// Whether the server canceled the attempt because it stops, which states nothing about the endpoint.
    var isInterrupted: Bool {
        if case .failed(let failure, _) = self {
            failure.code == OutboundFailure.Code.canceled.rawValue
        } else {
            false
        }
    }
}

/// A message to an endpoint.
package struct WebhookMessage: Hashable, Sendable {
    /// The id by which a receiver recognizes a repetition; `nil` for a relayed notification.
    package let id: EventID?
    /// The exact body: JSON in UTF-8.
    package let body: [UInt8]
    /// The cause of the message, by which the originating request is found.
    let cause: RequestOrigins.Thing?

    /// Creates the message of an event.
    package init(_ event: Event) {
        self.id = event.id
        self.body = event.json
        self.cause = event.cause.map { .evidence($0) }
    }

    /// Creates the message of a notification in Apple's form: an object with the signed payload as its only member.
    package init(notification compactForm: [UInt8]) {
        self.id = nil
        self.body = Array(#"{"signedPayload":""#.utf8) + compactForm + Array(#""}"#.utf8)
        self.cause = nil
    }

    /// Creates a message with this id.
    package init(id: EventID, body: [UInt8]) {
        self.init(id: id, body: body, cause: nil)
    }

    /// Creates a message with this id and the cause that a request may have brought.
    init(id: EventID, body: [UInt8], cause: RequestOrigins.Thing?) {
        self.id = id
        self.body = body
        self.cause = cause
    }
}
