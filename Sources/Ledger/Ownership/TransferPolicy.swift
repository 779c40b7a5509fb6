/// The effect of a restore by another customer on a purchase that has an owner.
package enum TransferPolicy: String, Hashable, Sendable, CaseIterable {
    /// The purchase is transferred to the customer who restored it last.
    case transfer
    /// The owner keeps a subscription while it renews, unless the owner is anonymous; otherwise it is transferred to
    /// the customer who restored it last.
    case keepWhileRenewing = "keep-while-renewing"
    /// The owner keeps it; the other customer gets a normal answer without the entitlement.
    case keep
    /// The owner keeps it; the other customer gets an error that states it is owned by another customer.
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

    /// Creates the defaults: a permanent purchase is transferred, and so is a subscription that does not renew any
    /// more.
    package init() {}

    /// The policy for a kind of product in an environment.
    ///
    /// Consumables are never transferred, so their policy is always `keep`.
    package subscript(kind: TransactionSnapshot.Kind, environment: StoreEnvironment) -> TransferPolicy {
        get {
            if kind == .consumable { return .keep }
            let subject = Subject(kind: kind, environment: environment)
            return self.policies[subject] ?? (kind == .autoRenewable ? .keepWhileRenewing : .transfer)
        }
        set { self.policies[Subject(kind: kind, environment: environment)] = newValue }
    }
}
