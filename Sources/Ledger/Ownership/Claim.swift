/// The statement that a purchase belongs to a customer, with its reason.
package struct Claim: Hashable, Sendable {
    /// Why the purchase belongs to its owner, or to nobody.
    package enum Reason: String, Hashable, Sendable, CaseIterable {
        /// An operator said so.
        case decision
        /// The purchase's own token stands for him.
        case accountToken
        /// He owned the period before this renewal.
        case predecessor
        /// He was the first to submit it.
        case firstSubmission
        /// Nothing says whose it is.
        case unclaimed
    }

    /// Whose it is, or `nil` while nobody's.
    package let owner: CustomerID?
    /// Why.
    package let reason: Reason

    /// A claim for this owner, for this reason.
    package init(owner: CustomerID?, reason: Reason) {
        self.owner = owner
        self.reason = reason
    }

    /// Nobody's.
    package static let unclaimed = Self(owner: nil, reason: .unclaimed)
}
