/// Reads chains and the ledgers of customers.
package protocol ChainReads {
    /// Returns the ledger of one customer, from which all answers about them are derived; without chains for an unknown
    /// customer.
    func ledger(of customer: CustomerID, app: AppName, environment: StoreEnvironment) throws -> CustomerLedger

    /// Returns the part of a customer's ledger that became known last, from at most `limit` original transactions, and
    /// whether that is all of it.
    ///
    /// Its cost does not grow with the past of the customer.
    func newestLedger(
        of customer: CustomerID,
        app: AppName,
        environment: StoreEnvironment,
        limit: Int
    ) throws -> (ledger: CustomerLedger, isWhole: Bool)

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

/// A chain whose state is due for an update.
package struct DueChain: Hashable, Sendable {
    /// The app of the chain.
    package let app: AppName
    /// The environment of the chain.
    package let environment: StoreEnvironment
    /// The original transaction id that identifies the chain.
    package let originalTransactionID: OriginalTransactionID
    /// The instant of its next change.
    package let dueAt: Instant

    /// Creates a chain that is due at an instant.
    package init(
        app: AppName,
        environment: StoreEnvironment,
        originalTransactionID: OriginalTransactionID,
        dueAt: Instant
    ) {
        self.app = app
        self.environment = environment
        self.originalTransactionID = originalTransactionID
        self.dueAt = dueAt
    }

    /// The maximum number of steps of one update; a chain with more remains due.
    ///
    /// Between two pieces of evidence a subscription passes overdue, grace, retry and expiry at most, each once.
    package static let maximumSteps = 16
}
