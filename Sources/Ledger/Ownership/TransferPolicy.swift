/// What a restore by another customer does to a purchase that has an owner.
package enum TransferPolicy: String, Hashable, Sendable, CaseIterable {
    /// The purchase goes to whoever restored it last.
    case transfer
    /// While the subscription renews the owner keeps it, unless he is anonymous; once it does not, it goes to whoever
    /// restored it last.
    case keepWhileRenewing = "keep-while-renewing"
    /// The owner keeps it; the other gets a normal answer without the entitlement.
    case keep
    /// The owner keeps it; the other is told that it is owned by another.
    case block
    /// Both have the entitlement.
    case share
}

/// The transfer policy of an app for each kind of product and each environment.
package struct TransferPolicies: Hashable, Sendable {
    /// A kind of product in an environment.
    private struct Subject: Hashable {
        let kind: TransactionSnapshot.Kind
        let environment: StoreEnvironment
    }

    private var policies: [Subject: TransferPolicy] = [:]

    /// The defaults: what is owned for good is transferred, and so is a subscription that does not renew any more.
    package init() {}

    /// The policy for a kind of product in an environment.
    ///
    /// Consumables never move, so theirs is `keep` whatever is set.
    package subscript(kind: TransactionSnapshot.Kind, environment: StoreEnvironment) -> TransferPolicy {
        get {
            if kind == .consumable { return .keep }
            let subject = Subject(kind: kind, environment: environment)
            return self.policies[subject] ?? (kind == .autoRenewable ? .keepWhileRenewing : .transfer)
        }
        set { self.policies[Subject(kind: kind, environment: environment)] = newValue }
    }
}
