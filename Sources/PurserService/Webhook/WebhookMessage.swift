package import Ledger

/// What an endpoint is sent at one attempt.
package struct WebhookMessage: Hashable, Sendable {
    /// Its name, by which a receiver knows it again; `nil` for what is passed on untouched.
    package let id: EventID?
    /// Exactly what is sent: JSON in UTF-8.
    package let body: [UInt8]

    /// One of Purser's events.
    package init(_ event: Event) {
        self.id = event.id
        self.body = event.json
    }

    /// One of Apple's notifications as Apple sends it: an object whose one member is the signed payload.
    package init(notification compactForm: [UInt8]) {
        self.id = nil
        self.body = Array(#"{"signedPayload":""#.utf8) + compactForm + Array(#""}"#.utf8)
    }

    /// Something of this name.
    package init(id: EventID, body: [UInt8]) {
        self.id = id
        self.body = body
    }
}
