package import Ledger

extension Session {
    /// Returns the customers who used an Apple Account, by number.
    package func uses(of account: AppTransactionID, scope: Scope) throws -> [(customer: Int64, use: AccountUse)] {
        try self.all(.ownership.accountCustomers, Self.key(of: account, scope)) { row in
            (customer: try row.integer(), use: try Self.use(in: &row))
        }
    }

    /// Returns how a customer used an Apple Account; `nil` for not at all.
    package func use(of account: AppTransactionID, by customer: Int64, scope: Scope) throws -> AccountUse? {
        try self.first(.ownership.accountCustomer, Self.key(of: account, scope) + [.integer(customer)]) { row in
            _ = try row.integer()
            return try Self.use(in: &row)
        }
    }

    /// Saves how a customer used an Apple Account; `nil` for not at all.
    package func put(_ use: AccountUse?, of account: AppTransactionID, by customer: Int64, scope: Scope) throws {
        let key = Self.key(of: account, scope) + [.integer(customer)]
        guard let use else { return try self.run(.ownership.deleteAccountCustomer, key) }
        let values: [SQLValue] = [
            .instant(use.firstAt), .instant(use.lastAt), .instant(use.familyAt), .instant(use.familyLastAt),
        ]
        try self.run(.ownership.putAccountCustomer, key + values)
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
        try self.all(.ownership.accountReaders, Self.key(of: account, scope)) { row in
            (root: try row.integer(), isFamily: try row.flag())
        }
    }

    /// Saves that a chain depends on an Apple Account.
    package func putReader(_ root: Int64, of account: AppTransactionID, isFamily: Bool, scope: Scope) throws {
        try self.run(
            .ownership.putAccountReader,
            Self.key(of: account, scope) + [.integer(root), .flag(isFamily)]
        )
    }

    /// Saves that a chain does not depend on an Apple Account any more.
    package func deleteReader(_ root: Int64, of account: AppTransactionID, scope: Scope) throws {
        try self.run(.ownership.deleteAccountReader, Self.key(of: account, scope) + [.integer(root)])
    }

    private static func key(of account: AppTransactionID, _ scope: Scope) -> [SQLValue] {
        [.integer(scope.number), .identifier(account.rawValue)]
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
