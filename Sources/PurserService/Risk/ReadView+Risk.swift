import Ledger

extension ReadView {
    /// Returns the facts about a customer and the Apple Accounts with which they buy, in one environment.
    func riskFacts(
        about customer: CustomerID,
        in app: ServedApp,
        environment: StoreEnvironment,
        at now: Instant
    ) throws -> RiskFacts {
        let own = try self.ledger(of: customer, app: app.name, environment: environment)
        return try self.riskFacts(about: own, in: app, at: now)
    }

    /// Returns the facts about the customer of a ledger and the Apple Accounts with which they buy, in its environment.
    func riskFacts(about own: CustomerLedger, in app: ServedApp, at now: Instant) throws -> RiskFacts {
        let environment = own.environment
        var accounts: [AppTransactionID: Set<CustomerID>] = [:]
        let bindings = try self.appleAccounts(of: own.customer, app: app.name, environment: environment)
        for binding in bindings.sorted(by: { $0.lastAt > $1.lastAt }).prefix(RiskReading.longestList) {
            let served = try self.bindings(of: binding.account, app: app.name, environment: environment)
            accounts[binding.account] = Set(served.map(\.customer)).union([own.customer])
        }
        var payments = try self.payments(in: own, of: app, at: now)
        var debtors = try self.owes(own.customer, in: app, environment) ? [own.customer] : Set<CustomerID>()
        let others = Set(accounts.values.flatMap(\.self)).subtracting([own.customer])
        for other in others.sorted(by: { $0.rawValue < $1.rawValue }).prefix(RiskReading.longestList) {
            payments.formUnion(try self.payments(of: other, on: Set(accounts.keys), in: app, environment, at: now))
            if try self.owes(other, in: app, environment) { debtors.insert(other) }
        }
        return RiskFacts(of: own.customer, payments: payments, accounts: accounts, debtors: debtors)
    }

    /// Returns the facts about an Apple Account in one environment and its customers; without customers where the
    /// account is unknown.
    func riskFacts(
        about account: AppTransactionID,
        in app: ServedApp,
        environment: StoreEnvironment,
        at now: Instant
    ) throws -> AccountRiskFacts {
        let bindings = try self.bindings(of: account, app: app.name, environment: environment)
        let customers = Set(bindings.map(\.customer)).sorted { $0.rawValue < $1.rawValue }
        var payments: Set<RiskPayment> = []
        var debtors: Set<CustomerID> = []
        for customer in customers.prefix(RiskReading.longestList) {
            payments.formUnion(try self.payments(of: customer, on: [account], in: app, environment, at: now))
            if try self.owes(customer, in: app, environment) { debtors.insert(customer) }
        }
        let refunds = try self.refunds(
            of: account,
            app: app.name,
            environment: environment,
            before: Instant(milliseconds: .max),
            limit: AccountRefund.longestList
        )
        return AccountRiskFacts(
            account: account,
            customers: customers,
            payments: payments,
            refunds: refunds,
            debtors: debtors
        )
    }

    /// Returns the purchases of a customer on these Apple Accounts; purchases on other accounts are not included.
    private func payments(
        of customer: CustomerID,
        on accounts: Set<AppTransactionID>,
        in app: ServedApp,
        _ environment: StoreEnvironment,
        at now: Instant
    ) throws -> Set<RiskPayment> {
        let ledger = try self.ledger(of: customer, app: app.name, environment: environment)
        return try self.payments(in: ledger, of: app, at: now).filter { payment in
            payment.account.map(accounts.contains) ?? false
        }
    }

    private func owes(_ customer: CustomerID, in app: ServedApp, _ environment: StoreEnvironment) throws -> Bool {
        try self.wallets(of: customer, app: app.name, environment: environment).contains { $0.debt > 0 }
    }

    private func payments(in ledger: CustomerLedger, of app: ServedApp, at now: Instant) throws -> Set<RiskPayment> {
        var snapshots: [TransactionID: TransactionSnapshot] = [:]
        for record in ledger.chains.flatMap(\.chain.transactions) { snapshots[record.transactionID] = record.current }
        var payments: Set<RiskPayment> = []
        for line in ledger.purchases(at: now, catalog: app.catalog) where line.ownership == .purchased {
            guard let id = line.transactionIDs.first, let snapshot = snapshots[id] else { continue }
            let refundedAt = line.state == .refunded ? line.revocation?.revokedAt : nil
            payments.insert(
                RiskPayment(
                    transactionID: id,
                    account: snapshot.appTransactionID,
                    customer: ledger.customer,
                    purchasedAt: line.purchasedAt,
                    isByHand: snapshot.reason != .renewal,
                    storefront: snapshot.storefront,
                    currency: line.price?.currency,
                    refundedAt: refundedAt,
                    usedMilliunits: refundedAt == nil ? nil : try self.used(line, of: app),
                    isCheap: line.isCheap(in: app.catalog)
                )
            )
        }
        return payments
    }

    /// Returns the share of a purchase's coins that were spent, in thousandths of a percent; `nil` where it credited
    /// none.
    private func used(_ line: PurchaseLine, of app: ServedApp) throws -> Int64? {
        guard !line.coins.isEmpty else { return nil }
        let lots = try self.lots(of: line.key, app: app.name, environment: line.environment)
        let shares = lots.values.map(\.consumedShare).filter { $0.amount > 0 }
        return shares.map { Int64($0.spent.multipliedReportingOverflow(by: 100_000).partialValue / $0.amount) }.max()
    }
}

extension PurchaseLine {
    /// Returns whether less was paid for a coin than the catalog's minimum; a refunded purchase counts as paid.
    fileprivate func isCheap(in catalog: Catalog) -> Bool {
        guard let price = self.price, self.offer == nil else { return false }
        return self.coins.contains { name, count in
            catalog.coins[name]?.minimum?.isAbove(price, for: count) ?? false
        }
    }
}
