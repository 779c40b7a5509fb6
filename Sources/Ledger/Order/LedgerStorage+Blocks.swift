extension LedgerStorage {
    /// Blocks a customer, or unblocks all of their names; an existing block stays as it was set first.
    @discardableResult
    package func block(_ customer: CustomerID, _ block: CustomerBlock?, app name: AppName) throws -> CustomerBlockChange
    {
        let known = try self.block(of: customer, app: name)
        guard let block else {
            for person in try self.people(in: customer, app: name) { try self.put(nil, of: person) }
            return CustomerBlockChange(nil, isNew: known != nil)
        }
        if let known { return CustomerBlockChange(known, isNew: false) }
        let number = try self.number(of: customer, app: try self.app(name))
        try self.put(block, of: try self.countingCustomer(number).number)
        return CustomerBlockChange(block, isNew: true)
    }

    /// Returns the block of a customer under any of their names, if there is one.
    package func block(of customer: CustomerID, app: AppName) throws -> CustomerBlock? {
        try self.people(in: customer, app: app).compactMap { try self.block(of: $0) }.min { $0.at < $1.at }
    }

    /// Blocks the customers who paid for a refunded purchase and are not blocked yet, and enters that in the audit log.
    package func block(forRefundOf fulfillment: Fulfillment, at now: Instant) throws {
        for customer in try self.payers(of: fulfillment).sorted() where !customer.isErased {
            let block = CustomerBlock(forRefundOf: fulfillment, at: now)
            guard try self.block(customer, block, app: fulfillment.app).isNew else { continue }
            _ = try self.append(block.draft(on: customer, for: fulfillment), within: nil)
        }
    }

    /// Returns the customers who used the Apple Account that paid for a fulfillment.
    private func payers(of fulfillment: Fulfillment) throws -> Set<CustomerID> {
        guard let scope = try self.knownScope(ScopeName(app: fulfillment.app, environment: fulfillment.environment)),
            let chain = try self.chain(of: fulfillment.transactionID, scope: scope)
        else { return [] }
        var people = CustomerCache(self)
        let owned = try chain.owned(by: &people)
        var payers = Payers(of: fulfillment.transactionID, in: owned)
        payers.add(owned, try self.submissions(of: chain, scope: scope, people: &people))
        guard let account = payers.payingAccount else { return payers.customers }
        var users: Set<Int64> = []
        for (customer, _) in try self.uses(of: account, scope: scope) {
            users.formUnion(try self.everybody(whoIs: self.countingCustomer(customer).number))
        }
        var seen = Set(chain.members)
        for original in try users.sorted().flatMap({ try self.ownedOriginals(of: $0, scope: scope) }) {
            guard !seen.contains(original) else { continue }
            let other = try self.chain(of: try self.original(original), scope: scope)
            seen.formUnion(other.members)
            let submissions = try self.submissions(of: other, scope: scope, people: &people)
            payers.add(try other.owned(by: &people), submissions)
        }
        return payers.customers
    }
}
