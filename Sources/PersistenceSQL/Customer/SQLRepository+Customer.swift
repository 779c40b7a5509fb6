package import Ledger

extension SQLRepository {
    /// Stores facts about a customer.
    package func state(
        _ facts: [CustomerFact],
        of customer: CustomerID,
        app: AppName
    ) async throws(RepositoryError) {
        try await self.write { session in try session.state(facts, of: customer, app: app) }
    }

    /// Returns the current facts about a customer.
    package func facts(of customer: CustomerID, app: AppName) async throws(RepositoryError) -> CustomerFacts {
        try await self.read { session in try session.facts(of: customer, app: app) }
    }

    /// Stores a consent, each id once.
    package func keep(
        _ consent: Consent,
        of customer: CustomerID,
        app: AppName
    ) async throws(RepositoryError) -> Bool {
        try await self.write { session in try session.keep(consent, of: customer, app: app) }
    }

    /// Records that a customer withdrew a consent.
    package func withdraw(
        _ id: ConsentID,
        _ withdrawal: Consent.Withdrawal,
        of customer: CustomerID,
        app: AppName
    ) async throws(RepositoryError) -> Consent? {
        try await self.write { session in try session.withdraw(id, withdrawal, of: customer, app: app) }
    }

    /// Returns the consents that a customer gave, newest first.
    package func consents(
        of customer: CustomerID,
        app: AppName,
        limit: Int
    ) async throws(RepositoryError) -> [Consent] {
        try await self.read { session in try session.consents(of: customer, app: app, limit: limit) }
    }

    /// Returns the audit entries about a customer, newest first.
    package func auditEntries(
        of customer: CustomerID,
        app: AppName,
        limit: Int
    ) async throws(RepositoryError) -> [AuditEntry] {
        try await self.read { session in try session.auditEntries(of: customer, app: app, limit: limit) }
    }

    /// Returns what a customer submitted among these transactions, earliest first.
    package func submissions(
        of customer: CustomerID,
        among transactions: [TransactionID],
        app: AppName,
        environment: StoreEnvironment
    ) async throws(RepositoryError) -> [Submission] {
        try await self.read { session in
            let name = ScopeName(app: app, environment: environment)
            return try session.submissions(of: customer, among: transactions, in: name)
        }
    }

    /// Returns the ledger's record of a customer.
    package func record(of customer: CustomerID, app: AppName) async throws(RepositoryError) -> CustomerRecord? {
        try await self.read { session in try session.record(of: customer, app: app) }
    }

    /// Erases the facts about a customer, and the personal fields of other records.
    package func erasePersonalFields(of customer: CustomerID, app: AppName) async throws(RepositoryError) {
        try await self.write { session in try session.erasePersonalFields(of: customer, app: app) }
    }
}

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
