/// What came of an act upon a delivery.
package struct DeliveryStep: Hashable, Sendable {
    /// How the act was taken.
    package enum Outcome: String, Hashable, Sendable {
        /// It changed something.
        case done
        /// It had been so before.
        case already
        /// It is not what is to be done.
        case refused
    }

    /// How the act was taken.
    package let outcome: Outcome
    /// What to tell, in order.
    package let events: [EventName]

    /// A step of these values.
    package init(_ outcome: Outcome, _ events: [EventName] = []) {
        self.outcome = outcome
        self.events = events
    }
}
