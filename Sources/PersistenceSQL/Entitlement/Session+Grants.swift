package import Ledger

extension Session {
    /// Stores a grant, publishes the customer's new entitlements, and returns whether the grant is new.
    package func keep(_ grant: Grant, for customer: CustomerID, app: AppName, catalog: Catalog) throws -> Bool {
        // Grants belong to Production, whether anything was bought there or not.
        let scope = try self.scope(ScopeName(app: app, environment: .production))
        let owner = try self.number(of: customer, app: scope.app)
        return try self.noticingHoldings {
            try self.noticeHoldings(ofPerson: owner, app: scope.app)
            let inserted = try self.change(
                .insertGrant,
                [
                    .integer(owner), .text(grant.id.rawValue), .text(grant.entitlement.rawValue),
                    .instant(grant.beginsAt), .instant(grant.endsAt), .instant(grant.grantedAt),
                    .text(grant.grantedBy), .text(grant.reason),
                ]
            )
            guard inserted > 0 else { return false }
            try self.publishEntitlements(in: scope, at: grant.grantedAt, catalog: catalog)
            return true
        }
    }

    private func publishEntitlements(in scope: Scope, at now: Instant, catalog: Catalog) throws {
        let context = RecordingContext(scope: scope, environment: .production, now: now, catalog: catalog, cause: nil)
        try self.publishEntitlements(on: context, at: now)
    }

    /// Revokes a grant and returns it.
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
                try self.run(
                    .revokeGrant,
                    [
                        .instant(revocation.at), .text(revocation.by), .text(revocation.reason), .integer(person),
                        .text(id.rawValue),
                    ]
                )
            }
            try self.publishEntitlements(in: scope, at: revocation.at, catalog: catalog)
            return try self.grants(of: owner).first { $0.id == id }
        }
    }

    /// Returns all grants of a customer, by ascending name.
    func grants(of owner: Int64) throws -> [Grant] {
        try self.all(.grants, [.integer(owner)]) { row in
            let id = GrantID(try row.text())
            let entitlement = EntitlementName(try row.text())
            let beginsAt = try row.instant()
            let endsAt = try row.optionalInstant()
            let grantedAt = try row.instant()
            let grantedBy = try row.text()
            let reason = try row.text()
            let revokedAt = try row.optionalInstant()
            let revokedBy = try row.optionalText()
            let revokedReason = try row.optionalText()
            var grant = Grant(
                id: id,
                entitlement: entitlement,
                beginsAt: beginsAt,
                endsAt: endsAt,
                grantedAt: grantedAt,
                grantedBy: grantedBy,
                reason: reason
            )
            if let revokedAt, let revokedBy, let revokedReason {
                grant.revocation = Grant.Revocation(at: revokedAt, by: revokedBy, reason: revokedReason)
            }
            return grant
        }
    }

    /// Returns a customer's holdings and grants at an instant, in some environments.
    package func holdings(
        of customer: CustomerID,
        app name: AppName,
        environments: [StoreEnvironment],
        gracePolicy: GracePolicy,
        at now: Instant
    ) throws -> CustomerHoldings {
        var found = CustomerHoldings()
        for environment in environments { found.byEnvironment[environment] = [] }
        guard let app = try self.app(of: name, environments),
            let owner = try self.holder(customer, app: app)
        else { return found }
        for environment in environments {
            guard let scope = try self.knownScope(ScopeName(app: name, environment: environment)) else { continue }
            found.byEnvironment[environment] = try self.holdings(
                of: owner.number,
                owner.name,
                in: scope,
                environment: environment,
                at: now,
                gracePolicy: gracePolicy
            )
        }
        found.grants = try self.grants(of: owner)
        return found
    }

    /// Returns the number of an app; the number of a scope is cached, so it is tried first.
    private func app(of name: AppName, _ environments: [StoreEnvironment]) throws -> Int64? {
        for environment in environments {
            if let scope = try self.knownScope(ScopeName(app: name, environment: environment)) { return scope.app }
        }
        return try self.knownApp(name)
    }

    /// The canonical customer of a name.
    struct Holder {
        /// The customer's number.
        let number: Int64
        /// The customer's name.
        let name: CustomerID
        /// Whether other customers were merged into this one.
        let isSeveral: Bool
    }

    /// Returns the canonical customer of a name, or `nil` where the name is unknown.
    func holder(_ customer: CustomerID, app: Int64) throws -> Holder? {
        let values: [SQLValue] = [.integer(app), .digest(of: customer), .identifier(customer.rawValue)]
        let found = try self.first(.customerState, values) { row in
            (number: try row.integer(), mergedInto: try row.optionalInteger(), isSeveral: try row.flag())
        }
        guard let found else { return nil }
        guard found.mergedInto != nil else {
            return Holder(number: found.number, name: customer, isSeveral: found.isSeveral)
        }
        let counting = try self.countingCustomer(found.number)
        return Holder(number: counting.number, name: counting.name, isSeveral: true)
    }

    /// Returns the grants of a customer under all of their names, by ascending name.
    func grants(of holder: Holder) throws -> [Grant] {
        guard holder.isSeveral else { return try self.grants(of: holder.number) }
        return try self.everybody(whoIs: holder.number).flatMap { try self.grants(of: $0) }.sorted { $0.id < $1.id }
    }
}
