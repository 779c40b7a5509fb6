/// A delivery as its receiver saw it: of which lane, from where, from when to when.
package struct LaneVisit: Hashable, Sendable {
    /// The receiver's place among all.
    package let receiver: Int
    /// What the lane is called.
    package let lane: String
    /// The address that it came from.
    package let source: String
    /// When it was there whole, since the book was opened.
    package let beganAt: Duration
    /// When it was answered, or whoever brought it was gone; `nil` while neither.
    package var endedAt: Duration?

    /// A visit of these values.
    package init(receiver: Int, lane: String, source: String, beganAt: Duration, endedAt: Duration?) {
        self.receiver = receiver
        self.lane = lane
        self.source = source
        self.beganAt = beganAt
        self.endedAt = endedAt
    }
}
