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
