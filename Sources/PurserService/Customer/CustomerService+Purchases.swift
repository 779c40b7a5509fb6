package import Ledger

/// A selection of a customer's purchases.
package enum PurchaseView: String, Hashable, Sendable, CaseIterable {
    /// Every purchase.
    case all
    /// The latest purchase of each chain; of a subscription, its newest period.
    case latest
    /// The purchases that give something now: current periods, and permanent purchases.
    case current
}

/// A subscription of which a customer owns at least one period.
package struct OwnedSubscription: Hashable, Sendable {
    /// The original transaction id of the subscription.
    package let originalTransactionID: OriginalTransactionID
    /// The subscription group in the catalog.
    package let group: String?
    /// Whether the customer owns the latest purchase; otherwise they own only earlier periods.
    package let isCurrentOwner: Bool
    /// The transactions of the customer's latest period.
    package let latest: [TransactionID]
    /// The number of periods that the customer owns.
    package let purchaseCount: Int
    /// The current state; `nil` if another customer owns the latest period, whose state is not disclosed.
    package let state: SubscriptionState?
}

extension CustomerService {
    /// Returns the purchases of a customer, earliest first.
    package func purchases(
        of customer: CustomerID,
        in app: ServedApp,
        environment: StoreEnvironment,
        view: PurchaseView
    ) async throws(CustomerError) -> [PurchaseLine] {
        let ledger = try await self.withRepository { repository throws(RepositoryError) in
            try await repository.read { view in try view.ledger(of: customer, app: app.name, environment: environment) }
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

    /// Returns the subscriptions of a customer, sorted by their ids.
    package func subscriptions(
        of customer: CustomerID,
        in app: ServedApp,
        environment: StoreEnvironment
    ) async throws(CustomerError) -> [OwnedSubscription] {
        let ledger = try await self.withRepository { repository throws(RepositoryError) in
            try await repository.read { view in try view.ledger(of: customer, app: app.name, environment: environment) }
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

    /// Returns the submissions of a customer whose evidence is held, after a position, oldest first.
    ///
    /// An unknown customer has none, and a customer of whom everything is held is not known otherwise.
    package func heldSubmissions(
        of customer: CustomerID,
        in app: ServedApp,
        reason: HeldEvidence.Reason?,
        after cursor: HeldSubmissionCursor?,
        limit: Int
    ) async throws(CustomerError) -> [HeldSubmission] {
        try await self.withRepository { repository throws(RepositoryError) in
            try await repository.read { view in
                try view.heldSubmissions(of: customer, app: app.name, reason: reason, after: cursor, limit: limit)
            }
        }
    }
}
