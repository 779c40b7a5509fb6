import Ledger

/// What is booked in wallets as a part of something else, which tells it.
extension Session {
    /// What was booked, each with the number of the wallet's customer.
    typealias Booked = [(owner: Int64, wallet: BookedWallet)]

    /// Carries out orders on a customer's wallets, all or none.
    func book(
        _ orders: [CoinName: WalletOrder],
        for customer: CustomerID,
        _ name: ScopeName,
        terms: [CoinName: Coin]
    ) throws -> Result<Booked, WalletRefusal> {
        var prepared: [(WalletOrder, Prepared)] = []
        for (coin, order) in orders.sorted(by: { $0.key < $1.key }) {
            let wallet = WalletName(
                app: name.app,
                environment: name.environment,
                customer: customer,
                coin: coin
            )
            let own = terms[coin] ?? Coin()
            guard let stored = try self.wallet(for: order, wallet, own) else {
                return .failure(Self.refusal(of: order, own) ?? .unknownPurchase)
            }
            prepared.append((order, try self.prepare(order, stored, own)))
        }
        return try self.write(prepared)
    }

    /// Carries out an order about a purchase on every wallet into which it brought coins, all or none.
    func book(
        _ order: WalletOrder,
        in scope: Scope,
        terms: [CoinName: Coin]
    ) throws -> Result<Booked, WalletRefusal> {
        guard let purchase = order.purchase else { return .failure(.unknownPurchase) }
        let prepared = try self.wallets(with: purchase, scope).map { stored in
            (order, try self.prepare(order, stored, terms[stored.name.coin] ?? Coin()))
        }
        guard !prepared.isEmpty else { return .failure(.unknownPurchase) }
        return try self.write(prepared)
    }

    private func write(_ prepared: [(WalletOrder, Prepared)]) throws -> Result<Booked, WalletRefusal> {
        for case (_, .refused(_, let refusal)) in prepared { return .failure(refusal) }
        var booked: Booked = []
        for (order, result) in prepared {
            switch result {
            case .booked(var stored, let movement):
                try self.write(&stored, at: order.at, isTold: false)
                let wallet = BookedWallet(name: stored.name, movements: stored.movements, answer: movement)
                booked.append((stored.owner, wallet))
            case .repeated(let stored, let movement):
                booked.append((stored.owner, BookedWallet(name: stored.name, movements: [], answer: movement)))
            case .refused: continue
            }
        }
        return .success(booked)
    }
}
