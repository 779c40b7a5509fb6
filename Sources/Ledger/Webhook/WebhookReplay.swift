/// What an endpoint is to be sent again: the events of an app at these positions.
package struct WebhookReplay: Hashable, Sendable {
    /// The first position.
    package let first: Int64
    /// The last position.
    package let last: Int64
    /// The first position that has not been looked at yet.
    package var next: Int64

    /// A replay of these positions, of which none was looked at yet.
    package init(_ positions: ClosedRange<Int64>) {
        self.first = positions.lowerBound
        self.last = positions.upperBound
        self.next = positions.lowerBound
    }

    /// A replay that has come this far.
    package init(first: Int64, last: Int64, next: Int64) {
        self.first = first
        self.last = last
        self.next = next
    }

    /// The positions of the next step of so many, and what is left after it.
    package func step(_ limit: Int) -> (positions: ClosedRange<Int64>, rest: Self?) {
        let end = min(self.last, self.next + Int64(max(1, limit)) - 1)
        let rest = end < self.last ? Self(first: self.first, last: self.last, next: end + 1) : nil
        return (self.next...end, rest)
    }
}

/// What of an event stream is to be told: from a number on, or first up to another number and then on elsewhere.
package struct EventStreamReplay: Hashable, Sendable {
    /// The first number that is to be told.
    package let next: Int64
    /// The last one before it goes on elsewhere; `nil` when it goes on without a break.
    package let through: Int64?
    /// Where it goes on after that.
    package let resume: Int64?

    /// An event stream that is to be told so.
    package init(next: Int64, through: Int64?, resume: Int64?) {
        self.next = next
        self.through = through
        self.resume = resume
    }

    /// The same with further numbers that are to be told; `nil` when they are to be told anyway.
    ///
    /// Between two stretches more may be told than was asked for: whoever hears an event twice loses nothing by it.
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
