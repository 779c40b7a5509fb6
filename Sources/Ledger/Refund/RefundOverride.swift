/// What somebody wants Apple to be told whenever this customer asks for his money back, whatever the policy says.
package struct RefundOverride: Hashable, Sendable {
    /// What Apple is to be asked for; `nil` leaves it to Apple.
    package let preference: RefundPreference?
    /// Since when.
    package let at: Instant
    /// Who said so.
    package let by: String
    /// Why, in his words.
    package let reason: String

    /// An override of these values.
    package init(_ preference: RefundPreference?, at: Instant, by: String, reason: String) {
        self.preference = preference
        self.at = at
        self.by = by
        self.reason = reason
    }
}
