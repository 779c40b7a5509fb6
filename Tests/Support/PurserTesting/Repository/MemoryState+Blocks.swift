import Ledger

extension MemoryState {
    /// Blocks a customer, or removes the block under every id.
    ///
    /// A second block leaves the first one unchanged.
    @discardableResult
    mutating func block(_ customer: CustomerID, _ block: CustomerBlock?, app: AppName) -> CustomerBlockChange {
        let known = self.block(of: customer, app: app)
        guard let block else {
            for key in self.keys(in: customer, app: app) { self.orders.blocks[key] = nil }
            return CustomerBlockChange(nil, isNew: known != nil)
        }
        if let known { return CustomerBlockChange(known, isNew: false) }
        self.people[app, default: MemoryCustomerIdentities()].meet(customer)
        let owner = self.people[app]?.resolved(customer) ?? customer
        self.orders.blocks[MemoryCustomers.Key(app: app, customer: owner)] = block
        return CustomerBlockChange(block, isNew: true)
    }

    /// Returns the block of a customer under any id.
    func block(of customer: CustomerID, app: AppName) -> CustomerBlock? {
        self.keys(in: customer, app: app).compactMap { self.orders.blocks[$0] }.min { $0.at < $1.at }
    }

    /// Blocks the payers of refunded purchases, unless they are blocked, and records that in the audit log.
    mutating func block(forRefundOf fulfillment: Fulfillment, at now: Instant) {
        for customer in self.payers(of: fulfillment).sorted() where !customer.isErased {
            guard self.block(of: customer, app: fulfillment.app) == nil else { continue }
            let block = CustomerBlock(forRefundOf: fulfillment, at: now)
            self.block(customer, block, app: fulfillment.app)
            self.append(block.draft(on: customer, for: fulfillment))
        }
    }

    /// Returns the customers who are known at the Apple Account that paid for a fulfillment.
    private func payers(of fulfillment: Fulfillment) -> Set<CustomerID> {
        let scope = Scope(app: fulfillment.app, environment: fulfillment.environment)
        guard let facts = self.facts[scope], let own = self.chain(of: fulfillment.transactionID, in: scope) else {
            return []
        }
        let submissions = self.ownershipFacts(facts, scope: scope).submissions
        var payers = Payers(of: fulfillment.transactionID, in: own)
        payers.add(own, submissions)
        let bound = Set(self.bindings(in: scope).filter { $0.account == payers.payingAccount }.map(\.customer))
        for chain in self.chains(in: scope) {
            let owners = Set(chain.claims.values.compactMap(\.owner))
            if !owners.isDisjoint(with: bound) { payers.add(chain, submissions) }
        }
        return payers.customers
    }
}
