/// What follows from the facts of an order at an instant: what to publish, in which lists it is, and when it is due.
package struct OrderEvaluation: Hashable, Sendable {
    /// The state and the flags.
    package let published: OrderEventDerivation.PublishedOrder
    /// The queue of orders that it belongs to.
    package let queue: OrderQueue?
    /// The next instant at which time alone changes its state.
    package let dueAt: Instant?
    /// The instant at which to ask Apple next for its payment.
    package let askAt: Instant?
    /// The instant from which on it is closed.
    package let closesAt: Instant?
    /// The changes since it was last published.
    let events: [EventName]

    /// Evaluates an order at an instant.
    package init(of order: NumberedOrder, at now: Instant) {
        let record = order.record
        self.published = OrderEventDerivation.PublishedOrder(record, at: now)
        self.queue = record.queue(at: now)
        self.dueAt = record.dueAt(after: now)
        self.askAt = record.askAt
        self.closesAt = record.closesAt
        self.events = OrderEventDerivation(from: order.published, to: self.published).names
    }
}

/// An order as the repository stores it.
package struct NumberedOrder: Hashable, Sendable {
    /// The order's number.
    package let number: Int64
    /// The number of the customer who ordered, whether or not they were merged into another.
    package let owner: Int64
    /// The order with its facts.
    package var record: OrderRecord
    /// The values that were last published; `nil` while none were.
    package let published: OrderEventDerivation.PublishedOrder?

    /// Creates an order with these values.
    package init(
        number: Int64,
        owner: Int64,
        record: OrderRecord,
        published: OrderEventDerivation.PublishedOrder?
    ) {
        self.number = number
        self.owner = owner
        self.record = record
        self.published = published
    }
}
