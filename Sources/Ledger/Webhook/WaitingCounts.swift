/// How many lanes an endpoint has not been told to their ends.
package struct WaitingCounts: Hashable, Sendable {
    /// The most that are counted; more are this many.
    package static let maximum = 10_000

    /// All of them.
    package let lanes: Int
    /// Those that are parked.
    package let parked: Int

    /// So many, of which so many are parked.
    package init(lanes: Int, parked: Int) {
        self.lanes = lanes
        self.parked = parked
    }
}
