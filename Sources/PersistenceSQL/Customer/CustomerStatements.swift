import Ledger

/// The statements on what is known of customers.
package struct CustomerStatements: Sendable {
    package let putCustomerFact = SQLStatement(
        """
        INSERT INTO customer_fact (owner, topic, stated_at, value, stated_by) VALUES (?, ?, ?, ?, ?)
        ON CONFLICT (owner, topic, stated_at) DO UPDATE SET value = excluded.value, stated_by = excluded.stated_by
        WHERE customer_fact.value IS NOT NULL
        AND (excluded.value IS NULL OR excluded.value > customer_fact.value)
        """
    )
    package let pruneCustomerFacts = SQLStatement(
        """
        DELETE FROM customer_fact WHERE owner = ? AND topic = ? AND stated_at < (
            SELECT stated_at FROM customer_fact WHERE owner = ? AND topic = ?
            ORDER BY stated_at DESC LIMIT 1 OFFSET ?
        )
        """
    )
    package let customerFacts = SQLStatement(
        "SELECT topic, value, stated_at, stated_by FROM customer_fact WHERE owner = ?"
    )
    package let insertConsent = SQLStatement(
        """
        INSERT INTO consent (app, name, owner, text_hash, version, locale, storefront, given_at, source, guardian,
        by_guardian, recorded_at, recorded_by) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?) ON CONFLICT DO NOTHING
        """
    )
    package let consentByName = SQLStatement("\(Self.consentColumns) WHERE app = ? AND name = ?")
    package let putWithdrawal = SQLStatement(
        """
        UPDATE consent SET withdrawn_at = ?, withdrawal_source = ?, withdrawal_by = ? WHERE app = ? AND name = ?
        """
    )
    package let consents = SQLStatement(
        "\(Self.consentColumns) WHERE owner = ? ORDER BY given_at DESC, name DESC LIMIT ?"
    )
    package let insertCustomerAuditEntry = SQLStatement(
        "INSERT INTO customer_audit_entry (owner, audit) VALUES (?, ?) ON CONFLICT DO NOTHING"
    )
    package let customerAuditEntries = SQLStatement(
        """
        SELECT number, at, operator, action, subject, reason, reason_salt, reason_hash, details, predecessor, hash
        FROM customer_audit_entry JOIN audit ON audit.number = customer_audit_entry.audit
        WHERE customer_audit_entry.owner = ? ORDER BY customer_audit_entry.audit DESC LIMIT ?
        """
    )
    package let customersOfAuditEntry = SQLStatement(
        """
        SELECT owner FROM customer_audit_entry
        WHERE audit = ? AND EXISTS (
            SELECT 1 FROM customer WHERE customer.id = customer_audit_entry.owner AND customer.app = ?
        )
        ORDER BY owner
        """
    )
    package let ownSubmissions = SQLStatement(
        """
        SELECT intent, submitted_at, sequence FROM submission
        WHERE scope = ? AND transaction_id = ? AND customer = ?
        """
    )
    package let deleteCustomerFacts = SQLStatement("DELETE FROM customer_fact WHERE owner = ?")
    package let eraseConsents = SQLStatement(
        "UPDATE consent SET source = NULL, guardian = NULL, withdrawal_source = NULL WHERE owner = ?"
    )
    package let eraseReasons = SQLStatement(
        """
        UPDATE audit SET reason = NULL, reason_salt = NULL
        WHERE number IN (SELECT audit FROM customer_audit_entry WHERE owner = ?)
        """
    )

    private static let consentColumns = """
        SELECT name, owner, text_hash, version, locale, storefront, given_at, source, guardian, by_guardian, recorded_at,
        recorded_by, withdrawn_at, withdrawal_source, withdrawal_by FROM consent
        """
}

extension SQLStatement {
    /// The statements on what is known of customers.
    package static let customers = CustomerStatements()
}

/// The statements on the names and tokens of customers.
package struct CustomerNameStatements: Sendable {
    package let customerByName = SQLStatement(
        """
        SELECT customer.id FROM customer_name CROSS JOIN customer ON customer.id = customer_name.customer
        WHERE customer_name.app = ? AND customer_name.digest = ? AND customer.name = ?
        """
    )
    package let insertName = SQLStatement("INSERT INTO customer_name (app, digest, customer) VALUES (?, ?, ?)")
    package let deleteName = SQLStatement("DELETE FROM customer_name WHERE app = ? AND digest = ? AND customer = ?")
    package let takeCustomers = SQLStatement.takingNumbers(of: "customer", "id")
    package let insertNumberedCustomer = SQLStatement(
        "INSERT INTO customer (id, app, name, events, tokens) VALUES (?, ?, ?, ?, ?)"
    )
    package let putCustomer = SQLStatement(
        """
        UPDATE customer SET events = ifnull(?, events), tokens = CASE WHEN ? = 1 THEN ? ELSE tokens END WHERE id = ?
        """
    )
    package let customerName = SQLStatement("SELECT id, name, merged_into, erased_at FROM customer WHERE id = ?")
    package let insertToken = SQLStatement(
        "INSERT INTO account_token (app, digest, customer) VALUES (?, ?, ?) ON CONFLICT DO NOTHING"
    )
    package let customersByToken = SQLStatement(
        """
        SELECT customer.id, customer.tokens
        FROM account_token CROSS JOIN customer ON customer.id = account_token.customer
        WHERE account_token.app = ? AND account_token.digest = ?
        """
    )
}

extension SQLStatement {
    /// The statements on the names and tokens of customers.
    package static let names = CustomerNameStatements()
}
