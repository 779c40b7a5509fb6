/// Everything that the answers about one customer are derived from: each chain of which they own at least one
/// transaction.
package struct CustomerLedger: Hashable, Sendable {
    /// The customer.
    package let customer: CustomerID
    /// The environment of the chains.
    package let environment: StoreEnvironment
    /// The complete chains, including periods that belong to other customers.
    package let chains: [OwnedChain]

    /// Creates a customer's ledger from these chains.
    package init(customer: CustomerID, environment: StoreEnvironment, chains: [OwnedChain]) {
        self.customer = customer
        self.environment = environment
        self.chains = chains
    }
}

extension CustomerLedger {
    /// Returns the customer's entitlements at an instant: one for each entitlement that any of their purchases gives or
    /// gave, by ascending name.
    ///
    /// Of several sources for one entitlement the best counts. The owner of a subscription's latest period gets the
    /// subscription's answer; earlier owners see only their own, ended periods.
    package func entitlements(at now: Instant, catalog: Catalog) -> [Entitlement] {
        self.holdings(at: now, gracePolicy: catalog.gracePolicy)
            .entitlements(at: now, environment: self.environment, catalog: catalog)
    }

    /// Returns the customer's holdings at an instant, by chain.
    package func holdings(at now: Instant, gracePolicy: GracePolicy) -> [Holding] {
        self.chains.map { owned in
            owned.holding(of: self.customer, at: now, environment: self.environment, gracePolicy: gracePolicy)
        }
    }

    /// Returns the purchases of a chain that belong to the customer; the seat of a member is none.
    package func ownPurchases(in owned: OwnedChain) -> [Purchase] {
        owned.chain.purchases.filter { owned.owns(self.customer, $0) && !owned.isSeat(self.customer, $0) }
    }
}
