package import Ledger

extension Session {
    /// Returns the customer that a token identifies.
    package func customer(ofToken digest: ContentDigest, app: AppName) throws -> CustomerID? {
        try self.use(ofToken: digest, app: app)?.customer
    }

    /// Stores a token that was made for a customer.
    package func add(_ token: CustomerTokenRecord) throws {
        let values: [SQLValue] = [
            .integer(try self.app(token.app)), .bytes(token.digest.bytes), .text(token.customer.rawValue),
        ]
        try self.run(.accessKeys.insertCustomerToken, values + [.instant(token.mintedAt), .instant(token.mintedAt)])
    }

    /// Returns the customer that a token identifies, and when the token was last seen according to the database.
    package func use(ofToken digest: ContentDigest, app: AppName) throws -> (customer: CustomerID, seenAt: Instant)? {
        guard let app = try self.knownApp(app) else { return nil }
        let found = try self.first(.accessKeys.customerByMintedToken, [.integer(app), .bytes(digest.bytes)]) { row in
            (customer: CustomerID(try row.text()), seenAt: try row.instant())
        }
        guard let found else { return nil }
        guard let customer = found.customer else { throw RepositoryError.corrupt }
        return (customer, found.seenAt)
    }

    /// Records the use of a token.
    package func noteUse(ofToken digest: ContentDigest, app: AppName, at now: Instant) throws {
        guard let app = try self.knownApp(app) else { return }
        let noticed = now - CustomerTokenRecord.noticedAfter
        try self.run(
            .accessKeys.useCustomerToken,
            [.instant(now), .integer(app), .bytes(digest.bytes), .instant(noticed)]
        )
    }

    /// Returns tokens that were last used before an instant and that no check has kept, least recently used first.
    package func unusedCustomerTokens(seenBefore instant: Instant, limit: Int) throws -> [UnusedCustomerToken] {
        try self.all(.accessKeys.unusedCustomerTokens, [.instant(instant), .integer(Int64(limit))]) { row in
            UnusedCustomerToken(
                app: try row.integer(),
                digest: try row.bytes(),
                customer: CustomerID(try row.text())
            )
        }
    }

    /// Keeps an unused token, so that it is not checked again.
    package func keep(_ token: UnusedCustomerToken) throws {
        try self.run(.accessKeys.keepCustomerToken, [.integer(token.app), .bytes(token.digest)])
    }

    /// Deletes an unused token.
    package func delete(_ token: UnusedCustomerToken) throws {
        try self.run(.accessKeys.deleteCustomerToken, [.integer(token.app), .bytes(token.digest)])
    }

    /// Returns the number of tokens that identify a customer.
    package func customerTokenCount(of customer: CustomerID, app: AppName) throws -> Int {
        guard let app = try self.knownApp(app) else { return 0 }
        return try self.customerTokenCount(of: customer, app: app)
    }

    /// Returns the number of tokens that identify a customer.
    package func customerTokenCount(of customer: CustomerID, app: Int64) throws -> Int {
        let values: [SQLValue] = [.integer(app), .text(customer.rawValue)]
        return Int(try self.first(.accessKeys.customerTokenCount, values) { row in try row.integer() } ?? 0)
    }

    /// Removes all tokens that identify a customer.
    package func removeCustomerTokens(of customer: CustomerID, app: AppName) throws -> Int {
        guard let app = try self.knownApp(app) else { return 0 }
        return try self.removeCustomerTokens(of: customer, app: app)
    }

    /// Removes all tokens that identify a customer.
    @discardableResult
    package func removeCustomerTokens(of customer: CustomerID, app: Int64) throws -> Int {
        try self.change(.accessKeys.deleteCustomerTokens, [.integer(app), .text(customer.rawValue)])
    }
}
