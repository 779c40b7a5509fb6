extension LedgerStorage {
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
    ///
    /// The chains that awaited the customer of the token are derived again.
    func assign(
        _ token: AccountToken,
        to customer: CustomerID,
        app name: AppName,
        at now: Instant,
        catalog: Catalog,
        forOrder: Bool
    ) throws -> Bool {
        let app = try self.app(name)
        if let known = try self.customer(withToken: token, app: app) {
            try self.countRepeat()
            return try self.isCustomer(customer, numbered: known, app: app)
        }
        let owner = try self.number(of: customer, app: app)
        if forOrder {
            try self.giveOrderToken(token, to: owner, app: app)
        } else {
            try self.give(token, to: owner, app: app)
        }
        let awaiting = Dictionary(grouping: try self.takeAwaiting(token, app: app), by: \.scope)
        for scope in try self.scopes(of: app) {
            guard let originals = awaiting[scope.number]?.map(\.original) else { continue }
            let context = RecordingContext(scope: scope, now: now, catalog: catalog)
            try self.noticingHoldings {
                try self.derive(originals, on: context)
                try self.publishEntitlements(on: context, at: now)
            }
        }
        return true
    }

    /// Returns whether a name and a number belong to the same canonical customer.
    func isCustomer(_ customer: CustomerID, numbered number: Int64, app: Int64) throws -> Bool {
        try self.countingNumber(of: customer, app: app) == self.countingCustomer(number).number
    }
}
