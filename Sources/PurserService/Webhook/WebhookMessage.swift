package import Ledger

/// What an endpoint is sent at one attempt.
package struct WebhookMessage: Hashable, Sendable {
    /// Its name, by which a receiver knows it again; `nil` for what is passed on untouched.
    package let id: EventID?
    /// Exactly what is sent: JSON in UTF-8.
    package let body: [UInt8]
    /// What it is about, by which the request is found that caused it.
    let cause: RequestCauses.Thing?

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
    init(id: EventID, body: [UInt8], cause: RequestCauses.Thing?) {
        self.id = id
        self.body = body
        self.cause = cause
    }
}
