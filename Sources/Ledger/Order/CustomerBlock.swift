/// That somebody blocked a customer by hand, so that guards can refuse his orders.
package struct CustomerBlock: Hashable, Sendable {
    /// Since when.
    package let at: Instant
    /// Who did it: an operator or a key, by name.
    package let by: String
    /// Why, in his words.
    package let reason: String

    /// A block of these values.
    package init(at: Instant, by: String, reason: String) {
        self.at = at
        self.by = by
        self.reason = reason
    }
}
