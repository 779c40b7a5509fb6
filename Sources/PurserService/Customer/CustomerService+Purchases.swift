package import Ledger

/// Which of a customer's purchases are listed.
package enum PurchaseView: String, Hashable, Sendable, CaseIterable {
    /// Every one.
    case all
    /// The latest of each chain: of a subscription its newest period.
    case latest
    /// What gives something now: periods that run, and what is owned for good.
    case current
}

/// A subscription in which a customer owns at least one period.
package struct OwnedSubscription: Hashable, Sendable {
    /// The original transaction id that names it.
    package let originalTransactionID: OriginalTransactionID
    /// Its group in the catalog.
    package let group: String?
    /// Whether its latest purchase is his; otherwise only earlier periods are.
    package let isCurrentOwner: Bool
    /// The transactions of his latest period.
    package let latest: [TransactionID]
    /// How many periods are his.
    package let purchaseCount: Int
    /// Its state now; `nil` where another customer has gone on with it, whose state is nobody else's.
    package let state: SubscriptionState?
}

extension CustomerService {
    /// What a customer bought, earliest first.
    package func purchases(
        of customer: CustomerID,
        in app: ServedApp,
        environment: StoreEnvironment,
        view: PurchaseView
    ) async throws(CustomerError) -> [PurchaseLine] {
        let ledger = try await self.withRepository { repository throws(RepositoryError) in
            try await repository.ledger(of: customer, app: app.name, environment: environment)
        }
        let lines = ledger.purchases(at: self.ambient.now(), catalog: app.catalog)
        switch view {
        case .all: return lines
        case .latest:
            let latest = ledger.chains.compactMap { owned in
                owned.chain.purchases.last { owned.claims[$0.transactionIDs[0]]?.owner == ledger.customer }?.key
            }
            return lines.filter { latest.contains($0.key) }
        case .current:
            return lines.filter { $0.state == .running || ($0.state == .paid && $0.kind == .nonConsumable) }
        }
    }

    /// The subscriptions of a customer, by their names.
    package func subscriptions(
        of customer: CustomerID,
        in app: ServedApp,
        environment: StoreEnvironment
    ) async throws(CustomerError) -> [OwnedSubscription] {
        let ledger = try await self.withRepository { repository throws(RepositoryError) in
            try await repository.ledger(of: customer, app: app.name, environment: environment)
        }
        let now = self.ambient.now()
        return ledger.chains.filter(\.chain.isSubscription).compactMap { owned in
            let purchases = owned.chain.purchases
            let own = purchases.filter { owned.claims[$0.transactionIDs[0]]?.owner == ledger.customer }
            guard let name = owned.chain.rootID, let latest = own.last else { return nil }
            let isCurrentOwner = purchases.last?.key == latest.key
            return OwnedSubscription(
                originalTransactionID: name,
                group: app.catalog.products[latest.snapshot.productID]?.group?.rawValue,
                isCurrentOwner: isCurrentOwner,
                latest: latest.transactionIDs,
                purchaseCount: own.count,
                state: isCurrentOwner
                    ? owned.chain.state(at: now, environment: environment, gracePolicy: app.catalog.gracePolicy) : nil
            )
        }
    }
}
