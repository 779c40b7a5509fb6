/// A part of what customers said to higher prices.
package struct PriceConsentPage: Hashable, Sendable {
    /// The counts, by product; without products of which Apple says nothing.
    package let counts: [ProductID: PriceConsents]
    /// Where the next part begins; `nil` at the end.
    package let next: Int64?

    /// Creates a part.
    package init(counts: [ProductID: PriceConsents], next: Int64?) {
        self.counts = counts
        self.next = next
    }
}
