package import Ledger

extension Session {
    /// Returns the number of the customer whom a token was given to by itself.
    package func customer(withOwnToken token: AccountToken, app: Int64) throws -> Int64? {
        let candidates = try self.all(.names.customersByToken, [.integer(app), .digest(of: token)]) { row in
            (number: try row.integer(), tokens: try row.tokens())
        }
        for candidate in candidates {
            if candidate.tokens.contains(token) { return candidate.number }
            let values: [SQLValue] = [.integer(candidate.number), .token(token)]
            if try self.first(.ownership.ownsWithToken, values, read: { _ in true }) != nil {
                return candidate.number
            }
        }
        return nil
    }

    /// Returns the number of the customer whose order a token was made for.
    package func customer(withOrderToken token: AccountToken, app: Int64) throws -> Int64? {
        try self.first(.orders.ownerOfOrderToken, [.integer(app), .token(token)]) { row in try row.integer() }
    }

    /// Gives a token that identifies nobody to a customer.
    package func give(_ token: AccountToken, to customer: Int64, app: Int64) throws {
        try self.run(.names.insertToken, [.integer(app), .digest(of: token), .integer(customer)])
        try self.addLooseToken(token, to: customer)
    }

    /// Returns the tokens in a customer's row.
    package func looseTokens(of customer: Int64) throws -> [AccountToken] {
        try self.first(.ownership.tokensOfCustomer, [.integer(customer)]) { row in try row.tokens() } ?? []
    }

    /// Saves the tokens in a customer's row.
    package func putLooseTokens(_ tokens: [AccountToken], of customer: Int64) throws {
        try self.run(.ownership.putTokens, [tokens.isEmpty ? .null : .tokens(tokens), .integer(customer)])
    }

    /// Adds a token to a customer's row.
    package func addLooseToken(_ token: AccountToken, to customer: Int64) throws {
        try self.run(.ownership.addToken, [.tokens([token]), .integer(customer)])
    }

    /// Returns the tokens of the originals in which a customer owns something.
    package func tokensOfOwned(by customer: Int64) throws -> Set<AccountToken> {
        let tokens = try self.all(.ownership.tokensOfOwned, [.integer(customer)]) { row in try row.optionalToken() }
        return Set(tokens.compactMap(\.self))
    }

    /// Returns the token that the transactions of an original share.
    package func sharedToken(of original: Int64) throws -> AccountToken? {
        try self.first(.ownership.sharedToken, [.integer(original)]) { row in try row.optionalToken() } ?? nil
    }
}
