package import Ledger

extension Session {
    /// The canonical customer of a name.
    struct Holder {
        /// The customer's number.
        let number: Int64
        /// The customer's name.
        let name: CustomerID
        /// Whether other customers were merged into this one.
        let isSeveral: Bool
    }

    /// Returns the canonical customer of a name, or `nil` where the name is unknown.
    func holder(_ customer: CustomerID, app: Int64) throws -> Holder? {
        let values: [SQLValue] = [.integer(app), .digest(of: customer), .identifier(customer.rawValue)]
        let found = try self.first(.ownership.customerState, values) { row in
            (number: try row.integer(), mergedInto: try row.optionalInteger(), isSeveral: try row.flag())
        }
        guard let found else { return nil }
        guard found.mergedInto != nil else {
            return Holder(number: found.number, name: customer, isSeveral: found.isSeveral)
        }
        let counting = try self.countingCustomer(found.number)
        return Holder(number: counting.number, name: counting.name, isSeveral: true)
    }

    /// Returns the tokens that identify a customer, except those of orders, in their order.
    package func accountTokens(of customer: CustomerID, app: AppName) throws -> [AccountToken] {
        guard let app = try self.knownApp(app), let number = try self.countingNumber(of: customer, app: app) else {
            return []
        }
        var tokens: Set<AccountToken> = []
        for person in try self.everybody(whoIs: number) {
            tokens.formUnion(try self.looseTokens(of: person))
            let borne = try self.all(.ownership.tokensOfOwned, [.integer(person)]) { row in try row.optionalToken() }
            for token in Set(borne.compactMap(\.self)) where !tokens.contains(token) {
                if try self.customer(withOwnToken: token, app: app) == person { tokens.insert(token) }
            }
        }
        return tokens.sorted()
    }

    /// Returns the customer that a token identifies.
    package func customer(of token: AccountToken, app: AppName) throws -> CustomerID? {
        guard let app = try self.knownApp(app) else { return nil }
        return try self.customer(withToken: token, app: app).map { try self.countingCustomer($0).name }
    }

    /// Returns the Apple Accounts that a customer is bound to, by the time of the first use.
    package func appleAccounts(
        of customer: CustomerID,
        app: AppName,
        environment: StoreEnvironment
    ) throws -> [AppleAccountBinding] {
        guard let numbers = try self.knownScope(ScopeName(app: app, environment: environment)),
            let number = try self.countingNumber(of: customer, app: numbers.app)
        else { return [] }
        var accounts: Set<AppTransactionID> = []
        for person in try self.everybody(whoIs: number) {
            let key: [SQLValue] = [.integer(person), .integer(numbers.number)]
            accounts.formUnion(try self.all(.ownership.familyAccounts, key) { AppTransactionID(try $0.identifier()) })
            for original in try self.all(.ownership.ownedOriginals, key, read: { row in try row.integer() }) {
                let chain = try self.chain(of: try self.original(original), scope: numbers)
                accounts.formUnion(chain.transactions.values.compactMap { $0.record.current.appTransactionID })
            }
        }
        let name = try self.customer(number)
        return try accounts.flatMap { try self.bindings(of: $0, app: app, environment: environment) }
            .filter { $0.customer == name }
            .sorted { ($0.firstAt, $0.account) < ($1.firstAt, $1.account) }
    }

    /// Returns the customers who are bound to an Apple Account, by the time of the first use.
    package func bindings(
        of account: AppTransactionID,
        app: AppName,
        environment: StoreEnvironment
    ) throws -> [AppleAccountBinding] {
        guard let numbers = try self.knownScope(ScopeName(app: app, environment: environment)) else { return [] }
        let key: [SQLValue] = [.integer(numbers.number), .identifier(account.rawValue)]
        let lines = try self.all(.ownership.accountCustomers, key) { row in
            (
                customer: try row.integer(), firstAt: try row.optionalInstant(), lastAt: try row.optionalInstant(),
                familyAt: try row.optionalInstant(), familyLastAt: try row.optionalInstant()
            )
        }
        let bindings = try lines.compactMap { line -> AppleAccountBinding? in
            let instants = [line.firstAt, line.lastAt, line.familyAt, line.familyLastAt].compactMap(\.self)
            guard let first = instants.min(), let last = instants.max() else { return nil }
            return AppleAccountBinding(
                account: account,
                customer: try self.countingCustomer(line.customer).name,
                firstAt: first,
                lastAt: last
            )
        }
        return AppleAccountBinding.joined(bindings).sorted { ($0.firstAt, $0.customer) < ($1.firstAt, $1.customer) }
    }

    /// Returns the chains with a purchase of an Apple Account that has no owner, by their first transaction.
    ///
    /// Such a purchase would get its owner from the account, so it is among the chains that follow the account.
    package func unclaimedChains(
        of account: AppTransactionID,
        app: AppName,
        environment: StoreEnvironment
    ) throws -> [OwnedChain] {
        guard let numbers = try self.knownScope(ScopeName(app: app, environment: environment)) else { return [] }
        let key: [SQLValue] = [.integer(numbers.number), .identifier(account.rawValue)]
        let originals = try self.all(.ownership.accountReaders, key) { row in try row.integer() }
        var people = CustomerCache(self)
        var chains: [Int64: OwnedChain] = [:]
        for number in originals {
            let original = try self.original(number)
            guard chains[original.root] == nil else { continue }
            let owned = try self.chain(of: original, scope: numbers).owned(by: &people)
            if owned.hasUnclaimedPurchase(of: account) { chains[original.root] = owned }
        }
        return chains.values.sorted { $0.firstTransactionID < $1.firstTransactionID }
    }
}
