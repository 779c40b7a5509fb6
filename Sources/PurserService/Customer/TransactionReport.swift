package import Ledger

/// A report of what the ledger knows of one transaction.
package struct TransactionReport: Hashable, Sendable {
    /// The environment.
    package let environment: StoreEnvironment
    /// The transaction.
    package let transactionID: TransactionID
    /// The original transaction id of the chain.
    package let originalTransactionID: OriginalTransactionID
    /// The purchase of the transaction.
    package let purchase: PurchaseLine?
    /// The owner of the purchase, with the reason.
    package let claim: Claim
    /// Apple's evidence of the transaction, oldest first, without repetitions that add nothing.
    package let snapshots: [TransactionSnapshot]
    /// The chain, with the owner of each purchase.
    package let chain: OwnedChain
    /// The state of the chain, if it is a subscription.
    package let subscription: SubscriptionState?
    /// The transfers of the chain, newest first.
    package let transfers: [OwnershipTransfer]

    /// Returns all purchases of the chain with their states, of every owner, earliest first.
    package func lines(at now: Instant, catalog: Catalog) -> [PurchaseLine] {
        self.chain.asIfOwned(in: self.environment).purchases(at: now, catalog: catalog)
    }
}

extension CustomerService {
    /// Returns the report of a transaction, in the given environment or in the first one that knows it.
    package func transaction(
        _ id: TransactionID,
        in app: ServedApp,
        environment: StoreEnvironment?
    ) async throws(CustomerError) -> TransactionReport {
        let environments = environment.map { [$0] } ?? StoreEnvironment.allCases
        let now = self.ambient.now()
        let report = try await self.withRepository { repository throws(RepositoryError) in
            try await repository.read { view -> TransactionReport? in
                for environment in environments {
                    if let report = try view.report(of: id, in: app, environment: environment, at: now) {
                        return report
                    }
                }
                return nil
            }
        }
        guard let report else { throw .refused(.unknownTransaction) }
        return report
    }
}

extension ReadView {
    /// Returns the report of a transaction in one environment; `nil` for an unknown transaction.
    func report(
        of id: TransactionID,
        in app: ServedApp,
        environment: StoreEnvironment,
        at now: Instant
    ) throws -> TransactionReport? {
        let owned = try self.chain(of: id, app: app.name, environment: environment)
        guard let owned, let record = owned.chain.transactions.first(where: { $0.transactionID == id }) else {
            return nil
        }
        let claim = owned.claims[id] ?? .unclaimed
        let ledger =
            try claim.owner.map { try self.ledger(of: $0, app: app.name, environment: environment) }
            ?? owned.asIfOwned(in: environment)
        return TransactionReport(
            environment: environment,
            transactionID: id,
            originalTransactionID: owned.chain.rootID ?? record.current.originalTransactionID,
            purchase: ledger.purchases(at: now, catalog: app.catalog).first { $0.transactionIDs.contains(id) },
            claim: claim,
            snapshots: record.snapshots,
            chain: owned,
            subscription: owned.chain.isSubscription
                ? owned.chain.state(at: now, environment: environment, gracePolicy: app.catalog.gracePolicy) : nil,
            transfers: try self.transfers(
                of: id,
                app: app.name,
                environment: environment,
                limit: CustomerService.longestList
            )
        )
    }
}

extension OwnedChain {
    /// Returns the chain as one customer who owned all of it would have it, so that unowned purchases have a state,
    /// too.
    func asIfOwned(in environment: StoreEnvironment) -> CustomerLedger {
        guard let somebody = CustomerID.anonymous([]) else { preconditionFailure("The prefix is a valid name.") }
        let claims = Dictionary(
            self.chain.transactions.map { ($0.transactionID, Claim(owner: somebody, reason: .unclaimed)) }
        ) { first, _ in first }
        return CustomerLedger(
            customer: somebody,
            environment: environment,
            chains: [OwnedChain(chain: self.chain, claims: claims)]
        )
    }
}
