package import Ledger

extension Session {
    /// Returns the customers who used an Apple Account, by number.
    package func uses(of account: AppTransactionID, scope: Scope) throws -> [(customer: Int64, use: AccountUse)] {
        try self.load(Self.uses, LocalID(scope.number, account)).sorted { $0.key < $1.key }
            .map { (customer: $0.key, use: $0.value) }
    }

    /// Returns how a customer used an Apple Account; `nil` for not at all.
    package func use(of account: AppTransactionID, by customer: Int64, scope: Scope) throws -> AccountUse? {
        let key = LocalID(scope.number, account)
        if let known = try self.remembered(Self.uses, key) { return known[customer] }
        return try self.first(.ownership.accountCustomer, key.values + [.integer(customer)]) { row in
            _ = try row.integer()
            return try Self.use(in: &row)
        }
    }

    /// Saves how a customer used an Apple Account; `nil` for not at all.
    package func put(_ use: AccountUse?, of account: AppTransactionID, by customer: Int64, scope: Scope) throws {
        let key = LocalID(scope.number, account)
        let values = key.values + [.integer(customer)]
        try self.saving { group in
            group.loaded.uses.change(key) { $0[customer] = use }
            guard let use else { return group.delete(.accountCustomer, values) }
            let instants = [use.firstAt, use.lastAt, use.familyAt, use.familyLastAt]
            group.put(.accountCustomer, values + instants.map { SQLValue.instant($0) })
        }
    }

    /// The customers who used Apple Accounts.
    static let uses = Lookup<LocalID<AppTransactionID>, [Int64: AccountUse]>(
        .ownership.accountCustomers,
        in: \.uses,
        none: [:]
    ) { uses, row in
        let customer = try row.integer()
        uses[customer] = try Session.use(in: &row)
    }

    /// Returns the Apple Accounts that a customer used for purchases that a family shares.
    package func familyAccounts(of customer: Int64, scope: Scope) throws -> [AppTransactionID] {
        try self.all(.ownership.familyAccounts, [.integer(customer), .integer(scope.number)]) { row in
            AppTransactionID(try row.identifier())
        }
    }

    /// Deletes the Apple Accounts that a customer used for purchases that a family shares.
    package func forgetFamilyAccounts(of customer: Int64, scope: Scope) throws {
        for query in [SQLStatement.ownership.deleteFamilyAccounts, .ownership.forgetFamilyAccounts] {
            try self.run(query, [.integer(customer), .integer(scope.number)])
        }
    }

    /// Returns the chains that depend on an Apple Account, by their representing originals.
    package func readers(of account: AppTransactionID, scope: Scope) throws -> [(root: Int64, isFamily: Bool)] {
        try self.load(Self.readers, LocalID(scope.number, account)).sorted { $0.key < $1.key }
            .map { (root: $0.key, isFamily: $0.value) }
    }

    /// Saves that a chain depends on an Apple Account.
    package func putReader(_ root: Int64, of account: AppTransactionID, isFamily: Bool, scope: Scope) throws {
        let key = LocalID(scope.number, account)
        let values = key.values + [.integer(root)]
        try self.saving { group in
            // A chain of a family stays one.
            let waits = group.rows.row(.accountReader, values)?.last == .flag(true)
            group.loaded.readers.change(key) { $0[root] = isFamily || $0[root] == true }
            group.put(.accountReader, values + [.flag(isFamily || waits)])
        }
    }

    /// Saves that a chain does not depend on an Apple Account any more.
    package func deleteReader(_ root: Int64, of account: AppTransactionID, scope: Scope) throws {
        let key = LocalID(scope.number, account)
        try self.saving { group in
            group.loaded.readers.change(key) { $0[root] = nil }
            group.delete(.accountReader, key.values + [.integer(root)])
        }
    }

    /// The chains that depend on Apple Accounts.
    static let readers = Lookup<LocalID<AppTransactionID>, [Int64: Bool]>(
        .ownership.accountReaders,
        in: \.readers,
        none: [:]
    ) { readers, row in
        let root = try row.integer()
        readers[root] = try row.flag()
    }

    private static func use(in row: inout Row) throws -> AccountUse {
        AccountUse(
            firstAt: try row.optionalInstant(),
            lastAt: try row.optionalInstant(),
            familyAt: try row.optionalInstant(),
            familyLastAt: try row.optionalInstant()
        )
    }
}
