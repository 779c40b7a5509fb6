import Ledger

/// The in-memory reads and bookings of an evaluation of a chain's fulfillments.
struct MemoryFulfillmentUnitOfWork: FulfillmentUnitOfWork {
    /// The whole ledger, as it is being changed.
    var memory: MemoryState
    /// The app and environment.
    let scope: MemoryState.Scope
    /// The fulfillments of the Sandbox that count.
    let counted: [Fulfillment]

    /// Returns a customer's use of the Sandbox allowance since an instant.
    func allowance(of customer: CustomerID, since: Instant) throws(Never) -> SandboxAllowance {
        var allowance = SandboxAllowance()
        let people = self.memory.people[self.scope.app] ?? MemoryCustomerIdentities()
        for fulfillment in self.counted
        where fulfillment.customer.map(people.resolved) == people.resolved(customer)
            && fulfillment.firstDueAt.map({ $0 >= since }) ?? false
        {
            allowance.add(fulfillment.goods)
        }
        return allowance
    }

    /// Blocks the customer who paid for a refunded purchase.
    mutating func block(forRefundOf fulfillment: Fulfillment, at now: Instant) throws(Never) {
        self.memory.block(forRefundOf: fulfillment, at: now)
    }

    /// The order whose token a purchase bears.
    func order(namedBy purchase: Purchase) throws(Never) -> OrderRecord? {
        let kept = self.memory.orders.orders.first {
            $0.app == self.scope.app && $0.order.token == purchase.accountToken
        }
        return kept.map { self.memory.record($0) }
    }

    /// Carries out orders on a customer's wallets.
    mutating func carryOut(
        _ orders: [CoinName: WalletRequest],
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
        _ order: WalletRequest,
        terms: [CoinName: Coin]
    ) throws(Never) -> Result<[BookedWallet], WalletRefusal> {
        let wallets = order.purchase.map {
            self.memory.wallets.with($0, app: self.scope.app, environment: self.scope.environment)
        }
        guard let wallets, !wallets.isEmpty else { return .failure(.unknownPurchase) }
        return self.carryOut(wallets.map { (order: order, wallet: $0) }, terms)
    }

    private mutating func carryOut(
        _ orders: [(order: WalletRequest, wallet: WalletName)],
        _ terms: [CoinName: Coin]
    ) -> Result<[BookedWallet], WalletRefusal> {
        let before = self.memory
        var booked: [BookedWallet] = []
        for (order, wallet) in orders {
            switch self.memory.book(order, on: wallet, terms: terms[wallet.coin] ?? Coin()) {
            case .success(let done): booked.append(done.booked)
            case .failure(let failure):
                self.memory = before
                return .failure(failure.refusal)
            }
        }
        return .success(booked)
    }
}
