import Ledger

/// A wallet as it lies in the database, and as it is being changed.
struct StoredWallet {
    /// Its number; `nil` until anything came into it.
    var number: Int64?
    /// The number of the customer.
    let owner: Int64
    /// The app and environment.
    let scope: Scope
    /// The number of the coin's name.
    let coin: Int64
    /// Which it is.
    let name: WalletName
    /// As it was loaded so far.
    private(set) var before = Wallet()
    /// As it is being changed.
    var wallet = Wallet()
    /// What was booked.
    var movements: [Movement] = []

    /// A wallet of these values, of which nothing else is loaded.
    init(number: Int64?, owner: Int64, scope: Scope, coin: Int64, name: WalletName, sums: Wallet) {
        self.number = number
        self.owner = owner
        self.scope = scope
        self.coin = coin
        self.name = name
        self.before = sums
        self.wallet = sums
    }

    /// Adds what was loaded.
    mutating func load(
        lots: [Lot] = [],
        repayments: [Repayment] = [],
        purchases: [WalletPurchase] = []
    ) {
        // What was changed since it was loaded counts, not what lies in the database.
        self.before.load(lots: lots, repayments: repayments, purchases: purchases)
        self.wallet.load(lots: lots, repayments: repayments, purchases: purchases)
    }

    /// The lots that are others now.
    var changedLots: [Lot] { self.wallet.lots.filter { self.before.lot($0.number) != $0 } }

    /// The repayments that are others now.
    var changedRepayments: [Repayment] {
        let before = Set(self.before.repayments)
        return self.wallet.repayments.filter { !before.contains($0) }
    }

    /// The purchases of which something else is remembered now.
    var changedPurchases: [WalletPurchase] {
        let before = Set(self.before.purchases)
        return self.wallet.purchases.filter { !before.contains($0) }
    }

    /// How it stands.
    var standing: WalletStanding { WalletStanding(self.wallet, name: self.name) }
}
