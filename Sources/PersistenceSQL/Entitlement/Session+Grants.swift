package import Ledger

extension Session {
    /// Saves a grant, and returns whether the customer had none with its identifier.
    package func insert(_ grant: Grant, of owner: Int64) throws -> Bool {
        try self.change(
            .entitlements.insertGrant,
            [
                .integer(owner), .text(grant.id.rawValue), .text(grant.entitlement.rawValue),
                .instant(grant.beginsAt), .instant(grant.endsAt), .instant(grant.grantedAt),
                .text(grant.grantedBy), .text(grant.reason),
            ]
        ) > 0
    }

    /// Saves the revocation of a grant of a customer, unless it is revoked already or does not exist.
    package func putRevocation(_ revocation: Grant.Revocation, of id: GrantID, owner: Int64) throws {
        try self.run(
            .entitlements.revokeGrant,
            [
                .instant(revocation.at), .text(revocation.by), .text(revocation.reason), .integer(owner),
                .text(id.rawValue),
            ]
        )
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
}
