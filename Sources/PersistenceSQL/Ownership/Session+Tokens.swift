package import Ledger

extension Session {
    /// Returns the number of the customer whom a token was given to by itself.
    package func customer(withOwnToken token: AccountToken, app: Int64) throws -> Int64? {
        let key = LocalID(app, token)
        if let known = self.group?.loaded.ownTokens.known(key) {
            try self.check(known) { try self.storedCustomer(withOwnToken: key) }
            return known
        }
        let found = try self.storedCustomer(withOwnToken: key)
        self.group?.loaded.ownTokens.keep(found, for: key)
        return found
    }

    private func storedCustomer(withOwnToken token: LocalID<AccountToken>) throws -> Int64? {
        let candidates = try self.all(.names.customersByToken, Self.digest(of: token)) { row in
            (number: try row.integer(), tokens: try row.tokens())
        }
        for candidate in candidates {
            if candidate.tokens.contains(token.id) { return candidate.number }
            let values: [SQLValue] = [.integer(candidate.number), .token(token.id)]
            if try self.first(.ownership.ownsWithToken, values, read: { _ in true }) != nil {
                return candidate.number
            }
        }
        return nil
    }

    /// Returns the values by which the customers are found who may have a token.
    static func digest(of token: LocalID<AccountToken>) -> [SQLValue] {
        [.integer(token.place), .digest(of: token.id)]
    }

    /// Returns the number of the customer whose order a token was made for.
    package func customer(withOrderToken token: AccountToken, app: Int64) throws -> Int64? {
        try self.load(Self.orderTokens, LocalID(app, token))
    }

    /// The customers whose orders tokens were made for.
    static let orderTokens = Lookup<LocalID<AccountToken>, Int64?>(
        .orders.ownerOfOrderToken,
        in: \.orderTokens,
        none: nil
    ) { customer, row in
        customer = try row.integer()
    }

    /// Gives a token that identifies no customer to a customer.
    package func give(_ token: AccountToken, to customer: Int64, app: Int64) throws {
        let key = LocalID(app, token)
        try self.saving { group in
            group.loaded.ownTokens.keep(customer, for: key)
            group.add(.accountToken, Self.digest(of: key) + [.integer(customer)])
            try self.addLooseToken(token, to: customer)
        }
    }

    /// Returns the tokens in a customer's row.
    package func looseTokens(of customer: Int64) throws -> [AccountToken] { try self.load(Self.looseTokens, customer) }

    /// The tokens in the rows of customers.
    static let looseTokens = Lookup<Int64, [AccountToken]>(.ownership.tokensOfCustomer, in: \.looseTokens, none: []) {
        tokens,
        row in
        tokens = try row.tokens()
    }

    /// Saves the tokens in a customer's row.
    package func putLooseTokens(_ tokens: [AccountToken], of customer: Int64) throws {
        try self.saving { group in
            group.loaded.looseTokens.keep(tokens, for: customer)
            group.change(customer: customer)
        }
    }

    /// Adds a token to a customer's row.
    package func addLooseToken(_ token: AccountToken, to customer: Int64) throws {
        try self.putLooseTokens(try self.looseTokens(of: customer) + [token], of: customer)
    }

    /// Returns the tokens of the originals in which a customer owns something.
    package func tokensOfOwned(by customer: Int64) throws -> Set<AccountToken> {
        let tokens = try self.all(.ownership.tokensOfOwned, [.integer(customer)]) { row in try row.optionalToken() }
        return Set(tokens.compactMap(\.self))
    }

    /// Returns the token that the transactions of an original share.
    package func sharedToken(of original: Int64) throws -> AccountToken? { try self.original(original).shared.token }
}
