package import Ledger

extension CustomerService {
    /// Retires a customer's purchases of the Sandbox, such as those of a tester who was deleted at Apple; a preview
    /// only returns what would be transferred.
    ///
    /// Apple may go on renewing the subscriptions of a deleted tester, or never say that they ended. So a decision
    /// transfers every subscription, pass and permanent purchase that the customer owns in the Sandbox, with its
    /// renewals, to a new anonymous customer. Consumables, coins and Production stay as they are. Each transfer can be
    /// undone by its change. A failure in the middle leaves the rest, which the next request transfers.
    package func retire(
        _ customer: CustomerID,
        in app: ServedApp,
        by origin: RequestOrigin,
        isPreview: Bool
    ) async throws(CustomerError) -> OwnershipOutcome {
        let (record, ledger) = try await self.withRepository { repository throws(RepositoryError) in
            try await repository.read { view in
                (
                    try view.record(of: customer, app: app.name),
                    try view.ledger(of: customer, app: app.name, environment: .sandbox)
                )
            }
        }
        guard let record else { throw .refused(.unknownCustomer) }
        if customer.isErased || record.mergedInto != nil { throw .refused(.customerGone) }
        let retired = ledger.chains.compactMap { owned in
            owned.retirable(of: ledger.customer).map { (chain: owned, since: $0) }
        }
        guard !retired.isEmpty else {
            if !isPreview {
                try await self.enterNothing(.customerRetire, on: "customer", about: [customer], in: app, by: origin)
            }
            var outcome = OwnershipOutcome(change: nil, transfers: [], entitlements: [])
            outcome.isPreview = isPreview
            outcome.nothing = .sandboxEmpty
            return outcome
        }
        guard let holder = CustomerID.anonymous(self.ambient.randomBytes(16)) else { throw .storage(.corrupt) }
        var transfers: [OwnershipTransfer] = []
        var changes: [OwnershipChangeID] = []
        for (_, since) in retired {
            let decision = Decision(
                customer: holder,
                transactionID: since,
                reach: .chainOn,
                decidedAt: self.ambient.now()
            )
            let done = try await self.change(
                .decide(decision, .sandbox),
                action: .customerRetire,
                about: [customer, holder],
                in: app,
                by: origin,
                details: ["environment": StoreEnvironment.sandbox.rawValue],
                isWhole: false,
                isPreview: isPreview
            )
            transfers += done.transfers
            changes += [done.change].compactMap(\.self)
        }
        let now = self.ambient.now()
        let gone = Set(retired.map(\.chain.firstTransactionID))
        let left = CustomerLedger(
            customer: ledger.customer,
            environment: .sandbox,
            chains: ledger.chains.filter { !gone.contains($0.firstTransactionID) }
        )
        var outcome = OwnershipOutcome(
            change: changes.count == 1 ? changes[0] : nil,
            transfers: transfers,
            entitlements: [
                EntitlementChange(
                    customer: ledger.customer,
                    environment: .sandbox,
                    before: ledger.entitlements(at: now, catalog: app.catalog),
                    after: left.entitlements(at: now, catalog: app.catalog)
                )
            ]
        )
        outcome.isPreview = isPreview
        return outcome
    }
}

extension OwnedChain {
    /// Returns the first transaction of the purchases to retire: those that a customer owns at the end of the chain;
    /// `nil` if another customer owns the latest one, and for consumables, which never show as active.
    fileprivate func retirable(of customer: CustomerID) -> TransactionID? {
        guard self.chain.transactions.contains(where: { $0.current.kind != .consumable }) else { return nil }
        let own = self.chain.purchases.reversed().prefix { purchase in
            purchase.transactionIDs.contains { self.claims[$0]?.owner == customer }
        }
        return own.last?.transactionIDs.first
    }
}
