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
        return try self.load(Self.orderTokens, LocalID(app, token))
    }

    /// The customers whose orders tokens were made for.
    static var orderTokens: Lookup<LocalID<AccountToken>, Int64?> {
        Lookup(
            query: .orders.ownerOfOrderToken,
            values: { [.integer($0.place), .token($0.id)] },
            cache: { $0.orderTokens },
            none: nil,
            add: { customer, row in customer = try row.integer() }
        )
    }

    /// Returns the number of the customer whom a token was given to by itself.
    func customer(withOwnToken token: AccountToken, app: Int64) throws -> Int64? {
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

    /// Gives a token that identifies nobody to a customer.
    package func give(_ token: AccountToken, to customer: Int64, app: Int64) throws {
        let key = LocalID(app, token)
        try self.saving { group in
            group.loaded.ownTokens.keep(customer, for: key)
            group.add(.accountToken, Self.digest(of: key) + [.integer(customer)])
            try self.addLooseToken(token, to: customer)
        }
    }

    /// Returns the tokens in a customer's row.
    func looseTokens(of customer: Int64) throws -> [AccountToken] { try self.load(Self.looseTokens, customer) }

    /// Saves a further token in a customer's row.
    func addLooseToken(_ token: AccountToken, to customer: Int64) throws {
        try self.putLooseTokens(try self.looseTokens(of: customer) + [token], of: customer)
    }

    /// Saves the tokens in a customer's row.
    func putLooseTokens(_ tokens: [AccountToken], of customer: Int64) throws {
        try self.saving { group in
            group.loaded.looseTokens.keep(tokens, for: customer)
            group.change(customer: customer)
        }
    }

    /// The tokens in the rows of customers.
    static var looseTokens: Lookup<Int64, [AccountToken]> {
        Lookup(
            query: .ownership.tokensOfCustomer,
            values: { [.integer($0)] },
            cache: { $0.looseTokens },
            none: [],
            add: { tokens, row in tokens = try row.tokens() }
        )
    }

    /// Records that a customer owns something in an original; a token of theirs in it is no longer loose.
    ///
    /// Where the chain has no tokens, none is searched.
    package func insert(_ share: Share, scope: Scope, bearsTokens: Bool) throws {
        try self.insertOwned(share, scope: scope)
        guard bearsTokens, let token = try self.original(share.original).shared.token else { return }
        let loose = try self.looseTokens(of: share.owner)
        guard loose.contains(token) else { return }
        try self.putLooseTokens(loose.filter { $0 != token }, of: share.owner)
    }

    /// Records that a customer owns nothing in an original any more; a token of theirs in it may be loose now.
    package func delete(_ share: Share, scope: Scope) throws {
        let token = try self.original(share.original).shared.token
        let isOwn =
            try token.map { try self.customer(withOwnToken: $0, app: scope.app) == share.owner } ?? false
        if let token, isOwn, try !self.looseTokens(of: share.owner).contains(token) {
            try self.addLooseToken(token, to: share.owner)
        }
        try self.deleteOwned(share, scope: scope)
    }
}
