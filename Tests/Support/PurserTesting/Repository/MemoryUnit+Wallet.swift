import Ledger

extension MemoryUnit {
    /// Carries out an order on a wallet.
    func carryOut(
        _ request: WalletRequest,
        on wallet: WalletName,
        terms: Coin
    ) throws -> Result<WalletOutcome, WalletRefusal> {
        self.open { memory in memory.carryOut(request, on: wallet, terms: terms) }
    }

    /// Carries out an order about a purchase on every wallet into which it brought coins.
    func carryOut(
        _ request: WalletRequest,
        app: AppName,
        environment: StoreEnvironment,
        coins: [CoinName: Coin]
    ) throws -> Result<[WalletOutcome], WalletRefusal> {
        self.open { memory in memory.carryOut(request, app: app, environment: environment, coins: coins) }
    }

    /// The wallets of a customer at an instant.
    func wallets(
        of customer: CustomerID,
        app: AppName,
        environment: StoreEnvironment,
        at now: Instant
    ) throws -> [WalletBalance] {
        self.open { memory in
            let customer = memory.people[app]?.resolved(customer) ?? customer
            return memory.wallets.kept
                .filter { $0.key.app == app && $0.key.environment == environment && $0.key.customer == customer }
                .map { WalletBalance($0.value.advanced(to: now).wallet, name: $0.key) }
                .sorted { $0.name.coin < $1.name.coin }
        }
    }

    /// The lots of a wallet at an instant, newest first.
    func lots(
        of wallet: WalletName,
        at now: Instant,
        before number: Int64?,
        limit: Int
    ) throws -> [Lot] {
        self.open { memory in
            let lots = memory.wallets.kept[memory.counting(wallet)]?.advanced(to: now).wallet.lots ?? []
            return Array(lots.reversed().filter { $0.number < number ?? .max }.prefix(limit))
        }
    }

    /// The movements of a wallet at an instant, newest first.
    func movements(
        of wallet: WalletName,
        at now: Instant,
        before number: Int64?,
        limit: Int
    ) throws -> [Movement] {
        self.open { memory in
            let movements = memory.wallets.kept[memory.counting(wallet)]?.advanced(to: now).movements ?? []
            return Array(movements.reversed().filter { $0.number < number ?? .max }.prefix(limit))
        }
    }

    /// Returns the lots of a purchase and their state.
    func lots(
        of purchase: PurchaseKey,
        app: AppName,
        environment: StoreEnvironment
    ) throws -> [CoinName: PurchaseLots] {
        self.open { memory in
            var found: [CoinName: PurchaseLots] = [:]
            for name in memory.wallets.with(purchase, app: app, environment: environment) {
                guard let wallet = memory.wallets.kept[name]?.wallet else { continue }
                found[name.coin] = PurchaseLots(
                    customer: name.customer,
                    purchase: wallet.purchase(purchase) ?? WalletPurchase(key: purchase),
                    lots: wallet.lots(of: purchase)
                )
            }
            return found
        }
    }

    /// The wallets in which something expires or is released, earliest first.
    func dueWallets(at now: Instant, limit: Int) throws -> [WalletName] {
        self.open { memory in
            let due = memory.wallets.kept.compactMap { name, kept in kept.wallet.dueAt.map { (name: name, at: $0) } }
            return Array(due.filter { $0.at <= now }.sorted { $0.at < $1.at }.map(\.name).prefix(limit))
        }
    }

    /// Performs the expirations and releases of a wallet that are due.
    func advance(_ wallet: WalletName, at now: Instant) throws {
        self.open { memory in memory.advance(wallet, at: now) }
    }
}
