/// An event at its place among all of its app.
package struct PlacedEvent: Hashable, Sendable {
    /// The place, from 1 on and without gaps.
    package let position: Int64
    /// The event.
    package let event: Event

    /// An event at a place.
    package init(position: Int64, event: Event) {
        self.position = position
        self.event = event
    }
}
