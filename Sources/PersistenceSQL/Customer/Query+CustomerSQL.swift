import Ledger

extension Query {
    /// The SQL of the statements on customers, beside their purchases.
    var customerSQL: String {
        switch self {
        case .putCustomerFact:
            """
            INSERT INTO customer_fact (owner, topic, stated_at, value, stated_by) VALUES (?, ?, ?, ?, ?)
            ON CONFLICT (owner, topic, stated_at) DO UPDATE SET value = excluded.value, stated_by = excluded.stated_by
            WHERE customer_fact.value IS NOT NULL
            AND (excluded.value IS NULL OR excluded.value > customer_fact.value)
            """
        case .pruneCustomerFacts:
            """
            DELETE FROM customer_fact WHERE owner = ? AND topic = ? AND stated_at < (
                SELECT stated_at FROM customer_fact WHERE owner = ? AND topic = ?
                ORDER BY stated_at DESC LIMIT 1 OFFSET ?
            )
            """
        case .customerFacts: "SELECT topic, value, stated_at, stated_by FROM customer_fact WHERE owner = ?"
        case .insertConsent:
            """
            INSERT INTO consent (app, name, owner, text_hash, version, locale, storefront, given_at, source, guardian,
            by_guardian, recorded_at, recorded_by) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?) ON CONFLICT DO NOTHING
            """
        case .consentByName: "\(Self.consentColumns) WHERE app = ? AND name = ?"
        case .putWithdrawal:
            """
            UPDATE consent SET withdrawn_at = ?, withdrawal_source = ?, withdrawal_by = ? WHERE app = ? AND name = ?
            """
        case .consents: "\(Self.consentColumns) WHERE owner = ? ORDER BY given_at DESC, name DESC LIMIT ?"
        case .insertCustomerAuditEntry:
            "INSERT INTO customer_audit_entry (owner, audit) VALUES (?, ?) ON CONFLICT DO NOTHING"
        case .customerAuditEntries:
            """
            SELECT number, at, operator, action, subject, reason, reason_salt, reason_hash, details, predecessor, hash
            FROM customer_audit_entry JOIN audit ON audit.number = customer_audit_entry.audit
            WHERE customer_audit_entry.owner = ? ORDER BY customer_audit_entry.audit DESC LIMIT ?
            """
        case .ownSubmissions:
            """
            SELECT intent, submitted_at, sequence FROM submission
            WHERE scope = ? AND transaction_id = ? AND customer = ?
            """
        case .customerEvents: "SELECT events FROM customer WHERE id = ?"
        case .deleteCustomerFacts: "DELETE FROM customer_fact WHERE owner = ?"
        case .eraseConsents:
            "UPDATE consent SET source = NULL, guardian = NULL, withdrawal_source = NULL WHERE owner = ?"
        case .eraseReasons:
            """
            UPDATE audit SET reason = NULL, reason_salt = NULL
            WHERE number IN (SELECT audit FROM customer_audit_entry WHERE owner = ?)
            """
        default: self.erasureSQL
        }
    }

    private static let consentColumns = """
        SELECT name, owner, text_hash, version, locale, storefront, given_at, source, guardian, by_guardian, recorded_at,
        recorded_by, withdrawn_at, withdrawal_source, withdrawal_by FROM consent
        """
}
