import Ledger

/// What judging the deliveries of a chain asks and books, in memory.
struct BooksDeliveryBooks: DeliveryBooks {
    /// All books, as they are being changed.
    var books: Books
    /// The app and environment.
    let scope: Books.Scope
    /// The deliveries of the Sandbox that count.
    let counted: [Delivery]

    /// What a customer has had of the Sandbox since an instant.
    func allowance(of customer: CustomerID, since: Instant) throws(Never) -> SandboxAllowance {
        var allowance = SandboxAllowance()
        let people = self.books.people[self.scope.app] ?? BooksPeople()
        for delivery in self.counted
        where delivery.customer.map(people.resolved) == people.resolved(customer)
            && delivery.firstDueAt.map({ $0 >= since }) ?? false
        {
            allowance.add(delivery.goods)
        }
        return allowance
    }

    /// Blocks whoever paid for what was refunded.
    mutating func block(forRefundOf delivery: Delivery, at now: Instant) throws(Never) {
        self.books.block(forRefundOf: delivery, at: now)
    }

    /// The order whose token a purchase bears.
    func order(namedBy purchase: Purchase) throws(Never) -> OrderRecord? {
        let kept = self.books.orders.orders.first {
            $0.app == self.scope.app && $0.order.token == purchase.accountToken
        }
        return kept.map { self.books.record($0) }
    }

    /// Carries out orders on a customer's wallets.
    mutating func carryOut(
        _ orders: [CoinName: WalletOrder],
        for customer: CustomerID,
        terms: [CoinName: Coin]
    ) throws(Never) -> Result<[BookedWallet], WalletRefusal> {
        let places = orders.sorted { $0.key < $1.key }.map { coin, order in
            (
                order: order,
                wallet: WalletName(
                    app: self.scope.app,
                    environment: self.scope.environment,
                    customer: customer,
                    coin: coin
                )
            )
        }
        return self.carryOut(places, terms)
    }

    /// Carries out an order about a purchase on every wallet into which it brought coins.
    mutating func carryOut(
        _ order: WalletOrder,
        terms: [CoinName: Coin]
    ) throws(Never) -> Result<[BookedWallet], WalletRefusal> {
        let wallets = order.purchase.map {
            self.books.wallets.with($0, app: self.scope.app, environment: self.scope.environment)
        }
        guard let wallets, !wallets.isEmpty else { return .failure(.unknownPurchase) }
        return self.carryOut(wallets.map { (order: order, wallet: $0) }, terms)
    }

    private mutating func carryOut(
        _ orders: [(order: WalletOrder, wallet: WalletName)],
        _ terms: [CoinName: Coin]
    ) -> Result<[BookedWallet], WalletRefusal> {
        let before = self.books
        var booked: [BookedWallet] = []
        for (order, wallet) in orders {
            switch self.books.book(order, on: wallet, terms: terms[wallet.coin] ?? Coin()) {
            case .success(let done): booked.append(done.booked)
            case .failure(let failure):
                self.books = before
                return .failure(failure.refusal)
            }
        }
        return .success(booked)
    }
}
