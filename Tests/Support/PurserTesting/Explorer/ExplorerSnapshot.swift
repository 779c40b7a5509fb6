import AppStoreSimulator
import Ledger

/// All answers of a server at one instant, to be compared as a whole.
package struct ExplorerSnapshot: Hashable, Sendable {
    /// The chains with their owners, by the id of a transaction in them.
    private let chains: [String: OwnedChain]
    /// The entitlements of each customer.
    let entitlements: [String: [Entitlement]]
    /// The purchases of each customer.
    let purchases: [String: [PurchaseLine]]

    /// Takes a repository's answers about these transactions and customers.
    init(
        of repository: any Repository,
        app: AppName,
        environment: StoreEnvironment,
        at now: Instant,
        transactions: [(original: String, id: String)],
        customers: [String]
    ) async throws {
        var chains: [String: OwnedChain] = [:]
        for (original, id) in transactions {
            if let chain = try await repository.read({ view in
                try view.chain(of: TransactionID(id), app: app, environment: environment)
            }) {
                chains[original] = chain
                chains[id] = chain
            }
        }
        var entitlements: [String: [Entitlement]] = [:]
        var purchases: [String: [PurchaseLine]] = [:]
        for name in customers {
            guard let customer = CustomerID(name) else { continue }
            let ledger = try await repository.read { view in
                try view.ledger(of: customer, app: app, environment: environment)
            }
            entitlements[name] = ledger.entitlements(at: now, catalog: ExplorerShop.catalog)
            purchases[name] = ledger.purchases(at: now, catalog: ExplorerShop.catalog)
        }
        self.chains = chains
        self.entitlements = entitlements
        self.purchases = purchases
    }

    /// The chain that a transaction belongs to, by its id or its original id.
    func chain(_ id: String) -> OwnedChain? { self.chains[id] }

    /// The owner of each known transaction.
    var owners: [String: String] {
        var owners: [String: String] = [:]
        for chain in self.chains.values {
            for (id, claim) in chain.claims {
                if let owner = claim.owner { owners[id.rawValue] = owner.rawValue }
            }
        }
        return owners
    }

    /// Every transaction that is known.
    var transactions: Set<String> {
        Set(self.chains.values.flatMap { $0.chain.transactions.map(\.transactionID.rawValue) })
    }

    /// The first difference from another picture, in words; `nil` when there is none.
    func difference(from other: Self) -> String? {
        for (id, chain) in self.chains.sorted(by: { $0.key < $1.key }) where other.chains[id] != chain {
            guard let others = other.chains[id] else { return "\(id) is known and was not" }
            if others.claims != chain.claims { return "the owners of \(id) differ" }
            return "the evidence on \(id) differs"
        }
        for id in other.chains.keys.sorted() where self.chains[id] == nil { return "\(id) was known and is not" }
        for (name, entitlements) in self.entitlements.sorted(by: { $0.key < $1.key })
        where other.entitlements[name] != entitlements {
            return "the entitlements of \(name) differ"
        }
        for (name, lines) in self.purchases.sorted(by: { $0.key < $1.key }) where other.purchases[name] != lines {
            return "the purchases of \(name) differ"
        }
        return nil
    }
}
