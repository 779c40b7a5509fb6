/// Reads wallets.
///
/// Merged customers share their wallets.
package protocol WalletReads {
    /// Returns the balances of a customer's wallets at an instant, by name of the coin: after the expiries and releases
    /// that are due, whether or not they are booked yet.
    func wallets(
        of customer: CustomerID,
        app: AppName,
        environment: StoreEnvironment,
        at now: Instant
    ) throws -> [WalletBalance]

    /// Returns the lots of a wallet at an instant with numbers below one, newest first; `nil` begins with the newest.
    func lots(of wallet: WalletName, at now: Instant, before number: Int64?, limit: Int) throws -> [Lot]

    /// Returns the movements of a wallet at an instant with numbers below one, newest first; `nil` begins with the
    /// newest.
    func movements(of wallet: WalletName, at now: Instant, before number: Int64?, limit: Int) throws -> [Movement]

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

extension WalletReads {
    /// Returns the balances of a customer's wallets as they are booked, by name of the coin.
    package func wallets(
        of customer: CustomerID,
        app: AppName,
        environment: StoreEnvironment
    ) throws -> [WalletBalance] {
        try self.wallets(of: customer, app: app, environment: environment, at: Instant(milliseconds: .min))
    }

    /// Returns the lots of a wallet as they are booked, with numbers below one, newest first.
    package func lots(of wallet: WalletName, before number: Int64?, limit: Int) throws -> [Lot] {
        try self.lots(of: wallet, at: Instant(milliseconds: .min), before: number, limit: limit)
    }

    /// Returns the booked movements of a wallet with numbers below one, newest first.
    package func movements(of wallet: WalletName, before number: Int64?, limit: Int) throws -> [Movement] {
        try self.movements(of: wallet, at: Instant(milliseconds: .min), before: number, limit: limit)
    }
}
