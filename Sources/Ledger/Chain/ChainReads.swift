/// Reads chains and the ledgers of customers.
package protocol ChainReads {
    /// Returns the ledger of one customer, from which all answers about them are derived; without chains for an unknown
    /// customer.
    func ledger(of customer: CustomerID, app: AppName, environment: StoreEnvironment) throws -> CustomerLedger

    /// Returns the chain of a transaction, with its owners, or `nil` when the transaction is unknown.
    func chain(of transaction: TransactionID, app: AppName, environment: StoreEnvironment) throws -> OwnedChain?

    /// Returns the chains whose state changes by time alone and is due for an update, earliest first.
    func dueChains(at now: Instant, limit: Int) throws -> [DueChain]

    /// Returns the instant at which the next chain is due.
    func nextChainDueAt() throws -> Instant?
}

/// Publishes the state changes of chains that time causes.
package protocol ChainWrites {
    /// Publishes the state changes of a chain that time causes, each dated by the instant at which it was due, and
    /// schedules the next update.
    ///
    /// Does nothing when the chain is not due.
    func advance(_ chain: DueChain, at now: Instant, catalog: Catalog) throws
}
