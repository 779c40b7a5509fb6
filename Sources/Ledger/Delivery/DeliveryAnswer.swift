/// What came of an act upon a delivery, and the delivery as it is then.
package struct DeliveryAnswer: Hashable, Sendable {
    /// How the act was taken.
    package let outcome: DeliveryStep.Outcome
    /// The delivery.
    package let delivery: Delivery

    /// An answer of these values.
    package init(_ outcome: DeliveryStep.Outcome, _ delivery: Delivery) {
        self.outcome = outcome
        self.delivery = delivery
    }
}
