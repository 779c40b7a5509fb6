extension LedgerStorage {
    /// Stores a grant, publishes the customer's new entitlements, and returns whether the grant is new.
    package func keep(_ grant: Grant, for customer: CustomerID, app: AppName, catalog: Catalog) throws -> Bool {
        // Grants belong to Production, whether anything was bought there or not.
        let scope = try self.scope(ScopeName(app: app, environment: .production))
        let owner = try self.number(of: customer, app: scope.app)
        return try self.noticingHoldings {
            try self.noticeHoldings(ofPerson: owner, app: scope.app)
            guard try self.insert(grant, of: owner) else { return false }
            let context = RecordingContext(scope: scope, now: grant.grantedAt, catalog: catalog)
            try self.publishEntitlements(on: context, at: grant.grantedAt)
            return true
        }
    }

    /// Revokes a grant under each name of the customer, and returns it.
    package func revoke(
        _ id: GrantID,
        of customer: CustomerID,
        app: AppName,
        _ revocation: Grant.Revocation,
        catalog: Catalog
    ) throws -> Grant? {
        guard let number = try self.knownApp(app), let owner = try self.holder(customer, app: number) else {
            return nil
        }
        let scope = try self.scope(ScopeName(app: app, environment: .production))
        return try self.noticingHoldings {
            try self.noticeHoldings(ofPerson: owner.number, app: number)
            for person in try self.everybody(whoIs: owner.number) {
                try self.putRevocation(revocation, of: id, owner: person)
            }
            let context = RecordingContext(scope: scope, now: revocation.at, catalog: catalog)
            try self.publishEntitlements(on: context, at: revocation.at)
            return try self.grants(of: owner).first { $0.id == id }
        }
    }

    /// Returns the grants of a customer under all of their names, by ascending identifier.
    package func grants(of customer: CustomerID, app: AppName) throws -> [Grant] {
        guard let app = try self.knownApp(app), let owner = try self.holder(customer, app: app) else { return [] }
        return try self.grants(of: owner)
    }

    /// Returns the grants of a canonical customer under all of their names, by ascending identifier.
    func grants(of owner: CanonicalCustomer) throws -> [Grant] {
        guard owner.isSeveral else { return try self.grants(of: owner.number) }
        return try self.everybody(whoIs: owner.number).flatMap { try self.grants(of: $0) }.sorted { $0.id < $1.id }
    }
}
