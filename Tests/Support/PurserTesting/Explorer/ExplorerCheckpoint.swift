import AppStore
import AppStoreSimulator
import Ledger
import PurserService

/// A quiet point of a run: nothing is under way, the clock stands, and everything can be looked at.
package struct ExplorerCheckpoint: Sendable {
    /// The world, which knows the truth.
    let world: World
    /// The server, which should have received its evidence.
    let server: ExplorerServer
    /// The evidence that the server has received.
    let received: ExplorerReceived
    /// The truth about every chain of the app under test, in the world's order.
    let chains: [ExplorerChain]
    /// The instant, on the world's clock and the server's.
    let now: Timestamp
    /// The same in the ledger's terms.
    let instant: Instant
    /// The snapshot of the previous quiet point; `nil` at the first.
    let before: ExplorerSnapshot?
    /// The current snapshot.
    let picture: ExplorerSnapshot
    /// The customers whose app submitted everything before this point.
    let speaking: Set<String>
    /// A number that differs from point to point and run to run, for checks that draw lots.
    let lot: UInt64

    /// How long access may outlast what is known, where nothing has been heard.
    var leeway: Span {
        let gracePolicy = self.server.app.catalog.gracePolicy
        return self.server.environment == .production ? gracePolicy.overdueLeeway : gracePolicy.overdueLeewaySandbox
    }

    /// Returns the state of a chain in the ledger; `nil` when the ledger does not have it.
    func state(of chain: ExplorerChain) -> SubscriptionState? {
        self.picture.chain(chain.original)?.chain.state(
            at: self.instant,
            environment: self.server.environment,
            gracePolicy: self.server.app.catalog.gracePolicy
        )
    }

    /// The product of a chain that the ledger gives access to.
    func accessibleProduct(of chain: ExplorerChain) -> String? {
        guard chain.subscription != nil else {
            let purchase = self.picture.chain(chain.original)?.chain.purchases.first {
                $0.snapshot.kind == .nonConsumable
            }
            return purchase.flatMap { $0.isRevoked ? nil : $0.snapshot.productID.rawValue }
        }
        guard let state = self.state(of: chain), state.hasAccess else { return nil }
        return state.productID?.rawValue
    }

    /// The truth about every chain of the app under test.
    static func chains(of world: World, verifier: SignedDataVerifier) throws -> [ExplorerChain] {
        var chains: [ExplorerChain] = []
        for customer in world.customers {
            let all = world.transactions(of: customer).filter { $0.bundleId == ExplorerShop.bundleID }
            let subscriptions = world.subscriptions(of: customer)
            var seen: Set<String> = []
            for original in all.map(\.originalTransactionId) where seen.insert(original).inserted {
                let transactions = all.filter { $0.originalTransactionId == original }
                let subscription = subscriptions.first { $0.originalTransactionId == original }
                let compact = try subscription.flatMap { _ in
                    try transactions.last.flatMap { try world.signedRenewalInfo(for: $0.transactionId) }
                }
                var payloads: [String: TransactionPayload] = [:]
                for transaction in transactions {
                    payloads[transaction.transactionId] = try world.transactionPayload(for: transaction.transactionId)
                }
                let chain = ExplorerChain(
                    original: original,
                    customer: customer.name,
                    transactions: transactions,
                    subscription: subscription,
                    renewal: try compact.map { try verifier.renewalInfo($0).payload },
                    payloads: payloads
                )
                chains.append(chain)
            }
        }
        return chains
    }

    /// Returns the violations of one invariant that the server recorded.
    func troubles(_ invariant: String) -> [String] {
        self.server.troubles.filter { $0.invariant == invariant }.map(\.text)
    }

    /// Returns the snapshot of another repository at this point.
    func picture(of repository: any Repository) async throws -> ExplorerSnapshot {
        try await ExplorerSnapshot(
            of: repository,
            app: self.server.app.name,
            environment: self.server.environment,
            at: self.instant,
            transactions: self.chains.flatMap { chain in
                chain.transactions.map { (original: chain.original, id: $0.transactionId) }
            },
            customers: self.world.customers.map(\.name)
        )
    }
}
