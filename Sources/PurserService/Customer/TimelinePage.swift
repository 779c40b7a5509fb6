/// A part of what happened to a customer.
package struct TimelinePage: Hashable, Sendable {
    /// What happened, newest first.
    package let entries: [TimelineEntry]
    /// Where the next part begins; `nil` when this is the last.
    package let next: TimelineCursor?
}
