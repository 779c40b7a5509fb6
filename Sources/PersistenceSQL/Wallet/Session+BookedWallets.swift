import Ledger

/// Bookings in wallets that are part of another operation, which publishes them.
extension Session {
    /// The booked wallets, each with the number of its customer.
    typealias Booked = [(owner: Int64, wallet: BookedWallet)]

    /// Carries out wallet requests of a customer, all or none.
    func book(
        _ requests: [CoinName: WalletRequest],
        for customer: CustomerID,
        _ name: ScopeName,
        terms: [CoinName: Coin]
    ) throws -> Result<Booked, WalletRefusal> {
        var prepared: [(WalletRequest, Prepared)] = []
        for (coin, request) in requests.sorted(by: { $0.key < $1.key }) {
            let wallet = WalletName(
                app: name.app,
                environment: name.environment,
                customer: customer,
                coin: coin
            )
            let own = terms[coin] ?? Coin()
            guard let stored = try self.wallet(for: request, wallet, own) else {
                return .failure(Self.refusal(of: request, own) ?? .unknownPurchase)
            }
            prepared.append((request, try self.prepare(request, stored, own)))
        }
        return try self.write(prepared)
    }

    /// Carries out a wallet request about a purchase on every wallet that received coins from it, all or none.
    func book(
        _ request: WalletRequest,
        in scope: Scope,
        terms: [CoinName: Coin]
    ) throws -> Result<Booked, WalletRefusal> {
        guard let purchase = request.purchase else { return .failure(.unknownPurchase) }
        let prepared = try self.wallets(with: purchase, scope).map { stored in
            (request, try self.prepare(request, stored, terms[stored.name.coin] ?? Coin()))
        }
        guard !prepared.isEmpty else { return .failure(.unknownPurchase) }
        return try self.write(prepared)
    }

    private func write(_ prepared: [(WalletRequest, Prepared)]) throws -> Result<Booked, WalletRefusal> {
        for case (_, .refused(_, let refusal)) in prepared { return .failure(refusal) }
        var booked: Booked = []
        for (request, result) in prepared {
            switch result {
            case .booked(var stored, let movement):
                try self.write(&stored, at: request.at, isPublished: false)
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
