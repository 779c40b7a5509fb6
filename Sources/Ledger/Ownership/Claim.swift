/// The statement that a purchase belongs to a customer, with its reason.
package struct Claim: Hashable, Sendable {
    /// Why the purchase belongs to its owner, or to nobody.
    package enum Reason: String, Hashable, Sendable, CaseIterable {
        /// An operator said so.
        case decision
        /// Somebody else paid, and this customer was last seen with the Apple Account that it was shared with.
        case familyMember
        /// He asked for it back, and the transfer policy gave it to him.
        case restore
        /// The purchase's own token stands for him.
        case accountToken
        /// The token that Apple named for this renewal stands for him.
        case renewalToken
        /// He owned the period before this renewal.
        case predecessor
        /// He submitted it as his purchase within a day.
        case purchaser
        /// It changes the plan of a subscription that he had and that renewed.
        case changeOfPlan
        /// He is the one customer who had been seen with the Apple Account.
        case appleAccount
        /// He was the first to submit it.
        case firstSubmission
        /// Nothing says whose it is.
        case unclaimed
    }

    /// Whose it is, or `nil` while nobody's.
    package let owner: CustomerID?
    /// Why.
    package let reason: Reason
    /// Who else has the entitlement, because the transfer policy shares it; by ascending name.
    package let sharedWith: [CustomerID]

    /// A claim for this owner, for this reason.
    package init(owner: CustomerID?, reason: Reason, sharedWith: [CustomerID] = []) {
        self.owner = owner
        self.reason = reason
        self.sharedWith = sharedWith
    }

    /// Whether a customer may use the purchase: its owner, or somebody with whom it is shared.
    package func serves(_ customer: CustomerID) -> Bool {
        self.owner == customer || self.sharedWith.contains(customer)
    }

    /// Whether the claim shows that the owner uses the Apple Account that paid.
    package var bindsAppleAccount: Bool {
        switch self.reason {
        case .decision, .accountToken, .renewalToken, .predecessor, .purchaser: self.owner != nil
        case .familyMember, .restore, .changeOfPlan, .appleAccount, .firstSubmission, .unclaimed: false
        }
    }

    /// Nobody's.
    package static let unclaimed = Self(owner: nil, reason: .unclaimed)
}
