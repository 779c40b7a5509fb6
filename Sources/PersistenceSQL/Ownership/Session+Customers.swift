package import Ledger

extension Session {
    /// Returns the number of a customer by name, of the customer whom they were merged into, and whether others were
    /// merged into them.
    package func customerState(
        of customer: CustomerID,
        app: Int64
    ) throws -> (number: Int64, mergedInto: Int64?, isSeveral: Bool)? {
        let values: [SQLValue] = [.integer(app), .digest(of: customer), .identifier(customer.rawValue)]
        return try self.first(.ownership.customerState, values) { row in
            (number: try row.integer(), mergedInto: try row.optionalInteger(), isSeveral: try row.flag())
        }
    }

    /// Returns a customer and the customers merged into them, by number.
    package func everybody(whoIs number: Int64) throws -> [Int64] {
        var people = [number]
        var place = 0
        while place < people.count {
            people += try self.all(.ownership.mergedCustomers, [.integer(people[place])]) { row in try row.integer() }
            place += 1
        }
        return people
    }

    /// Saves whom a customer is merged into; `nil` for nobody.
    package func putMerge(of customer: Int64, into other: Int64?) throws {
        try self.run(.ownership.mergeCustomer, [.optional(other), .integer(customer)])
    }

    /// Saves the replacement of a customer's name.
    package func rename(_ erased: ErasedName, at now: Instant, app: Int64) throws {
        try self.run(
            .ownership.renameCustomer,
            [.identifier(erased.nameless.rawValue), .instant(now), .integer(erased.number)]
        )
        for (query, name) in [(SQLStatement.names.deleteName, erased.name), (.names.insertName, erased.nameless)] {
            try self.run(query, [.integer(app), .digest(of: name), .integer(erased.number)])
        }
    }

    /// Assigns a token to a customer as their own, unless it identifies another customer.
    package func assign(
        _ token: AccountToken,
        to customer: CustomerID,
        app: AppName,
        at now: Instant,
        catalog: Catalog
    ) throws -> Bool {
        try self.assign(token, to: customer, app: app, at: now, catalog: catalog, forOrder: false)
    }

    /// Assigns a token to a customer, as their own or as that of an order, unless it identifies another customer.
    func assign(
        _ token: AccountToken,
        to customer: CustomerID,
        app name: AppName,
        at now: Instant,
        catalog: Catalog,
        forOrder: Bool
    ) throws -> Bool {
        let app = try self.app(name)
        if let known = try self.customer(of: token, app: name) {
            try self.run(.transactions.countRepeat)
            let number = try self.countingNumber(of: customer, app: app)
            return try number.map { try self.customer($0) == known } ?? false
        }
        let owner = try self.number(of: customer, app: app)
        if forOrder {
            try self.run(.orders.insertOrderToken, [.integer(app), .token(token), .integer(owner)])
        } else {
            _ = try self.assign(token, to: owner, app: app)
        }
        var elsewhere: [Int64: Set<Int64>] = [:]
        for awaiting in try self.takeAwaiting(token, app: app) {
            elsewhere[awaiting.scope, default: []].insert(awaiting.original)
        }
        for scope in try self.scopes(of: app) {
            guard let originals = elsewhere[scope.number] else { continue }
            let context = RecordingContext(scope: scope, now: now, catalog: catalog)
            try self.noticingHoldings {
                try self.derive(originals, on: context)
                try self.publishEntitlements(on: context, at: now)
            }
        }
        return true
    }
}
