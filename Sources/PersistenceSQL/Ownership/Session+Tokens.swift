package import Ledger

/// Where the tokens of customers are stored.
///
/// A token that was created for an order has a small row of its own, permanently, because the order can be deleted. Of
/// the others, a token of an original in which its customer owns something is stored there only: nearly every token is
/// of this kind, and the customer's row would store it twice. The rest are in the customer's row; those are loose.
extension Session {
    /// Returns the number of the customer whom a token was given to, or whose order it was made for.
    package func customer(withToken token: AccountToken, app: Int64) throws -> Int64? {
        if let own = try self.customer(withOwnToken: token, app: app) { return own }
        return try self.first(.orders.ownerOfOrderToken, [.integer(app), .token(token)]) { row in try row.integer() }
    }

    /// Returns the number of the customer whom a token was given to by itself.
    func customer(withOwnToken token: AccountToken, app: Int64) throws -> Int64? {
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

    /// Gives a token that identifies nobody to a customer.
    package func give(_ token: AccountToken, to customer: Int64, app: Int64) throws {
        try self.run(.names.insertToken, [.integer(app), .digest(of: token), .integer(customer)])
        try self.run(.ownership.addToken, [.tokens([token]), .integer(customer)])
    }

    /// Returns the tokens in a customer's row.
    func looseTokens(of customer: Int64) throws -> [AccountToken] {
        try self.first(.ownership.tokensOfCustomer, [.integer(customer)]) { row in try row.tokens() } ?? []
    }

    /// Records that a customer owns something in an original; a token of theirs in it is no longer loose.
    ///
    /// Where the chain has no tokens, none is searched.
    package func insert(_ share: Share, scope: Scope, bearsTokens: Bool) throws {
        let key: [SQLValue] = [.integer(share.owner), .integer(scope.number), .integer(share.original)]
        try self.run(.ownership.insertOwned, key)
        guard bearsTokens, let token = try self.sharedToken(of: share.original) else { return }
        let loose = try self.looseTokens(of: share.owner)
        guard loose.contains(token) else { return }
        let rest = loose.filter { $0 != token }
        try self.run(.ownership.putTokens, [rest.isEmpty ? .null : .tokens(rest), .integer(share.owner)])
    }

    /// Records that a customer owns nothing in an original any more; a token of theirs in it may be loose now.
    package func delete(_ share: Share, scope: Scope) throws {
        let token = try self.sharedToken(of: share.original)
        let isOwn =
            try token.map { try self.customer(withOwnToken: $0, app: scope.app) == share.owner } ?? false
        if let token, isOwn, try !self.looseTokens(of: share.owner).contains(token) {
            try self.run(.ownership.addToken, [.tokens([token]), .integer(share.owner)])
        }
        let key: [SQLValue] = [.integer(share.owner), .integer(scope.number), .integer(share.original)]
        try self.run(.ownership.deleteOwned, key)
    }

    private func sharedToken(of original: Int64) throws -> AccountToken? {
        try self.first(.ownership.sharedToken, [.integer(original)]) { row in try row.optionalToken() } ?? nil
    }
}
