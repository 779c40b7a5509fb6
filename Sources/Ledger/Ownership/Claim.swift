/// The claim of a customer to a purchase, with its reason.
package struct Claim: Hashable, Sendable {
    /// The reason why the purchase belongs to its owner, or has none.
    package enum Reason: String, Hashable, Sendable, CaseIterable {
        /// An operator decided it.
        case decision
        /// Another person paid, and this customer was last seen with the Apple Account with which the purchase is
        /// shared.
        case familyMember
        /// The customer restored the purchase, and the transfer policy transferred it to them.
        case restore
        /// The purchase's own token identifies the customer.
        case accountToken
        /// The token that Apple stated for this renewal identifies the customer.
        case renewalToken
        /// The customer owned the period before this renewal.
        case predecessor
        /// The customer submitted it as their purchase within a day.
        case purchaser
        /// The purchase changes the plan of a subscription that the customer had and that renewed.
        case changeOfPlan
        /// The customer is the only one who had been seen with the Apple Account.
        case appleAccount
        /// The customer was the first to submit it.
        case firstSubmission
        /// No evidence states an owner.
        case unclaimed
    }

    /// The owner; `nil` for none.
    package let owner: CustomerID?
    /// The reason.
    package let reason: Reason
    /// The other customers who have the entitlement because the transfer policy shares it; by ascending ID.
    package let sharedWith: [CustomerID]

    /// Creates a claim for this owner, with this reason.
    package init(owner: CustomerID?, reason: Reason, sharedWith: [CustomerID] = []) {
        self.owner = owner
        self.reason = reason
        self.sharedWith = sharedWith
    }

    /// Returns whether a customer may use the purchase: they own it, or it is shared with them.
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

    /// The claim without an owner.
    package static let unclaimed = Self(owner: nil, reason: .unclaimed)
}
