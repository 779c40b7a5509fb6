/// How often an Apple Account may still ask for refunds by the terms of a storefront.
///
/// Apple does not say which refunds were given without a reason, so the first ones count as those.
package struct RefundOpportunities: Hashable, Sendable {
    /// How many refunds without a reason are left; `nil` is no bound.
    package let unconditional: Int64?
    /// How many refunds with a reason are left; `nil` is no bound.
    package let conditional: Int64?

    /// The length of a year in which refunds count.
    package static let year = Span.days(365)

    /// The opportunities that an Apple Account has after its refunds.
    ///
    /// - Parameters:
    ///   - terms: The terms of the storefront.
    ///   - refunds: When the Apple Account had refunds that still stand, in any order, each purchase once.
    ///   - now: The instant at which it asks.
    package init(by terms: RefundTerms, after refunds: [Instant], at now: Instant) {
        let ever = Int64(refunds.count)
        let thisYear = Int64(refunds.count { $0 > now - Self.year })
        let leftEver = terms.unconditionalEver.map { max(0, $0 - ever) }
        let leftThisYear = terms.unconditionalPerYear.map { max(0, $0 - thisYear) }
        self.unconditional = [leftEver, leftThisYear].compactMap(\.self).min()
        // Of the refunds of this year, those that had needed no reason.
        let withoutEver = terms.unconditionalEver.map { max(0, $0 - (ever - thisYear)) }
        let without = [withoutEver, terms.unconditionalPerYear].compactMap(\.self).min() ?? 0
        let withReason = max(0, thisYear - without)
        self.conditional = terms.conditionalPerYear.map { max(0, $0 - withReason) }
    }
}
