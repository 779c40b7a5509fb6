import Ledger

extension CustomerDesk {
    /// The rights of everybody whom moves concern, before and after them.
    func rights(
        after moves: [OwnershipMove],
        of customers: [CustomerID],
        in app: ServedApp
    ) async throws(CustomerError) -> [RightsChange] {
        let now = self.ambient.now()
        let people = Set(customers + moves.flatMap { [$0.from, $0.to].compactMap { $0 } }).sorted()
        return try await self.books { books throws(RepositoryError) in
            var changes: [RightsChange] = []
            for environment in StoreEnvironment.allCases {
                let moves = moves.filter { $0.environment == environment }
                var moved: [OwnedChain] = []
                for move in moves {
                    guard let id = move.transactionIDs.first else { continue }
                    if moved.contains(where: { $0.has(id) }) { continue }
                    if let owned = try await books.chain(of: id, app: app.name, environment: environment) {
                        moved.append(owned)
                    }
                }
                let changed = moved.map { $0.after(moves) }
                for customer in people {
                    let ledger = try await books.ledger(of: customer, app: app.name, environment: environment)
                    let untouched = ledger.chains.filter { chain in
                        !changed.contains { chain.chain.sharesTransaction(with: $0.chain) }
                    }
                    let after = CustomerLedger(
                        customer: ledger.customer,
                        environment: environment,
                        chains: untouched
                            + changed.filter { chain in chain.claims.values.contains { $0.serves(customer) } }
                    )
                    guard !ledger.chains.isEmpty || !after.chains.isEmpty else { continue }
                    changes.append(
                        RightsChange(
                            customer: customer,
                            environment: environment,
                            before: ledger.entitlements(at: now, catalogue: app.catalogue),
                            after: after.entitlements(at: now, catalogue: app.catalogue)
                        )
                    )
                }
            }
            return changes
        }
    }
}

extension OwnedChain {
    /// Whether a transaction belongs to it.
    fileprivate func has(_ id: TransactionID) -> Bool {
        self.chain.transactions.contains { $0.transactionID == id }
    }

    /// The same chain after these moves.
    fileprivate func after(_ moves: [OwnershipMove]) -> Self {
        var claims = self.claims
        for move in moves {
            for id in move.transactionIDs where self.has(id) {
                claims[id] = Claim(owner: move.to, reason: move.reason)
            }
        }
        return Self(chain: self.chain, claims: claims)
    }
}

extension Chain {
    /// Whether both have a transaction in common, and so are one.
    fileprivate func sharesTransaction(with other: Self) -> Bool {
        let ids = Set(other.transactions.map(\.transactionID))
        return self.transactions.contains { ids.contains($0.transactionID) }
    }
}
