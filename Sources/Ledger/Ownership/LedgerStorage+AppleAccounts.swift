extension LedgerStorage {
    /// Returns the Apple Accounts that a customer is bound to, by the time of the first use.
    package func appleAccounts(
        of customer: CustomerID,
        app: AppName,
        environment: StoreEnvironment
    ) throws -> [AppleAccountBinding] {
        guard let scope = try self.knownScope(ScopeName(app: app, environment: environment)),
            let number = try self.countingNumber(of: customer, app: scope.app)
        else { return [] }
        var accounts: Set<AppTransactionID> = []
        for person in try self.everybody(whoIs: number) {
            let owned = try self.ownedOriginals(of: person, scope: scope)
            accounts.formUnion(try self.accountsUsed(by: person, owning: owned, scope: scope))
        }
        var people = CustomerCache(self)
        let name = try people.name(number)
        return try accounts.flatMap { try self.bindings(of: $0, scope: scope, people: &people) }
            .filter { $0.customer == name }
            .sorted { ($0.firstAt, $0.account) < ($1.firstAt, $1.account) }
    }

    /// Returns the customers who are bound to an Apple Account, by the time of the first use.
    package func bindings(
        of account: AppTransactionID,
        app: AppName,
        environment: StoreEnvironment
    ) throws -> [AppleAccountBinding] {
        guard let scope = try self.knownScope(ScopeName(app: app, environment: environment)) else { return [] }
        var people = CustomerCache(self)
        return try self.bindings(of: account, scope: scope, people: &people)
            .sorted { ($0.firstAt, $0.customer) < ($1.firstAt, $1.customer) }
    }

    /// Returns the chains with a purchase of an Apple Account that has no owner, by their first transaction.
    ///
    /// Such a purchase would get its owner from the account, so it is among the chains that depend on the account.
    package func unclaimedChains(
        of account: AppTransactionID,
        app: AppName,
        environment: StoreEnvironment
    ) throws -> [OwnedChain] {
        guard let scope = try self.knownScope(ScopeName(app: app, environment: environment)) else { return [] }
        var people = CustomerCache(self)
        return try self.chains(of: self.readers(of: account, scope: scope).map(\.root), scope: scope)
            .map { try $0.owned(by: &people) }
            .filter { $0.hasUnclaimedPurchase(of: account) }
            .sorted { $0.firstTransactionID < $1.firstTransactionID }
    }

    /// Returns the bindings of an Apple Account, by canonical customers.
    func bindings(
        of account: AppTransactionID,
        scope: Scope,
        people: inout CustomerCache
    ) throws -> [AppleAccountBinding] {
        AppleAccountBinding.joined(
            try self.uses(of: account, scope: scope).compactMap { line in
                guard let first = line.use.first, let last = line.use.last else { return nil }
                let customer = try people.canonicalCustomer(line.customer)
                return AppleAccountBinding(account: account, customer: customer, firstAt: first, lastAt: last)
            }
        )
    }

    /// Returns the Apple Accounts that a customer used, with those of all purchases in the chains of some originals.
    func accountsUsed(by person: Int64, owning originals: [Int64], scope: Scope) throws -> Set<AppTransactionID> {
        var accounts = Set(try self.familyAccounts(of: person, scope: scope))
        for chain in try self.chains(of: originals, scope: scope) {
            accounts.formUnion(chain.transactions.values.compactMap { $0.record.current.appTransactionID })
        }
        return accounts
    }
}
