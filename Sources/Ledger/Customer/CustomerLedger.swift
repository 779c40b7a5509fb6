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
