/// What one worker got when it asked for what is to be handed over.
package struct DeliveryLeases: Hashable, Sendable {
    /// How long it takes until a delivery that cannot be read is looked at again.
    package static let putOff = Span.hours(1)

    /// The deliveries that are this worker's for a while.
    package let leases: [DeliveryLease]
    /// The deliveries that cannot be read and were put off.
    package let unreadable: [DeliveryID]

    /// What a worker got.
    package init(_ leases: [DeliveryLease] = [], unreadable: [DeliveryID] = []) {
        self.leases = leases
        self.unreadable = unreadable
    }

    /// How many there were.
    package var count: Int { self.leases.count + self.unreadable.count }
}
