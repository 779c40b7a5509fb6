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
                .entitlements.insertGrant,
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
                    .entitlements.revokeGrant,
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

    /// Returns the grants of a customer under all of their names, by ascending name.
    package func grants(of customer: CustomerID, app: AppName) throws -> [Grant] {
        guard let app = try self.knownApp(app), let owner = try self.holder(customer, app: app) else {
            return []
        }
        return try self.grants(of: owner)
    }

    /// Returns the grants under one number of a customer, by ascending name.
    package func grants(of owner: Int64) throws -> [Grant] {
        try self.all(.entitlements.grants, [.integer(owner)]) { row in
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

    /// Returns the grants of a customer under all of their names, by ascending name.
    func grants(of holder: Holder) throws -> [Grant] {
        guard holder.isSeveral else { return try self.grants(of: holder.number) }
        return try self.everybody(whoIs: holder.number).flatMap { try self.grants(of: $0) }.sorted { $0.id < $1.id }
    }

    private func publishEntitlements(in scope: Scope, at now: Instant, catalog: Catalog) throws {
        let context = RecordingContext(scope: scope, now: now, catalog: catalog)
        try self.publishEntitlements(on: context, at: now)
    }
}
