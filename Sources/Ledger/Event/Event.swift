import Notation

/// What Purser tells the outside, written with the state that it tells of and never changed.
///
/// It is numbered 1, 2, 3 without gaps in its lane. Its body holds the whole state of its subject, so a receiver may
/// treat every event as "set". Who receives events finds the same one twice after a failure, but never a later one of a
/// lane before an earlier one arrived once.
package struct Event: Hashable, Sendable {
    /// The lane that counts it.
    package let lane: Lane
    /// Its number in the lane, from 1.
    package let number: Int64
    /// What happened.
    package let name: EventName
    /// When Purser took note, or when the change fell due.
    package let occurredAt: Instant
    /// The newest evidence of the unit that caused it, or `nil` when time alone did.
    package let cause: EvidenceDigest?
    /// The subject as a JSON object in UTF-8.
    package let body: [UInt8]

    /// Its name, the same in every telling.
    package var id: EventID { EventID(lane: self.lane, number: self.number) }

    /// The environment that it is about, with which every body begins.
    package var environment: StoreEnvironment? {
        StoreEnvironment.allCases.first { self.body.starts(with: "{\"environment\":\"\($0.rawValue)\"".utf8) }
    }

    /// An event of these values.
    package init(
        lane: Lane,
        number: Int64,
        name: EventName,
        occurredAt: Instant,
        cause: EvidenceDigest?,
        body: [UInt8]
    ) {
        self.lane = lane
        self.number = number
        self.name = name
        self.occurredAt = occurredAt
        self.cause = cause
        self.body = body
    }
}

/// An event at its place among all of its app.
package struct PlacedEvent: Hashable, Sendable {
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
        json.add("app", self.lane.app.rawValue)
        switch self.lane.subject {
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
