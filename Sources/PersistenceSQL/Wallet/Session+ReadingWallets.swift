package import Ledger

/// What wallets contain.
extension Session {
    /// Returns the balances of a customer's wallets.
    package func wallets(of customer: CustomerID, app: AppName, environment: StoreEnvironment) throws -> [WalletBalance]
    {
        guard let scope = try self.knownScope(ScopeName(app: app, environment: environment)),
            let holder = try self.holder(customer, app: scope.app)
        else { return [] }
        return try self.wallets(of: holder.number, scope).map(\.walletBalance)
            .sorted { $0.name.coin < $1.name.coin }
    }

    /// Returns the lots of a wallet, newest first.
    package func lots(of wallet: WalletName, before number: Int64?, limit: Int) throws -> [Lot] {
        guard let wallet = try self.known(wallet)?.number else { return [] }
        return try self.lots(.lotsBefore, wallet, [.integer(number ?? .max), .integer(Int64(limit))])
    }

    /// Returns the movements of a wallet, newest first.
    package func movements(of wallet: WalletName, before number: Int64?, limit: Int) throws -> [Movement] {
        guard let wallet = try self.known(wallet)?.number else { return [] }
        let values: [SQLValue] = [.integer(wallet), .integer(number ?? .max), .integer(Int64(limit))]
        return try self.movements(.movementsBefore, values)
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
                purchase: try self.walletPurchases(.walletPurchase, key).first ?? WalletPurchase(key: purchase),
                lots: try self.lots(.lotsOfPurchase, number, [text]).sorted { $0.number < $1.number }
            )
        }
        return found
    }
}
