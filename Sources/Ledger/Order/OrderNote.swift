/// What somebody wrote down about an order.
package struct OrderNote: Hashable, Sendable {
    /// The most bytes of a note.
    package static let maximumBytes = 2000
    /// The most notes of one order.
    package static let maximumCount = 100

    /// When.
    package let at: Instant
    /// Who: an operator or a key, by name.
    package let by: String
    /// His words.
    package let text: String

    /// A note of these values.
    package init(at: Instant, by: String, text: String) {
        self.at = at
        self.by = by
        self.text = text
    }
}
