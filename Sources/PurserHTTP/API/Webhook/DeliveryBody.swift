package import Ledger

/// A lane that an endpoint has not been told to its end, as our JSON.
package struct DeliveryBody: Codable, Hashable, Sendable {
    /// The id of the event that has not arrived; those after it wait for it.
    package let event: String
    /// How often it was tried.
    package let attempts: Int
    /// Since when that fails.
    package let failingSince: String
    /// What went wrong last.
    package let failure: DeliveryFailureBody
    /// When it is tried again.
    package let dueAt: String?
    /// When it was parked, if it was.
    package let parkedAt: String?

    /// The body of a lane.
    package init(_ lane: WaitingLane) {
        self.event = EventID(lane: lane.lane, number: lane.nextNumber).rawValue
        self.attempts = lane.attempts
        self.failingSince = lane.failingSince.rfc3339
        self.failure = DeliveryFailureBody(lane.failure)
        self.dueAt = lane.dueAt?.rfc3339
        self.parkedAt = lane.parkedAt?.rfc3339
    }
}
