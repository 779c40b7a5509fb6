/// A request of the past, as a policy would have met it.
package struct RefundPast: Hashable, Sendable {
    /// The notification's UUID.
    package let id: String
    /// What was known then, by the names of `RefundEvidence`.
    package let evidence: [String: RuleValue]
    /// What decided which answers Apple would accept.
    package let circumstances: RefundCircumstances
    /// What was told to Apple; `nil` where nothing was.
    package let told: Told?
    /// What Apple decided; `nil` while that is not known.
    package let outcome: RefundCase.State?
    /// What the customer had paid.
    package let price: Money?

    /// What was told to Apple.
    package struct Told: Hashable, Sendable {
        /// What the shop wanted; `nil` left it to Apple.
        package let preference: RefundPreference?

        /// That this was told.
        package init(_ preference: RefundPreference?) { self.preference = preference }
    }

    /// A request of these values.
    package init(
        id: String,
        evidence: [String: RuleValue],
        circumstances: RefundCircumstances,
        told: Told?,
        outcome: RefundCase.State?,
        price: Money?
    ) {
        self.id = id
        self.evidence = evidence
        self.circumstances = circumstances
        self.told = told
        self.outcome = outcome
        self.price = price
    }

    /// What Apple paid back, of a case that it has decided; half a unit is rounded away from zero.
    package var refunded: Money? {
        guard let price, let outcome else { return nil }
        return outcome.paidBack(of: price)
    }
}
