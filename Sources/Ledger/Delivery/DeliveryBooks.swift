/// What judging the deliveries of a chain asks of the books, in its unit of work.
package protocol DeliveryBooks<Failure> {
    /// Why the books could not answer.
    associatedtype Failure: Error

    /// What a customer has had of the Sandbox since an instant.
    func allowance(of customer: CustomerID, since: Instant) throws(Failure) -> SandboxAllowance

    /// The order whose token a purchase bears, if there is one.
    func order(namedBy purchase: Purchase) throws(Failure) -> OrderRecord?

    /// Blocks whoever paid for a delivery because it was refunded, unless he is blocked, and enters that in the audit log.
    mutating func block(forRefundOf delivery: Delivery, at now: Instant) throws(Failure)

    /// Carries out orders on a customer's wallets, all or none, each on the wallet of a coin.
    ///
    /// What is booked is told by whoever asks.
    mutating func carryOut(
        _ orders: [CoinName: WalletOrder],
        for customer: CustomerID,
        terms: [CoinName: Coin]
    ) throws(Failure) -> Result<[BookedWallet], WalletRefusal>

    /// Carries out an order about a purchase on every wallet into which it brought coins, all or none.
    ///
    /// What is booked is told by whoever asks.
    mutating func carryOut(
        _ order: WalletOrder,
        terms: [CoinName: Coin]
    ) throws(Failure) -> Result<[BookedWallet], WalletRefusal>
}
