/// The right of one worker to tell a sink the events of one lane for a while.
///
/// Two workers never hold one lane: a lease that ran out, or was taken back, no longer acknowledges anything.
package struct LaneLease: Hashable, Sendable {
    /// What is left after an acknowledgement.
    package enum Progress: Hashable, Sendable {
        /// The lane has more to tell, and the lease goes on.
        case more
        /// Everything is told, and the lease is over.
        case done
        /// Somebody else holds the lane by now, or nobody; nothing was changed.
        case lost
    }

    /// Who is told.
    package let sink: SinkName
    /// What is told.
    package let lane: Lane
    /// The number of the first event that the sink has not acknowledged.
    package let nextNumber: Int64
    /// The number of the lease, which no other lease of these books has.
    package let number: Int64

    /// A lease of these values.
    package init(sink: SinkName, lane: Lane, nextNumber: Int64, number: Int64) {
        self.sink = sink
        self.lane = lane
        self.nextNumber = nextNumber
        self.number = number
    }
}
