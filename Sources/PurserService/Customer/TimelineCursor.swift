import Ledger

/// Where a list of what happened to a customer goes on.
///
/// New things may happen between two pages; nothing is shown twice or left out for that.
package struct TimelineCursor: Hashable, Sendable {
    /// The instant of the last entry shown.
    let at: Instant
    /// Its name.
    let id: String
    /// The events with a smaller number were not shown yet.
    let eventNumber: Int64

    /// A place after this entry.
    init(at: Instant, id: String, eventNumber: Int64) {
        self.at = at
        self.id = id
        self.eventNumber = eventNumber
    }

    /// The place that a text names, or `nil` when it names none.
    package init?(_ text: String) {
        let parts = text.split(separator: "_", maxSplits: 2, omittingEmptySubsequences: false)
        guard parts.count == 3, let at = Int64(parts[0]), let number = Int64(parts[1]), number >= 0 else { return nil }
        self.at = Instant(milliseconds: at)
        self.eventNumber = number
        self.id = String(parts[2])
    }

    /// The place as a text that fits into an address.
    package var text: String { "\(self.at.milliseconds)_\(self.eventNumber)_\(self.id)" }
}
