/// What one worker got when he asked for cases to look after.
package struct RefundLeases: Hashable, Sendable {
    /// How long it takes until somebody looks again at a case that cannot be read.
    package static let putOff = Span.hours(1)

    /// The cases that are his for a while.
    package let leases: [RefundLease]
    /// The cases that cannot be read and were put off.
    package let unreadable: [RefundID]

    /// What somebody got.
    package init(_ leases: [RefundLease] = [], unreadable: [RefundID] = []) {
        self.leases = leases
        self.unreadable = unreadable
    }

    /// How many there were.
    package var count: Int { self.leases.count + self.unreadable.count }
}
