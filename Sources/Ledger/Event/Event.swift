import Notation

/// What Purser publishes, written with the state that it tells of and never changed.
///
/// It is numbered 1, 2, 3 without gaps in its event stream. Its body holds the whole state of its subject, so a
/// receiver may treat every event as "set". Who receives events finds the same one twice after a failure, but never a
/// later one of an event stream before an earlier one arrived once.
package struct Event: Hashable, Sendable {
    /// The event stream that counts it.
    package let stream: EventStream
    /// Its number in the event stream, from 1.
    package let number: Int64
    /// What happened.
    package let name: EventName
    /// When Purser took note, or when the change fell due.
    package let occurredAt: Instant
    /// The newest evidence of the unit that caused it, or `nil` when time alone did.
    package let cause: EvidenceDigest?
    /// The subject as a JSON object in UTF-8.
    package let body: [UInt8]

    /// Its name, the same in every delivery.
    package var id: EventID { EventID(stream: self.stream, number: self.number) }

    /// The environment that it is about, with which every body begins.
    package var environment: StoreEnvironment? {
        StoreEnvironment.allCases.first { self.body.starts(with: "{\"environment\":\"\($0.rawValue)\"".utf8) }
    }

    /// An event of these values.
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

/// An event at its place among all of its app.
package struct PositionedEvent: Hashable, Sendable {
    /// The place, from 1 on and without gaps.
    package let position: Int64
    /// The event.
    package let event: Event

    /// An event at a place.
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
