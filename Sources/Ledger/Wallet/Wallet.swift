/// A customer's coins of one kind, as a value that every change goes through.
///
/// It holds the sums of the whole wallet, and of its lots those that matter: all of them, or the ones that a change
/// looks at. What a change looks at is said beside each, so that whoever keeps wallets need not load the past.
package struct Wallet: Hashable, Sendable {
    /// The most coins that come at once or lie in a wallet: integers up to here survive every JSON reader.
    package static let maximumQuantity: Int64 = 9_007_199_254_740_991

    /// All coins that are there, held ones included.
    package internal(set) var balance: Int64 = 0
    /// The held ones among them.
    package internal(set) var held: Int64 = 0
    /// What is owed and not repaid.
    package internal(set) var debt: Int64 = 0
    /// How many movements there were.
    package internal(set) var movementCount: Int64 = 0
    /// How many lots there were.
    package internal(set) var lotCount: Int64 = 0
    /// When something expires or is released next, or earlier; `nil` for never.
    package internal(set) var dueAt: Instant?
    /// The lots that matter, by ascending number.
    package internal(set) var lots: [Lot] = []
    /// What they repay of each other, by ascending debtor and lender.
    package internal(set) var repayments: [Repayment] = []
    /// What is remembered of purchases.
    package internal(set) var purchases: [WalletPurchase] = []

    /// An empty wallet.
    package init() {}

    /// A wallet as it is kept.
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

    /// What can be spent.
    package var available: Int64 { self.balance - self.held }

    /// The lot of a number, if it is among those that matter.
    package func lot(_ number: Int64) -> Lot? { self.place(of: number).map { self.lots[$0] } }

    /// What is remembered of a purchase.
    package func purchase(_ key: PurchaseKey) -> WalletPurchase? { self.purchases.first { $0.key == key } }

    /// The lots that a purchase brought.
    package func lots(of purchase: PurchaseKey) -> [Lot] { self.lots.filter { $0.purchase == purchase } }

    /// Adds what is kept, unless it is here already; for whoever loads a wallet by parts.
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

    /// Changes a lot in its place.
    mutating func change(_ number: Int64, _ change: (inout Lot) -> Void) {
        guard let place = self.place(of: number) else { return }
        change(&self.lots[place])
    }

    /// Where a lot is among those that matter, which lie by ascending number.
    private func place(of number: Int64) -> Int? {
        var (low, high) = (self.lots.startIndex, self.lots.endIndex)
        while low < high {
            let middle = low + (high - low) / 2
            if self.lots[middle].number < number { low = middle + 1 } else { high = middle }
        }
        return low < self.lots.endIndex && self.lots[low].number == number ? low : nil
    }

    /// Changes what is remembered of a purchase.
    mutating func change(_ key: PurchaseKey, _ change: (inout WalletPurchase) -> Void) {
        if let place = self.purchases.firstIndex(where: { $0.key == key }) {
            change(&self.purchases[place])
        } else {
            var purchase = WalletPurchase(key: key)
            change(&purchase)
            self.purchases.append(purchase)
        }
    }

    /// Takes note that something is due at an instant.
    mutating func expect(_ instant: Instant?) {
        guard let instant else { return }
        self.dueAt = min(self.dueAt ?? instant, instant)
    }
}

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

/// How a wallet stands.
package struct WalletBalance: Hashable, Sendable {
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
    /// When something expires or is released next, or earlier.
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
