/// A lane that an endpoint has not been told to its end, and that has failed or is parked.
package struct WaitingLane: Hashable, Sendable {
    /// The lane.
    package let lane: Lane
    /// The first event that has not arrived.
    package let nextNumber: Int64
    /// How often that one was tried in vain.
    package let attempts: Int
    /// Since when.
    package let failingSince: Instant
    /// What went wrong last.
    package let failure: DeliveryFailure
    /// When it is tried again; `nil` once it is parked.
    package let dueAt: Instant?
    /// When it was parked, if it is.
    package let parkedAt: Instant?

    /// A lane of these values.
    package init(
        lane: Lane,
        nextNumber: Int64,
        attempts: Int,
        failingSince: Instant,
        failure: DeliveryFailure,
        dueAt: Instant?,
        parkedAt: Instant?
    ) {
        self.lane = lane
        self.nextNumber = nextNumber
        self.attempts = attempts
        self.failingSince = failingSince
        self.failure = failure
        self.dueAt = dueAt
        self.parkedAt = parkedAt
    }
}
