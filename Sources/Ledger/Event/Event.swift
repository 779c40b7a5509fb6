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
