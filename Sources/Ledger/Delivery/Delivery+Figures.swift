extension Delivery {
    /// Whether it was handed over by a booking of this server in the unit of work of this instant: the figures count it then,
    /// once, however often its evidence comes again.
    package func isBooked(at instant: Instant) -> Bool {
        self.confirmedBy == .booking && self.confirmedAt == instant
    }

    /// Returns whether the Sandbox policy refused it in the unit of work of this instant.
    package func isRefusedBySandbox(at instant: Instant) -> Bool {
        self.state == .cancelled && (self.reason == .sandbox || self.reason == .sandboxLimit)
            && self.changedAt == instant
    }
}
