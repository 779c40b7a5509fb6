/// Everything that answers about one customer are derived from: each chain in which he owns at least one transaction.
package struct CustomerLedger: Hashable, Sendable {
    /// Whose it is.
    package let customer: CustomerID
    /// The environment it speaks of.
    package let environment: StoreEnvironment
    /// His chains, whole, also where other periods belong to other customers.
    package let chains: [OwnedChain]

    /// A customer's ledger of these chains.
    package init(customer: CustomerID, environment: StoreEnvironment, chains: [OwnedChain]) {
        self.customer = customer
        self.environment = environment
        self.chains = chains
    }
}

extension CustomerLedger {
    /// What the customer may use at an instant: one answer for each entitlement that anything of his gives or gave, by
    /// ascending name.
    ///
    /// The best of all that speaks for an entitlement answers. A subscription's answer is that of the owner of its
    /// latest period; earlier owners see only their own, ended periods.
    package func entitlements(at now: Instant, catalog: Catalog) -> [Entitlement] {
        self.holdings(at: now, gracePolicy: catalog.gracePolicy)
            .entitlements(at: now, environment: self.environment, catalog: catalog)
    }

    /// What the customer holds at an instant, by chain.
    package func holdings(at now: Instant, gracePolicy: GracePolicy) -> [Holding] {
        self.chains.map { owned in
            owned.holding(of: self.customer, at: now, environment: self.environment, gracePolicy: gracePolicy)
        }
    }

    /// The purchases of a chain that belong to the customer.
    func ownPurchases(in owned: OwnedChain) -> [Purchase] {
        owned.chain.purchases.filter { owned.owns(self.customer, $0) }
    }
}
