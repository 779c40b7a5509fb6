/// What judging the fulfillments of a chain needs to know besides the chain.
package struct FulfillmentContext: Sendable {
    /// The app.
    package var app: AppName
    /// The environment.
    package var environment: StoreEnvironment
    /// The instant now.
    package var now: Instant
    /// What the app sells and what it gives for it.
    package var catalog: Catalog
    /// Transactions that only an app has shown, signed long before, and that nothing is known of besides.
    package var doubted: Set<TransactionID>
    /// Transactions that this unit shows and does not doubt.
    package var vouched: Set<TransactionID>
    /// Transactions whose purchases are released now.
    package var released: Set<TransactionID>
    /// Whether Apple can be asked about what is doubted.
    package var asksApple: Bool

    /// A context of these values.
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

/// What judging the fulfillments of a chain asks of the ledger, in its unit of work.
package protocol FulfillmentUnitOfWork<Failure> {
    /// Why the ledger could not answer.
    associatedtype Failure: Error

    /// What a customer has had of the Sandbox since an instant.
    func allowance(of customer: CustomerID, since: Instant) throws(Failure) -> SandboxAllowance

    /// The order whose token a purchase bears, if there is one.
    func order(namedBy purchase: Purchase) throws(Failure) -> OrderRecord?

    /// Blocks whoever paid for a fulfillment because it was refunded, unless he is blocked, and enters that in the
    /// audit log.
    mutating func block(forRefundOf fulfillment: Fulfillment, at now: Instant) throws(Failure)

    /// Carries out orders on a customer's wallets, all or none, each on the wallet of a coin.
    ///
    /// What is booked is told by whoever asks.
    mutating func carryOut(
        _ requests: [CoinName: WalletRequest],
        for customer: CustomerID,
        terms: [CoinName: Coin]
    ) throws(Failure) -> Result<[BookedWallet], WalletRefusal>

    /// Carries out an order about a purchase on every wallet into which it brought coins, all or none.
    ///
    /// What is booked is told by whoever asks.
    mutating func carryOut(
        _ request: WalletRequest,
        terms: [CoinName: Coin]
    ) throws(Failure) -> Result<[BookedWallet], WalletRefusal>
}
