package import Ledger

/// All derivations from one story's facts at several instants, to be compared as a whole.
package struct LedgerOutcome: Equatable, Sendable {
    /// The chains with their owners.
    package let chains: [OwnedChain]
    /// The answer of each chain at each instant.
    package let states: [SubscriptionState]
    /// The entitlements of each customer at each instant.
    package let entitlements: [[Entitlement]]
    /// The purchases of each customer at each instant.
    package let purchases: [[PurchaseLine]]

    /// Derives the outcome of a story's facts in this order of arrival.
    package init(of facts: [LedgerFact], in story: EvidenceStory, rule: LedgerFold.Rule = .ledger) {
        let environment = StoreEnvironment.production
        let chains = LedgerFold(facts, rule: rule).ownedChains(customers: story.customers)
        let ledgers = Set(story.customers.values).sorted().map { customer in
            CustomerLedger(
                customer: customer,
                environment: environment,
                chains: chains.filter { $0.claims.values.contains { $0.serves(customer) } }
            )
        }
        self.chains = chains
        self.states = chains.flatMap { owned in
            story.instants.map { instant in
                owned.chain.state(at: instant, environment: environment, gracePolicy: story.catalog.gracePolicy)
            }
        }
        self.entitlements = ledgers.flatMap { ledger in
            story.instants.map { ledger.entitlements(at: $0, catalog: story.catalog) }
        }
        self.purchases = ledgers.flatMap { ledger in
            story.instants.prefix(1).map { ledger.purchases(at: $0, catalog: story.catalog) }
        }
    }

    /// The first difference from another outcome, in words; `nil` when there is none.
    package func difference(from other: Self) -> String? {
        if self.chains.map(\.chain) != other.chains.map(\.chain) { return "The chains differ." }
        if self.chains != other.chains { return "The claims differ." }
        if let index = zip(self.states, other.states).firstIndex(where: { $0 != $1 }) {
            return "The states differ: \(self.states[index]) and \(other.states[index])."
        }
        if self.entitlements != other.entitlements { return "The entitlements differ." }
        return self.purchases != other.purchases ? "The purchases differ." : nil
    }
}

extension Zip2Sequence {
    fileprivate func firstIndex(where differs: (Element) -> Bool) -> Int? {
        for (index, element) in self.enumerated() where differs(element) { return index }
        return nil
    }
}
