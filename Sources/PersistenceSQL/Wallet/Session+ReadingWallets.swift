package import Ledger

/// What wallets contain.
extension Session {
    /// Returns the balances of a customer's wallets at an instant.
    package func wallets(
        of customer: CustomerID,
        app: AppName,
        environment: StoreEnvironment,
        at now: Instant
    ) throws -> [WalletBalance] {
        guard let scope = try self.knownScope(ScopeName(app: app, environment: environment)),
            let holder = try self.holder(customer, app: scope.app)
        else { return [] }
        return try self.wallets(of: holder.number, scope).map { try self.advanced($0, to: now).walletBalance }
            .sorted { $0.name.coin < $1.name.coin }
    }

    /// Returns the lots of a wallet at an instant, newest first.
    package func lots(of wallet: WalletName, at now: Instant, before number: Int64?, limit: Int) throws -> [Lot] {
        guard let stored = try self.known(wallet), let wallet = stored.number else { return [] }
        let lots = try self.lots(.wallets.lotsBefore, wallet, [.integer(number ?? .max), .integer(Int64(limit))])
        let changed = try self.advanced(stored, to: now).changedLots
        return lots.map { lot in changed.first { $0.number == lot.number } ?? lot }
    }

    /// Returns the movements of a wallet at an instant, newest first.
    package func movements(
        of wallet: WalletName,
        at now: Instant,
        before number: Int64?,
        limit: Int
    ) throws -> [Movement] {
        guard let stored = try self.known(wallet), let wallet = stored.number else { return [] }
        let due = try self.advanced(stored, to: now).movements.filter { $0.number < number ?? .max }
        let values: [SQLValue] = [.integer(wallet), .integer(number ?? .max), .integer(Int64(limit))]
        return Array((due.reversed() + (try self.movements(.wallets.movementsBefore, values))).prefix(limit))
    }

    /// Returns a wallet after the expiries and releases that are due at an instant, without booking them.
    private func advanced(_ stored: StoredWallet, to now: Instant) throws -> StoredWallet {
        var advanced = stored
        try self.letTimePass(&advanced, at: now)
        return advanced
    }

    /// Returns the lots of a purchase.
    package func lots(
        of purchase: PurchaseKey,
        app: AppName,
        environment: StoreEnvironment
    ) throws -> [CoinName: PurchaseLots] {
        guard let scope = try self.knownScope(ScopeName(app: app, environment: environment)) else { return [:] }
        var found: [CoinName: PurchaseLots] = [:]
        for stored in try self.wallets(with: purchase, scope) {
            guard let number = stored.number else { continue }
            let text = SQLValue.text(purchase.spelling)
            let key: [SQLValue] = [.integer(scope.number), text, .integer(number)]
            found[stored.name.coin] = PurchaseLots(
                customer: stored.name.customer,
                purchase: try self.walletPurchases(.wallets.walletPurchase, key).first ?? WalletPurchase(key: purchase),
                lots: try self.lots(.wallets.lotsOfPurchase, number, [text]).sorted { $0.number < $1.number }
            )
        }
        return found
    }
}
