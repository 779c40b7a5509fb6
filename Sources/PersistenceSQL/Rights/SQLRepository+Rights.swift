package import Ledger

extension SQLRepository {
    /// What a customer holds at an instant in some environments of an app, and what he was granted.
    package func holdings(
        of customer: CustomerID,
        app: AppName,
        environments: [StoreEnvironment],
        access: AccessPolicy,
        at now: Instant
    ) async throws(RepositoryError) -> CustomerHoldings {
        try await self.read { session in
            try session.holdings(of: customer, app: app, environments: environments, access: access, at: now)
        }
    }

    /// Keeps a grant.
    package func keep(
        _ grant: Grant,
        for customer: CustomerID,
        app: AppName,
        catalogue: Catalogue
    ) async throws(RepositoryError) -> Bool {
        try await self.write { session in
            try session.keep(grant, for: customer, app: app, catalogue: catalogue)
        }
    }

    /// Takes a grant back.
    package func revoke(
        _ id: GrantID,
        of customer: CustomerID,
        app: AppName,
        _ revocation: Grant.Revocation,
        catalogue: Catalogue
    ) async throws(RepositoryError) -> Grant? {
        try await self.write { session in
            try session.revoke(id, of: customer, app: app, revocation, catalogue: catalogue)
        }
    }

    /// The customers whose rights are to be looked at again, earliest first.
    package func dueRights(at now: Instant, limit: Int) async throws(RepositoryError) -> [DueRights] {
        try await self.read { session in try session.dueRights(at: now, limit: limit) }
    }

    /// Lets time pass over a customer's rights.
    package func advance(
        _ rights: DueRights,
        at now: Instant,
        catalogue: Catalogue
    ) async throws(RepositoryError) {
        try await self.write { session in try session.advance(rights, at: now, catalogue: catalogue) }
    }

    /// Everything that a customer was granted.
    package func grants(of customer: CustomerID, app: AppName) async throws(RepositoryError) -> [Grant] {
        try await self.read { session in
            guard let app = try session.knownApp(app), let owner = try session.holder(customer, app: app) else {
                return []
            }
            return try session.grants(of: owner)
        }
    }
}

extension Query {
    /// The statement of what customers hold and of what they were granted.
    var rightsSQL: String {
        switch self {
        case .customerStanding:
            """
            SELECT customer.id, merged_into,
            EXISTS (SELECT 1 FROM customer AS other WHERE other.merged_into = customer.id)
            FROM customer_name CROSS JOIN customer ON customer.id = customer_name.customer
            WHERE customer_name.app = ? AND customer_name.digest = ? AND customer.name = ?
            """
        case .holdings: "SELECT original, holding FROM owned_original WHERE owner = ? AND scope = ?"
        case .holding: "SELECT holding FROM owned_original WHERE owner = ? AND scope = ? AND original = ?"
        case .putHolding: "UPDATE owned_original SET holding = ? WHERE owner = ? AND scope = ? AND original = ?"
        case .insertGrant:
            """
            INSERT INTO right_grant (owner, id, name, begins_at, ends_at, granted_at, granted_by, reason)
            VALUES (?, ?, ?, ?, ?, ?, ?, ?) ON CONFLICT DO NOTHING
            """
        case .revokeGrant:
            """
            UPDATE right_grant SET revoked_at = ?, revoked_by = ?, revoked_reason = ?
            WHERE owner = ? AND id = ? AND revoked_at IS NULL
            """
        case .grants:
            """
            SELECT id, name, begins_at, ends_at, granted_at, granted_by, reason, revoked_at, revoked_by, revoked_reason
            FROM right_grant WHERE owner = ? ORDER BY id
            """
        case .holderStanding:
            """
            SELECT merged_into, EXISTS (SELECT 1 FROM right_grant WHERE right_grant.owner = customer.id),
            EXISTS (SELECT 1 FROM customer AS other WHERE other.merged_into = customer.id),
            (SELECT told_at FROM due_rights WHERE due_rights.owner = customer.id AND due_rights.scope = ?)
            FROM customer WHERE id = ?
            """
        case .putDueRights:
            """
            INSERT INTO due_rights (owner, scope, told_at, due_at) VALUES (?, ?, ?, ?)
            ON CONFLICT (owner, scope) DO UPDATE SET told_at = excluded.told_at, due_at = excluded.due_at
            """
        case .deleteDueRights: "DELETE FROM due_rights WHERE owner = ? AND scope = ?"
        case .dueRights:
            """
            SELECT app.name, scope.environment, customer.name, due_rights.due_at
            FROM due_rights CROSS JOIN scope ON scope.id = due_rights.scope CROSS JOIN app ON app.id = scope.app
            CROSS JOIN customer ON customer.id = due_rights.owner
            WHERE due_rights.due_at <= ? ORDER BY due_rights.due_at LIMIT ?
            """
        case .rightsDueAt: "SELECT due_at FROM due_rights WHERE owner = ? AND scope = ?"
        default: self.customerSQL
        }
    }
}
