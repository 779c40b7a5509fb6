/// A replay: the events of an app at these positions are sent to an endpoint again.
package struct WebhookReplay: Hashable, Sendable {
    /// The first position.
    package let first: Int64
    /// The last position.
    package let last: Int64
    /// The first position that has not been processed yet.
    package var next: Int64

    /// Creates a replay of these positions.
    package init(_ positions: ClosedRange<Int64>) {
        self.first = positions.lowerBound
        self.last = positions.upperBound
        self.next = positions.lowerBound
    }

    /// Creates a replay in progress.
    package init(first: Int64, last: Int64, next: Int64) {
        self.first = first
        self.last = last
        self.next = next
    }

    /// Returns the positions of the next step, at most so many, and the rest after it.
    package func step(_ limit: Int) -> (positions: ClosedRange<Int64>, rest: Self?) {
        let end = min(self.last, self.next + Int64(max(1, limit)) - 1)
        let rest = end < self.last ? Self(first: self.first, last: self.last, next: end + 1) : nil
        return (self.next...end, rest)
    }
}

/// The events of a stream that are to be sent: from a number on, or first up to another number and then on from a
/// third.
package struct EventStreamReplay: Hashable, Sendable {
    /// The number of the first event.
    package let next: Int64
    /// The number of the last event before the gap; `nil` without a gap.
    package let through: Int64?
    /// The number of the first event after the gap.
    package let resume: Int64?

    /// Creates a replay of a stream of these values.
    package init(next: Int64, through: Int64?, resume: Int64?) {
        self.next = next
        self.through = through
        self.resume = resume
    }

    /// Returns the replay extended by further numbers; `nil` when it contains them already.
    ///
    /// Between two ranges more events may be sent than requested: a subscriber ignores an event that it has received
    /// before.
    package func with(_ numbers: ClosedRange<Int64>) -> Self? {
        let end = self.through ?? Int64.max
        if numbers.lowerBound >= self.next, numbers.upperBound <= end { return nil }
        let resume = self.resume ?? self.next
        let next = min(self.next, numbers.lowerBound)
        let through = max(self.through ?? self.next - 1, numbers.upperBound)
        if self.through == nil, numbers.upperBound < self.next - 1 {
            return Self(next: next, through: numbers.upperBound, resume: self.next)
        }
        if through >= resume - 1 { return Self(next: next, through: nil, resume: nil) }
        return Self(next: next, through: through, resume: resume)
    }
}
