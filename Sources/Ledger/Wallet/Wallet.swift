/// A customer's coins of one kind, as a value through which every change is made.
///
/// It contains the sums of the whole wallet, and those of its lots that a change reads, or all. The documentation of
/// each change states what it reads, so that a repository need not load the past.
package struct Wallet: Hashable, Sendable {
    /// The maximum number of coins that are added at once or are in a wallet: integers up to this one survive every
    /// JSON reader.
    package static let maximumQuantity: Int64 = 9_007_199_254_740_991

    /// All remaining coins, held ones included.
    package internal(set) var balance: Int64 = 0
    /// The held coins among them.
    package internal(set) var held: Int64 = 0
    /// The coins that are owed and not repaid.
    package internal(set) var debt: Int64 = 0
    /// The number of movements.
    package internal(set) var movementCount: Int64 = 0
    /// The number of lots.
    package internal(set) var lotCount: Int64 = 0
    /// The instant of the next expiry or release, or an earlier one; `nil` for never.
    package internal(set) var dueAt: Instant?
    /// The loaded lots, by ascending number.
    package internal(set) var lots: [Lot] = []
    /// The repayments between lots, by ascending debtor and lender.
    package internal(set) var repayments: [Repayment] = []
    /// The state of purchases.
    package internal(set) var purchases: [WalletPurchase] = []

    /// Creates an empty wallet.
    package init() {}

    /// Creates a stored wallet.
    package init(
        balance: Int64,
        held: Int64,
        debt: Int64,
        movementCount: Int64,
        lotCount: Int64,
        dueAt: Instant?
    ) {
        self.balance = balance
        self.held = held
        self.debt = debt
        self.movementCount = movementCount
        self.lotCount = lotCount
        self.dueAt = dueAt
    }

    /// The coins that can be spent.
    package var available: Int64 { self.balance - self.held }

    /// Returns the lot of a number, if it is loaded.
    package func lot(_ number: Int64) -> Lot? { self.place(of: number).map { self.lots[$0] } }

    /// Returns the state of a purchase.
    package func purchase(_ key: PurchaseKey) -> WalletPurchase? { self.purchases.first { $0.key == key } }

    /// Returns the lots that a purchase added.
    package func lots(of purchase: PurchaseKey) -> [Lot] { self.lots.filter { $0.purchase == purchase } }

    /// Adds stored values that are not loaded yet, for a caller that loads a wallet in parts.
    package mutating func load(
        lots: [Lot] = [],
        repayments: [Repayment] = [],
        purchases: [WalletPurchase] = []
    ) {
        self.lots += lots.filter { self.lot($0.number) == nil }
        self.lots.sort { $0.number < $1.number }
        let known = Set(self.repayments.map(\.parties))
        self.repayments += repayments.filter { !known.contains($0.parties) }
        self.sortRepayments()
        for purchase in purchases where self.purchase(purchase.key) == nil { self.purchases.append(purchase) }
    }

    mutating func sortRepayments() {
        self.repayments.sort { ($0.debtor, $0.lender) < ($1.debtor, $1.lender) }
    }

    /// Changes a loaded lot.
    mutating func change(_ number: Int64, _ change: (inout Lot) -> Void) {
        guard let place = self.place(of: number) else { return }
        change(&self.lots[place])
    }

    /// Returns the index of a lot among the loaded ones, which are sorted by number.
    private func place(of number: Int64) -> Int? {
        var (low, high) = (self.lots.startIndex, self.lots.endIndex)
        while low < high {
            let middle = low + (high - low) / 2
            if self.lots[middle].number < number { low = middle + 1 } else { high = middle }
        }
        return low < self.lots.endIndex && self.lots[low].number == number ? low : nil
    }

    /// Changes the state of a purchase.
    mutating func change(_ key: PurchaseKey, _ change: (inout WalletPurchase) -> Void) {
        if let place = self.purchases.firstIndex(where: { $0.key == key }) {
            change(&self.purchases[place])
        } else {
            var purchase = WalletPurchase(key: key)
            change(&purchase)
            self.purchases.append(purchase)
        }
    }

    /// Records that an expiry or a release is due at an instant.
    mutating func expect(_ instant: Instant?) {
        guard let instant else { return }
        self.dueAt = min(self.dueAt ?? instant, instant)
    }
}

/// The name of a wallet: a customer's coins of one kind, in one environment of an app.
package struct WalletName: Hashable, Sendable {
    /// The app.
    package let app: AppName
    /// The environment; coins of the Sandbox are never those of Production.
    package let environment: StoreEnvironment
    /// The owner.
    package let customer: CustomerID
    /// The kind of coins.
    package let coin: CoinName

    /// Creates the wallet of these values.
    package init(app: AppName, environment: StoreEnvironment, customer: CustomerID, coin: CoinName) {
        self.app = app
        self.environment = environment
        self.customer = customer
        self.coin = coin
    }

    /// Returns the name of the wallet of the same kind of another customer.
    package func naming(_ customer: CustomerID) -> Self {
        Self(app: self.app, environment: self.environment, customer: customer, coin: self.coin)
    }
}

/// The balance of a wallet.
package struct WalletBalance: Hashable, Sendable {
    /// The wallet, under the id of the customer into whom others were merged.
    package let name: WalletName
    /// All remaining coins, held ones included.
    package let balance: Int64
    /// The held coins among them.
    package let held: Int64
    /// The coins that are owed and not repaid.
    package let debt: Int64
    /// The number of movements.
    package let movementCount: Int64
    /// The instant of the next expiry or release, or an earlier one.
    package let dueAt: Instant?

    /// The coins that can be spent.
    package var available: Int64 { self.balance - self.held }

    /// Creates the balance of a wallet of this name.
    package init(_ wallet: Wallet, name: WalletName) {
        self.name = name
        self.balance = wallet.balance
        self.held = wallet.held
        self.debt = wallet.debt
        self.movementCount = wallet.movementCount
        self.dueAt = wallet.dueAt
    }
}
