/// Which tokens of customers are loose.
///
/// A token that was created for an order is stored by itself, permanently, because the order can be deleted. Of the
/// others, a token of an original in which its customer owns something is stored with the original only: nearly every
/// token is of this kind, and storing it with the customer would store it twice. The rest are stored with the customer;
/// those are loose.
extension LedgerStorage {
    /// Records that a customer owns something in an original; a token of theirs in it is no longer loose.
    ///
    /// Where the chain has no tokens, none is searched.
    func insert(_ share: Share, scope: Scope, bearsTokens: Bool) throws {
        try self.insertOwned(share, scope: scope)
        guard bearsTokens, let token = try self.sharedToken(of: share.original) else { return }
        let loose = try self.looseTokens(of: share.owner)
        guard loose.contains(token) else { return }
        try self.putLooseTokens(loose.filter { $0 != token }, of: share.owner)
    }

    /// Records that a customer owns nothing in an original any more; a token of theirs in it may be loose now.
    func delete(_ share: Share, scope: Scope) throws {
        if let token = try self.sharedToken(of: share.original),
            try self.customer(withOwnToken: token, app: scope.app) == share.owner,
            try !self.looseTokens(of: share.owner).contains(token)
        {
            try self.addLooseToken(token, to: share.owner)
        }
        try self.deleteOwned(share, scope: scope)
    }

    /// Returns the tokens that identify a customer, except those of orders, in their order.
    package func accountTokens(of customer: CustomerID, app: AppName) throws -> [AccountToken] {
        guard let app = try self.knownApp(app), let number = try self.countingNumber(of: customer, app: app) else {
            return []
        }
        var tokens: Set<AccountToken> = []
        for person in try self.everybody(whoIs: number) {
            tokens.formUnion(try self.looseTokens(of: person))
            for token in try self.tokensOfOwned(by: person) where !tokens.contains(token) {
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
}
