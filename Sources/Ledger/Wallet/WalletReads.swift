/// Reads wallets.
///
/// Merged customers share their wallets.
package protocol WalletReads {
    /// Returns the balances of a customer's wallets, by name of the coin.
    func wallets(of customer: CustomerID, app: AppName, environment: StoreEnvironment) throws -> [WalletBalance]

    /// Returns the lots of a wallet with numbers below one, newest first; `nil` begins with the newest.
    func lots(of wallet: WalletName, before number: Int64?, limit: Int) throws -> [Lot]

    /// Returns the movements of a wallet with numbers below one, newest first; `nil` begins with the newest.
    func movements(of wallet: WalletName, before number: Int64?, limit: Int) throws -> [Movement]

    /// Returns the lots that a purchase added and their state, by name of the coin.
    func lots(of purchase: PurchaseKey, app: AppName, environment: StoreEnvironment) throws -> [CoinName: PurchaseLots]

    /// Returns the wallets with a due expiry or release, earliest first.
    func dueWallets(at now: Instant, limit: Int) throws -> [WalletName]
}

/// Carries out requests on wallets, and advances wallets in time.
///
/// Every movement is published in the same unit of work, as one event in the customer's event stream.
package protocol WalletWrites {
    /// Carries out a request on a wallet, which is created with its first coins.
    ///
    /// A request whose key was used returns what was booked then, or is refused when its content differs. The coins of
    /// a purchase are added once in an app and environment: where another wallet has them, that wallet answers. A hold,
    /// a release, a refund or a reversal applies to the purchase in every wallet with coins of this name.
    func carryOut(
        _ request: WalletRequest,
        on wallet: WalletName,
        terms: Coin
    ) throws -> Result<WalletOutcome, WalletRefusal>

    /// Carries out a request about a purchase on every wallet to which it added coins, all or none.
    func carryOut(
        _ request: WalletRequest,
        app: AppName,
        environment: StoreEnvironment,
        coins: [CoinName: Coin]
    ) throws -> Result<[WalletOutcome], WalletRefusal>

    /// Advances a wallet to an instant: books and publishes expiries and releases, each dated by its own instant.
    func advance(_ wallet: WalletName, at now: Instant) throws
}
