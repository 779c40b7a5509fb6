package import Ledger

extension ForwardingRepository {
    package func carryOut(
        _ request: WalletRequest,
        on wallet: WalletName,
        terms: Coin
    ) async throws(RepositoryError) -> Result<WalletOutcome, WalletRefusal> {
        try await self.base.carryOut(request, on: wallet, terms: terms)
    }

    package func carryOut(
        _ request: WalletRequest,
        app: AppName,
        environment: StoreEnvironment,
        coins: [CoinName: Coin]
    ) async throws(RepositoryError) -> Result<[WalletOutcome], WalletRefusal> {
        try await self.base.carryOut(request, app: app, environment: environment, coins: coins)
    }

    package func wallets(
        of customer: CustomerID,
        app: AppName,
        environment: StoreEnvironment
    ) async throws(RepositoryError) -> [WalletBalance] {
        try await self.base.wallets(of: customer, app: app, environment: environment)
    }

    package func lots(
        of wallet: WalletName,
        before number: Int64?,
        limit: Int
    ) async throws(RepositoryError) -> [Lot] {
        try await self.base.lots(of: wallet, before: number, limit: limit)
    }

    package func movements(
        of wallet: WalletName,
        before number: Int64?,
        limit: Int
    ) async throws(RepositoryError) -> [Movement] {
        try await self.base.movements(of: wallet, before: number, limit: limit)
    }

    package func lots(
        of purchase: PurchaseKey,
        app: AppName,
        environment: StoreEnvironment
    ) async throws(RepositoryError) -> [CoinName: PurchaseLots] {
        try await self.base.lots(of: purchase, app: app, environment: environment)
    }

    package func dueWallets(at now: Instant, limit: Int) async throws(RepositoryError) -> [WalletName] {
        try await self.base.dueWallets(at: now, limit: limit)
    }

    package func advance(_ wallet: WalletName, at now: Instant) async throws(RepositoryError) {
        try await self.base.advance(wallet, at: now)
    }
}
