/// Which wallet: a customer's coins of one kind, in one environment of an app.
package struct WalletName: Hashable, Sendable {
    /// The app.
    package let app: AppName
    /// The environment; coins of the Sandbox are never those of Production.
    package let environment: StoreEnvironment
    /// Whose it is.
    package let customer: CustomerID
    /// The kind of coins.
    package let coin: CoinName

    /// The wallet of these values.
    package init(app: AppName, environment: StoreEnvironment, customer: CustomerID, coin: CoinName) {
        self.app = app
        self.environment = environment
        self.customer = customer
        self.coin = coin
    }

    /// The same kind of wallet of another customer.
    package func naming(_ customer: CustomerID) -> Self {
        Self(app: self.app, environment: self.environment, customer: customer, coin: self.coin)
    }
}
