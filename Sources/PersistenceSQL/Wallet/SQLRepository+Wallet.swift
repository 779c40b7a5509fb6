package import Ledger

extension SQLRepository {
    /// Carries out a wallet request.
    package func carryOut(
        _ request: WalletRequest,
        on wallet: WalletName,
        terms: Coin
    ) async throws(RepositoryError) -> Result<WalletOutcome, WalletRefusal> {
        try await self.write { session in try session.carryOut(request, on: wallet, terms: terms) }
    }

    /// Carries out a wallet request about a purchase on every wallet that received coins from it.
    package func carryOut(
        _ request: WalletRequest,
        app: AppName,
        environment: StoreEnvironment,
        coins: [CoinName: Coin]
    ) async throws(RepositoryError) -> Result<[WalletOutcome], WalletRefusal> {
        try await self.write { session in
            try session.carryOut(request, in: ScopeName(app: app, environment: environment), coins: coins)
        }
    }

    /// Returns the balances of a customer's wallets.
    package func wallets(
        of customer: CustomerID,
        app: AppName,
        environment: StoreEnvironment
    ) async throws(RepositoryError) -> [WalletBalance] {
        try await self.read { session in
            guard let scope = try session.knownScope(ScopeName(app: app, environment: environment)),
                let holder = try session.holder(customer, app: scope.app)
            else { return [] }
            return try session.wallets(of: holder.number, scope).map(\.walletBalance)
                .sorted { $0.name.coin < $1.name.coin }
        }
    }

    /// Returns the lots of a wallet, newest first.
    package func lots(
        of wallet: WalletName,
        before number: Int64?,
        limit: Int
    ) async throws(RepositoryError) -> [Lot] {
        try await self.read { session in
            guard let wallet = try session.known(wallet)?.number else { return [] }
            return try session.lots(.lotsBefore, wallet, [.integer(number ?? .max), .integer(Int64(limit))])
        }
    }

    /// Returns the movements of a wallet, newest first.
    package func movements(
        of wallet: WalletName,
        before number: Int64?,
        limit: Int
    ) async throws(RepositoryError) -> [Movement] {
        try await self.read { session in
            guard let wallet = try session.known(wallet)?.number else { return [] }
            let values: [SQLValue] = [.integer(wallet), .integer(number ?? .max), .integer(Int64(limit))]
            return try session.movements(.movementsBefore, values)
        }
    }

    /// Returns the lots of a purchase.
    package func lots(
        of purchase: PurchaseKey,
        app: AppName,
        environment: StoreEnvironment
    ) async throws(RepositoryError) -> [CoinName: PurchaseLots] {
        try await self.read { session in
            guard let scope = try session.knownScope(ScopeName(app: app, environment: environment)) else { return [:] }
            var found: [CoinName: PurchaseLots] = [:]
            for stored in try session.wallets(with: purchase, scope) {
                guard let number = stored.number else { continue }
                let text = SQLValue.text(purchase.spelling)
                let key: [SQLValue] = [.integer(scope.number), text, .integer(number)]
                found[stored.name.coin] = PurchaseLots(
                    customer: stored.name.customer,
                    purchase: try session.walletPurchases(.walletPurchase, key).first ?? WalletPurchase(key: purchase),
                    lots: try session.lots(.lotsOfPurchase, number, [text]).sorted { $0.number < $1.number }
                )
            }
            return found
        }
    }

    /// Returns the wallets in which something expires or is released, earliest first.
    package func dueWallets(at now: Instant, limit: Int) async throws(RepositoryError) -> [WalletName] {
        try await self.read { session in try session.dueWallets(at: now, limit: limit) }
    }

    /// Publishes the changes that time causes in a wallet.
    package func advance(_ wallet: WalletName, at now: Instant) async throws(RepositoryError) {
        try await self.write { session in try session.advance(wallet, at: now) }
    }
}
