package import Ledger

/// A purchase as a list shows it, read with its chain and not with all purchases of its customer.
package struct ListedPurchase: Hashable, Sendable {
    /// The transaction by which it was found.
    package let transactionID: TransactionID
    /// The purchase of the transaction.
    package let purchase: PurchaseLine?
    /// The newest purchase of the chain.
    package let newest: PurchaseLine?
    /// The owner of each transaction of the chain; a transaction without a claim has none.
    package let claims: [TransactionID: Claim]
    /// The state of the chain, if it is a subscription.
    package let subscription: SubscriptionState?
}

extension CustomerService {
    /// Returns the purchases of a list on one view of the ledger, each by the first of its transactions that is known;
    /// `nil` where none is.
    package func listed(
        _ ids: [[TransactionID]],
        in app: ServedApp,
        environment: StoreEnvironment
    ) async throws(CustomerError) -> [ListedPurchase?] {
        let now = self.ambient.now()
        return try await self.withRepository { repository throws(RepositoryError) in
            try await repository.read { view -> [ListedPurchase?] in
                var purchases: [ListedPurchase?] = []
                for ids in ids {
                    purchases.append(try view.listed(ids, in: app, environment: environment, at: now))
                }
                return purchases
            }
        }
    }
}

extension ReadView {
    /// Returns the purchase of the first transaction that is known; `nil` where none is.
    fileprivate func listed(
        _ ids: [TransactionID],
        in app: ServedApp,
        environment: StoreEnvironment,
        at now: Instant
    ) throws -> ListedPurchase? {
        for id in ids {
            guard let owned = try self.chain(of: id, app: app.name, environment: environment) else { continue }
            let lines = owned.asIfOwned(in: environment).purchases(at: now, catalog: app.catalog)
            return ListedPurchase(
                transactionID: id,
                purchase: lines.first { $0.transactionIDs.contains(id) },
                newest: lines.last,
                claims: owned.claims,
                subscription: owned.chain.isSubscription
                    ? owned.chain.state(at: now, environment: environment, gracePolicy: app.catalog.gracePolicy) : nil
            )
        }
        return nil
    }
}
