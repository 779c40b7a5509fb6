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

    /// Saves whom a customer is merged into; `nil` for no customer.
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
}
