package import Ledger

extension Session {
    /// Saves that a chain awaits the customer of a token.
    package func await(_ token: AccountToken, root: Int64, app: Int64) throws {
        let key = LocalID(app, token)
        try self.saving { group in
            // The app and environment of a chain that is not loaded are not at hand.
            group.loaded.awaiting.forget(key)
            group.add(.awaitedToken, key.values + [.integer(root)])
        }
    }

    /// Returns the originals that await a token, and ends their wait.
    package func takeAwaiting(_ token: AccountToken, app: Int64) throws -> [(original: Int64, scope: Int64)] {
        let key = LocalID(app, token)
        let awaiting = try self.load(Self.awaiting, key)
        guard !awaiting.isEmpty else { return [] }
        try self.saving { group in
            group.loaded.awaiting.keep([:], for: key)
            group.delete(.awaitedToken, key.values)
        }
        return awaiting.sorted { $0.key < $1.key }.map { (original: $0.key, scope: $0.value) }
    }

    /// The originals that await the customer of a token.
    static let awaiting = Lookup<LocalID<AccountToken>, [Int64: Int64]>(
        .ownership.awaitingOriginals,
        in: \.awaiting,
        none: [:]
    ) { awaiting, row in
        let original = try row.integer()
        awaiting[original] = try row.integer()
    }

    // MARK: Claims

    /// A claim as it is stored.
    private struct StoredClaim: Hashable {
        let owner: Int64?
        let reason: Claim.Reason
        let sharedWith: Set<Int64>
    }

    /// Returns the claim on a transaction.
    package func claim(on transaction: TransactionID, scope: Scope) throws -> Claim {
        guard let known = try self.rememberedClaim(on: transaction, scope) ?? self.storedClaim(on: transaction, scope),
            let owner = known.owner
        else { return .unclaimed }
        let shared = try known.sharedWith.map(self.customer).sorted()
        return Claim(owner: try self.customer(owner), reason: known.reason, sharedWith: shared)
    }

    /// Returns the owner of a transaction.
    package func owner(of transaction: TransactionID, scope: Scope) throws -> Int64? {
        if let known = try self.rememberedClaim(on: transaction, scope) { return known.owner }
        let key: [SQLValue] = [.integer(scope.number), .identifier(transaction.rawValue)]
        return try self.first(.chains.claim, key) { row in try row.optionalInteger() }.flatMap(\.self)
    }

    private func rememberedClaim(on transaction: TransactionID, _ scope: Scope) throws -> StoredClaim? {
        let known = self.group?.loaded.transaction(LocalID(scope.number, transaction)).map { transaction in
            StoredClaim(owner: transaction.owner, reason: transaction.reason, sharedWith: transaction.sharedWith)
        }
        if let known { try self.check(known, stored: { try self.storedClaim(on: transaction, scope) }) }
        return known
    }

    private func storedClaim(on transaction: TransactionID, _ scope: Scope) throws -> StoredClaim? {
        let id = SQLValue.identifier(transaction.rawValue)
        let stored = try self.first(.chains.claim, [.integer(scope.number), id]) { row in
            (
                owner: try row.optionalInteger(), reason: try row.coded(Claim.Reason.self),
                home: try row.integer()
            )
        }
        guard let stored else { return nil }
        let shared = try self.all(.ownership.sharesOf, [.integer(stored.home), id]) { row in try row.integer() }
        return StoredClaim(owner: stored.owner, reason: stored.reason, sharedWith: Set(shared))
    }

    /// Saves the owner of a transaction of an original.
    package func putClaim(
        on transaction: TransactionID,
        of original: Int64,
        owner: Int64?,
        reason: Claim.Reason,
        scope: Scope
    ) throws {
        let id = LocalID(scope.number, transaction)
        try self.saving { group in
            group.loaded.homes.keep(original, for: id)
            group.loaded.changeChain(of: original, with: transaction) { chain in
                let sharedWith = chain.transactions[transaction]?.sharedWith ?? []
                chain.setClaim(on: transaction, owner: owner, reason: reason, sharedWith: sharedWith)
            }
            group.change(storeID: id) { $0.claim = (home: original, owner: owner, reason: reason) }
        }
    }

    /// Saves that a transaction is shared with a customer.
    package func insertShared(_ transaction: TransactionID, of original: Int64, with customer: Int64) throws {
        try self.saving { group in
            group.loaded.changeChain(of: original, with: transaction) { $0.load(transaction, sharedWith: customer) }
            group.put(
                .sharedPurchase,
                [.integer(original), .identifier(transaction.rawValue), .integer(customer)]
            )
        }
    }

    /// Saves that a transaction is not shared with a customer any more.
    package func deleteShared(_ transaction: TransactionID, of original: Int64, with customer: Int64) throws {
        try self.saving { group in
            group.loaded.changeChain(of: original, with: transaction) { $0.remove(customer, sharing: transaction) }
            group.delete(
                .sharedPurchase,
                [.integer(original), .identifier(transaction.rawValue), .integer(customer)]
            )
        }
    }

    /// Returns the originals in which a customer owns something.
    package func ownedOriginals(of customer: Int64, scope: Scope) throws -> [Int64] {
        try self.all(.ownership.ownedOriginals, [.integer(customer), .integer(scope.number)]) { row in
            try row.integer()
        }
    }
}
