/// What an endpoint is to be told once more: the events of an app at these places.
package struct WebhookReplay: Hashable, Sendable {
    /// The first place.
    package let first: Int64
    /// The last place.
    package let last: Int64
    /// The first place that has not been looked at yet.
    package var next: Int64

    /// A replay of these places, of which none was looked at yet.
    package init(_ places: ClosedRange<Int64>) {
        self.first = places.lowerBound
        self.last = places.upperBound
        self.next = places.lowerBound
    }

    /// A replay that has come this far.
    package init(first: Int64, last: Int64, next: Int64) {
        self.first = first
        self.last = last
        self.next = next
    }

    /// The places of the next step of so many, and what is left after it.
    package func step(_ limit: Int) -> (places: ClosedRange<Int64>, rest: Self?) {
        let end = min(self.last, self.next + Int64(max(1, limit)) - 1)
        let rest = end < self.last ? Self(first: self.first, last: self.last, next: end + 1) : nil
        return (self.next...end, rest)
    }
}
