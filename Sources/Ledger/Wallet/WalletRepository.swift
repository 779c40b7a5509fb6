/// A repository of wallets.
///
/// Each method is one complete unit of work, as the methods of `Repository` are. Every movement is published in the
/// same unit, as one event in the customer's event stream. Merged customers share their wallets.
package protocol WalletRepository: Sendable {
    /// Carries out a request on a wallet, which is created with its first coins.
    ///
    /// A request whose key was used returns what was booked then, or is refused when its content differs. The coins of
    /// a purchase are added once in an app and environment: where another wallet has them, that wallet answers. A hold,
    /// a release, a refund or a reversal applies to the purchase in every wallet with coins of this name.
    func carryOut(
        _ request: WalletRequest,
        on wallet: WalletName,
        terms: Coin
    ) async throws(RepositoryError) -> Result<WalletOutcome, WalletRefusal>

    /// Carries out a request about a purchase on every wallet to which it added coins, all or none.
    func carryOut(
        _ request: WalletRequest,
        app: AppName,
        environment: StoreEnvironment,
        coins: [CoinName: Coin]
    ) async throws(RepositoryError) -> Result<[WalletOutcome], WalletRefusal>

    /// Returns the balances of a customer's wallets, by name of the coin.
    func wallets(
        of customer: CustomerID,
        app: AppName,
        environment: StoreEnvironment
    ) async throws(RepositoryError) -> [WalletBalance]

    /// Returns the lots of a wallet with numbers below one, newest first; `nil` begins with the newest.
    func lots(of wallet: WalletName, before number: Int64?, limit: Int) async throws(RepositoryError) -> [Lot]

    /// Returns the movements of a wallet with numbers below one, newest first; `nil` begins with the newest.
    func movements(of wallet: WalletName, before number: Int64?, limit: Int) async throws(RepositoryError) -> [Movement]

    /// Returns the lots that a purchase added and their state, by name of the coin.
    func lots(
        of purchase: PurchaseKey,
        app: AppName,
        environment: StoreEnvironment
    ) async throws(RepositoryError) -> [CoinName: PurchaseLots]

    /// Returns the wallets with a due expiry or release, earliest first.
    func dueWallets(at now: Instant, limit: Int) async throws(RepositoryError) -> [WalletName]

    /// Advances a wallet to an instant: books and publishes expiries and releases, each dated by its own instant.
    func advance(_ wallet: WalletName, at now: Instant) async throws(RepositoryError)
}
