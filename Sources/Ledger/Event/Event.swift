import Notation

/// An event that Purser publishes, written together with the state that it describes and never changed.
///
/// Events have the numbers 1, 2, 3 … without gaps in their event stream. The body contains the whole state of the
/// subject, so a receiver can treat every event as "set". After a failure a receiver may get the same event twice, but
/// never a later event of a stream before an earlier one has arrived once.
package struct Event: Hashable, Sendable {
    /// The event stream in which the event is numbered.
    package let stream: EventStream
    /// The number in the event stream, from 1.
    package let number: Int64
    /// The name of the event, which states what happened.
    package let name: EventName
    /// The instant at which Purser recorded the change, or at which the change fell due.
    package let occurredAt: Instant
    /// The newest evidence of the recording that caused it; `nil` when time alone did.
    package let cause: EvidenceDigest?
    /// The subject as a JSON object in UTF-8.
    package let body: [UInt8]

    /// The ID of the event, the same in every delivery.
    package var id: EventID { EventID(stream: self.stream, number: self.number) }

    /// The environment of the subject, with which every body begins.
    package var environment: StoreEnvironment? {
        StoreEnvironment.allCases.first { self.body.starts(with: "{\"environment\":\"\($0.rawValue)\"".utf8) }
    }

    /// Creates an event with these values.
    package init(
        stream: EventStream,
        number: Int64,
        name: EventName,
        occurredAt: Instant,
        cause: EvidenceDigest?,
        body: [UInt8]
    ) {
        self.stream = stream
        self.number = number
        self.name = name
        self.occurredAt = occurredAt
        self.cause = cause
        self.body = body
    }
}

/// An event with its position among all events of its app.
package struct PositionedEvent: Hashable, Sendable {
    /// The position, from 1 and without gaps.
    package let position: Int64
    /// The event.
    package let event: Event

    /// Creates an event at a position.
    package init(position: Int64, event: Event) {
        self.position = position
        self.event = event
    }
}

extension Event {
    /// The whole event as a JSON object in UTF-8, without line breaks.
    package var json: [UInt8] {
        var json = JSONText()
        json.add("id", self.id.rawValue)
        json.add("name", self.name.rawValue)
        json.add("app", self.stream.app.rawValue)
        switch self.stream.subject {
        case .customer(let customer): json.add("customer", customer.rawValue)
        case .chain(let environment, let chain):
            json.add("chain") { json in
                json.add("environment", environment.rawValue)
                json.add("originalTransaction", chain.rawValue)
            }
        case .notification: break
        }
        json.add("number", self.number)
        json.add("occurredAt", self.occurredAt)
        json.add("data", json: self.body)
        return json.bytes
    }
}
