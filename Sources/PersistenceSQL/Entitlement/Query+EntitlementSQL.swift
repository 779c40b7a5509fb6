extension Query {
    /// The SQL of the statements on holdings and grants.
    var entitlementSQL: String {
        switch self {
        case .holdings: "SELECT original, holding FROM owned_original WHERE owner = ? AND scope = ?"
        case .holding: "SELECT holding FROM owned_original WHERE owner = ? AND scope = ? AND original = ?"
        case .putHolding: "UPDATE owned_original SET holding = ? WHERE owner = ? AND scope = ? AND original = ?"
        case .insertGrant:
            """
            INSERT INTO entitlement_grant (owner, id, name, begins_at, ends_at, granted_at, granted_by, reason)
            VALUES (?, ?, ?, ?, ?, ?, ?, ?) ON CONFLICT DO NOTHING
            """
        case .revokeGrant:
            """
            UPDATE entitlement_grant SET revoked_at = ?, revoked_by = ?, revoked_reason = ?
            WHERE owner = ? AND id = ? AND revoked_at IS NULL
            """
        case .grants:
            """
            SELECT id, name, begins_at, ends_at, granted_at, granted_by, reason, revoked_at, revoked_by, revoked_reason
            FROM entitlement_grant WHERE owner = ? ORDER BY id
            """
        case .holderState:
            """
            SELECT merged_into, EXISTS (SELECT 1 FROM entitlement_grant WHERE entitlement_grant.owner = customer.id),
            EXISTS (SELECT 1 FROM customer AS other WHERE other.merged_into = customer.id),
            (SELECT published_at FROM due_entitlements WHERE due_entitlements.owner = customer.id AND due_entitlements.scope = ?)
            FROM customer WHERE id = ?
            """
        case .putDueEntitlements:
            """
            INSERT INTO due_entitlements (owner, scope, published_at, due_at) VALUES (?, ?, ?, ?)
            ON CONFLICT (owner, scope) DO UPDATE SET published_at = excluded.published_at, due_at = excluded.due_at
            """
        case .deleteDueEntitlements: "DELETE FROM due_entitlements WHERE owner = ? AND scope = ?"
        case .dueEntitlements:
            """
            SELECT app.name, scope.environment, customer.name, due_entitlements.due_at
            FROM due_entitlements CROSS JOIN scope ON scope.id = due_entitlements.scope CROSS JOIN app ON app.id = scope.app
            CROSS JOIN customer ON customer.id = due_entitlements.owner
            WHERE due_entitlements.due_at <= ? ORDER BY due_entitlements.due_at LIMIT ?
            """
        case .entitlementsDueAt: "SELECT due_at FROM due_entitlements WHERE owner = ? AND scope = ?"
        default: self.customerSQL
        }
    }
}
