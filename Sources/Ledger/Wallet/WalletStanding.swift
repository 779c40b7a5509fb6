/// How a wallet stands.
package struct WalletStanding: Hashable, Sendable {
    /// Which it is, under the name of the customer who counts.
    package let name: WalletName
    /// All coins that are there, held ones included.
    package let balance: Int64
    /// The held ones among them.
    package let held: Int64
    /// What is owed and not repaid.
    package let debt: Int64
    /// How many movements there were.
    package let movementCount: Int64
    /// When something expires or thaws next, or earlier.
    package let dueAt: Instant?

    /// What can be spent.
    package var available: Int64 { self.balance - self.held }

    /// How a wallet of this name stands.
    package init(_ wallet: Wallet, name: WalletName) {
        self.name = name
        self.balance = wallet.balance
        self.held = wallet.held
        self.debt = wallet.debt
        self.movementCount = wallet.movementCount
        self.dueAt = wallet.dueAt
    }
}
