/// Keeps wallets.
///
/// Each method is one whole unit of work, as those of `Repository` are. What is booked is told in the same unit, one
/// event for each movement in the customer's event stream. Who counts as another shares his wallets.
package protocol WalletRepository: Sendable {
    /// Carries out an order on a wallet, which begins with the first coins that come.
    ///
    /// An order whose key was used is answered with what was booked then, or refused when it asks for something else.
    /// The coins of a purchase come once in an app and environment: where another wallet has them, that one answers.
    /// What a hold, a release, a refund or a reversal is about is looked for everywhere, in coins of this name.
    func carryOut(
        _ request: WalletRequest,
        on wallet: WalletName,
        terms: Coin
    ) async throws(RepositoryError) -> Result<WalletOutcome, WalletRefusal>

    /// Carries out an order about a purchase on every wallet into which it brought coins, all or none.
    func carryOut(
        _ request: WalletRequest,
        app: AppName,
        environment: StoreEnvironment,
        coins: [CoinName: Coin]
    ) async throws(RepositoryError) -> Result<[WalletOutcome], WalletRefusal>

    /// How the wallets of a customer stand, by name of the coin.
    func wallets(
        of customer: CustomerID,
        app: AppName,
        environment: StoreEnvironment
    ) async throws(RepositoryError) -> [WalletBalance]

    /// The lots of a wallet with numbers below one, newest first; `nil` begins with the newest.
    func lots(of wallet: WalletName, before number: Int64?, limit: Int) async throws(RepositoryError) -> [Lot]

    /// The movements of a wallet with numbers below one, newest first; `nil` begins with the newest.
    func movements(of wallet: WalletName, before number: Int64?, limit: Int) async throws(RepositoryError) -> [Movement]

    /// What a purchase brought and what has become of it, by name of the coin.
    func lots(
        of purchase: PurchaseKey,
        app: AppName,
        environment: StoreEnvironment
    ) async throws(RepositoryError) -> [CoinName: PurchaseLots]

    /// The wallets in which something expires or is released, earliest first.
    func dueWallets(at now: Instant, limit: Int) async throws(RepositoryError) -> [WalletName]

    /// Lets time pass over a wallet: books and tells what has expired or released, each dated by its own instant.
    func advance(_ wallet: WalletName, at now: Instant) async throws(RepositoryError)
}
