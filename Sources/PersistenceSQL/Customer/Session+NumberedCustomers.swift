package import Ledger

extension Session {
    /// Returns the number of a customer, or `nil` where the customer is unknown.
    package func knownCustomer(_ customer: CustomerID, app: Int64) throws -> Int64? {
        try self.load(Self.customerNumbers, LocalID(app, customer))
    }

    /// The numbers of customers by name.
    static let customerNumbers = Lookup<LocalID<CustomerID>, Int64?>(
        .names.customerByName,
        in: \.customerNumbers,
        none: nil,
        by: \.digestAndName
    ) { number, row in
        number = try row.integer()
    }

    /// Returns the number of a customer, creating it if necessary.
    package func number(of customer: CustomerID, app: Int64) throws -> Int64 {
        if let known = try self.knownCustomer(customer, app: app) { return known }
        return try self.saving { group in
            let number = try self.newNumber(.names.takeCustomers, in: group)
            group.change(customer: number) { $0.app = app }
            group.add(.customerName, [.integer(app), .digest(of: customer), .integer(number)])
            let stored = NumberedCustomer(number: number, name: customer, mergedInto: nil, erasedAt: nil)
            group.loaded.add(stored, app: app)
            return number
        }
    }

    /// Returns the stored row of the customer with a number.
    package func storedCustomer(_ number: Int64) throws -> NumberedCustomer {
        guard let stored = try self.load(Self.customers, number) else { throw RepositoryError.corrupt }
        return stored
    }

    /// The customers by number.
    static let customers = Lookup<Int64, NumberedCustomer?>(
        .names.customerName,
        in: \.customers,
        none: nil
    ) { customer, row in
        let number = try row.integer()
        guard let name = CustomerID(try row.identifier()) else { return }
        customer = NumberedCustomer(
            number: number,
            name: name,
            mergedInto: try row.optionalInteger(),
            erasedAt: try row.optionalInstant()
        )
    }
}

extension LocalID<CustomerID> {
    /// The number of the app, and the digest and the spelling of the name.
    fileprivate var digestAndName: [SQLValue] {
        [.integer(self.place), .digest(of: self.id), .identifier(self.id.rawValue)]
    }
}
