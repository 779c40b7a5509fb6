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
        default: self.customerSQL
        }
    }
}
