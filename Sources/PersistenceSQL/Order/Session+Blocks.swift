package import Ledger

/// Blocks of customers, by operators or after refunds.
extension Session {
    /// Blocks a customer, or unblocks all of their names; an existing block stays as it was set first.
    @discardableResult
    package func block(_ customer: CustomerID, _ block: CustomerBlock?, app name: AppName) throws -> CustomerBlockChange
    {
        let known = try self.block(of: customer, app: name)
        guard let block else {
            for person in try self.people(in: customer, app: name) {
                try self.run(.orders.deleteBlock, [.integer(person)])
            }
            return CustomerBlockChange(nil, isNew: known != nil)
        }
        if let known { return CustomerBlockChange(known, isNew: false) }
        let number = try self.number(of: customer, app: try self.app(name))
        let owner = try self.countingCustomer(number).number
        try self.run(
            .orders.putBlock,
            [.integer(owner), .instant(block.at), .text(block.by), .text(block.reason)]
        )
        return CustomerBlockChange(block, isNew: true)
    }

    /// Returns the block of a customer under any of their names, if there is one.
    package func block(of customer: CustomerID, app: AppName) throws -> CustomerBlock? {
        let blocks = try self.people(in: customer, app: app).compactMap { person in
            try self.first(.orders.block, [.integer(person)]) { row in
                CustomerBlock(at: try row.instant(), by: try row.text(), reason: try row.text())
            }
        }
        return blocks.min { $0.at < $1.at }
    }

    /// Blocks the customers who paid for a refunded purchase and are not blocked yet, and enters that in the audit log.
    package func block(forRefundOf fulfillment: Fulfillment, at now: Instant) throws {
        for customer in try self.payers(of: fulfillment).sorted() where !customer.isErased {
            guard try self.block(of: customer, app: fulfillment.app) == nil else { continue }
            let block = CustomerBlock(forRefundOf: fulfillment, at: now)
            try self.block(customer, block, app: fulfillment.app)
            try self.append(block.draft(on: customer, for: fulfillment))
        }
    }

    /// Returns the customers who used the Apple Account that paid for a fulfillment.
    private func payers(of fulfillment: Fulfillment) throws -> Set<CustomerID> {
        let (app, environment) = (fulfillment.app, fulfillment.environment)
        guard let scope = try self.knownScope(ScopeName(app: app, environment: environment)),
            let home = try self.home(of: fulfillment.transactionID, scope: scope)
        else { return [] }
        var people = CustomerCache(self)
        let chain = try self.chain(of: try self.original(home), scope: scope)
        let owned = try chain.owned(by: &people)
        var payers = Payers(of: fulfillment.transactionID, in: owned)
        payers.add(owned, try self.submissions(of: chain, scope: scope, people: &people))
        guard let account = payers.payingAccount else { return payers.customers }
        var seen = Set(chain.members)
        for binding in try self.bindings(of: account, app: app, environment: environment) {
            guard let number = try self.countingNumber(of: binding.customer, app: scope.app) else { continue }
            for person in try self.everybody(whoIs: number) {
                let key: [SQLValue] = [.integer(person), .integer(scope.number)]
                for original in try self.all(.ownership.ownedOriginals, key, read: { row in try row.integer() }) {
                    guard !seen.contains(original) else { continue }
                    let other = try self.chain(of: try self.original(original), scope: scope)
                    seen.formUnion(other.members)
                    let submissions = try self.submissions(of: other, scope: scope, people: &people)
                    payers.add(try other.owned(by: &people), submissions)
                }
            }
        }
        return payers.customers
    }
}
