/// The statements on holdings, grants and due entitlements.
package struct EntitlementStatements: Sendable {
    package let holdings = SQLStatement("SELECT original, holding FROM owned_original WHERE owner = ? AND scope = ?")
    package let holding = SQLStatement(
        "SELECT holding FROM owned_original WHERE owner = ? AND scope = ? AND original = ?"
    )
    package let insertGrant = SQLStatement(
        """
        INSERT INTO entitlement_grant (owner, id, name, begins_at, ends_at, granted_at, granted_by, reason)
        VALUES (?, ?, ?, ?, ?, ?, ?, ?) ON CONFLICT DO NOTHING
        """
    )
    package let revokeGrant = SQLStatement(
        """
        UPDATE entitlement_grant SET revoked_at = ?, revoked_by = ?, revoked_reason = ?
        WHERE owner = ? AND id = ? AND revoked_at IS NULL
        """
    )
    package let grants = SQLStatement(
        """
        SELECT id, name, begins_at, ends_at, granted_at, granted_by, reason, revoked_at, revoked_by, revoked_reason
        FROM entitlement_grant WHERE owner = ? ORDER BY id
        """
    )
    package let holderState = SQLStatement(
        """
        SELECT merged_into, EXISTS (SELECT 1 FROM entitlement_grant WHERE entitlement_grant.owner = customer.id),
        EXISTS (SELECT 1 FROM customer AS other WHERE other.merged_into = customer.id),
        (SELECT published_at FROM due_entitlements WHERE due_entitlements.owner = customer.id AND due_entitlements.scope = ?)
        FROM customer WHERE id = ?
        """
    )
    package let putDueEntitlements = SQLStatement(
        """
        INSERT INTO due_entitlements (owner, scope, published_at, due_at) VALUES (?, ?, ?, ?)
        ON CONFLICT (owner, scope) DO UPDATE SET published_at = excluded.published_at, due_at = excluded.due_at
        """
    )
    package let deleteDueEntitlements = SQLStatement("DELETE FROM due_entitlements WHERE owner = ? AND scope = ?")
    package let dueEntitlements = SQLStatement(
        """
        SELECT app.name, scope.environment, customer.name, due_entitlements.due_at
        FROM due_entitlements CROSS JOIN scope ON scope.id = due_entitlements.scope CROSS JOIN app ON app.id = scope.app
        CROSS JOIN customer ON customer.id = due_entitlements.owner
        WHERE due_entitlements.due_at <= ? ORDER BY due_entitlements.due_at LIMIT ?
        """
    )
    package let entitlementsDueAt = SQLStatement("SELECT due_at FROM due_entitlements WHERE owner = ? AND scope = ?")
}

extension SQLStatement {
    /// The statements on holdings, grants and due entitlements.
    package static let entitlements = EntitlementStatements()
}
