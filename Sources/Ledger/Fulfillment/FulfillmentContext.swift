/// The input of a chain's fulfillment evaluation besides the chain.
package struct FulfillmentContext: Sendable {
    /// The app.
    package var app: AppName
    /// The environment.
    package var environment: StoreEnvironment
    /// The current instant.
    package var now: Instant
    /// The app's catalog.
    package var catalog: Catalog
    /// The transactions that an app submitted long after Apple signed them and that no other evidence confirms.
    package var doubted: Set<TransactionID>
    /// The transactions that this recording contains and does not doubt.
    package var vouched: Set<TransactionID>
    /// The transactions whose purchases are released now.
    package var released: Set<TransactionID>
    /// Whether the server can ask Apple about doubted transactions.
    package var asksApple: Bool

    /// Creates a context with these values.
    package init(
        app: AppName,
        environment: StoreEnvironment,
        now: Instant,
        catalog: Catalog,
        doubted: Set<TransactionID> = [],
        vouched: Set<TransactionID> = [],
        released: Set<TransactionID> = [],
        asksApple: Bool = false
    ) {
        self.app = app
        self.environment = environment
        self.now = now
        self.catalog = catalog
        self.doubted = doubted
        self.vouched = vouched
        self.released = released
        self.asksApple = asksApple
    }
}

/// What the evaluation of a chain's fulfillments reads and writes in the ledger's transaction.
package protocol FulfillmentUnitOfWork<Failure> {
    /// The error of a failed read or write.
    associatedtype Failure: Error

    /// Returns what a customer has received from the Sandbox since an instant.
    func allowance(of customer: CustomerID, since: Instant) throws(Failure) -> SandboxAllowance

    /// Returns the order whose token a purchase has; `nil` without one.
    func order(namedBy purchase: Purchase) throws(Failure) -> OrderRecord?

    /// Blocks the customer of a refunded fulfillment, unless they are blocked already, and enters that in the audit
    /// log.
    mutating func block(forRefundOf fulfillment: Fulfillment, at now: Instant) throws(Failure)

    /// Carries out requests on a customer's wallets, all or none, each on the wallet of one coin.
    ///
    /// The caller publishes what is booked.
    mutating func carryOut(
        _ requests: [CoinName: WalletRequest],
        for customer: CustomerID,
        terms: [CoinName: Coin]
    ) throws(Failure) -> Result<[BookedWallet], WalletRefusal>

    /// Carries out a request about a purchase on every wallet into which it credited coins, all or none.
    ///
    /// The caller publishes what is booked.
    mutating func carryOut(
        _ request: WalletRequest,
        terms: [CoinName: Coin]
    ) throws(Failure) -> Result<[BookedWallet], WalletRefusal>
}
