package import Ledger

extension Session {
    /// Returns the stored form of a customer's holding in an original; `nil` for none.
    package func form(of owner: Int64, scope: Scope, original: Int64) throws -> [UInt8]? {
        let key: [SQLValue] = [.integer(owner), .integer(scope.number), .integer(original)]
        return try self.first(.entitlements.holding, key) { row in try row.optionalBytes() } ?? nil
    }

    /// Returns the stored form of a customer's holding in each original in which they own something.
    package func forms(of owner: Int64, scope: Scope) throws -> [(original: Int64, form: [UInt8]?)] {
        try self.all(.entitlements.holdings, [.integer(owner), .integer(scope.number)]) { row in
            (original: try row.integer(), form: try row.optionalBytes())
        }
    }

    /// Saves the form of a customer's holding in an original.
    package func put(_ form: [UInt8], of owner: Int64, scope: Scope, original: Int64) throws {
        try self.run(
            .entitlements.putHolding,
            [.bytes(form), .integer(owner), .integer(scope.number), .integer(original)]
        )
    }

    /// Returns what the entitlements of a customer depend on besides chains.
    package func holderState(of owner: Int64, scope: Scope) throws -> HolderState {
        let state = try self.first(.entitlements.holderState, [.integer(scope.number), .integer(owner)]) { row in
            HolderState(
                isCounting: try row.optionalInteger() == nil,
                isGranted: try row.flag(),
                isSeveral: try row.flag(),
                publishedAt: try row.optionalInstant()
            )
        }
        guard let state else { throw RepositoryError.corrupt }
        return state
    }

    /// Returns when a customer's entitlements are due next.
    package func entitlementsDueAt(of owner: Int64, scope: Scope) throws -> Instant? {
        let key: [SQLValue] = [.integer(owner), .integer(scope.number)]
        return try self.first(.entitlements.entitlementsDueAt, key) { row in try row.instant() }
    }

    /// Saves when a customer's entitlements were published and are due next; without a date they are not due.
    package func putEntitlementsDue(_ dueAt: Instant?, publishedAt: Instant, of owner: Int64, scope: Scope) throws {
        let key: [SQLValue] = [.integer(owner), .integer(scope.number)]
        if let dueAt {
            try self.run(.entitlements.putDueEntitlements, key + [.instant(publishedAt), .instant(dueAt)])
        } else {
            try self.run(.entitlements.deleteDueEntitlements, key)
        }
    }

    /// Returns the customers whose entitlements are due, earliest first.
    package func dueEntitlements(at now: Instant, limit: Int) throws -> [DueEntitlements] {
        try self.all(.entitlements.dueEntitlements, [.instant(now), .integer(Int64(limit))]) { row in
            let app = AppName(try row.text())
            let environment = try row.coded(StoreEnvironment.self)
            guard let customer = CustomerID(try row.identifier()) else { throw RepositoryError.corrupt }
            return DueEntitlements(app: app, environment: environment, customer: customer, dueAt: try row.instant())
        }
    }
}
