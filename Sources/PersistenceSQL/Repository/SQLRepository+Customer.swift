package import Ledger

extension SQLRepository {
    /// Keeps words about a customer.
    package func state(
        _ facts: [CustomerFact],
        of customer: CustomerID,
        app: AppName
    ) async throws(RepositoryError) {
        try await self.write { session in try session.state(facts, of: customer, app: app) }
    }

    /// What counts of all that was said of a customer.
    package func facts(of customer: CustomerID, app: AppName) async throws(RepositoryError) -> CustomerFacts {
        try await self.read { session in try session.facts(of: customer, app: app) }
    }

    /// Keeps a consent, each id once.
    package func keep(
        _ consent: Consent,
        of customer: CustomerID,
        app: AppName
    ) async throws(RepositoryError) -> Bool {
        try await self.write { session in try session.keep(consent, of: customer, app: app) }
    }

    /// Takes down that a customer withdrew a consent.
    package func withdraw(
        _ id: ConsentID,
        _ withdrawal: Consent.Withdrawal,
        of customer: CustomerID,
        app: AppName
    ) async throws(RepositoryError) -> Consent? {
        try await self.write { session in try session.withdraw(id, withdrawal, of: customer, app: app) }
    }

    /// The consents that a customer gave, newest first.
    package func consents(
        of customer: CustomerID,
        app: AppName,
        limit: Int
    ) async throws(RepositoryError) -> [Consent] {
        try await self.read { session in try session.consents(of: customer, app: app, limit: limit) }
    }

    /// What operators and keys did to a customer, newest first.
    package func acts(
        of customer: CustomerID,
        app: AppName,
        limit: Int
    ) async throws(RepositoryError) -> [AuditEntry] {
        try await self.read { session in try session.acts(of: customer, app: app, limit: limit) }
    }

    /// What a customer submitted among these transactions, earliest first.
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

    /// Who a customer is to the books.
    package func record(of customer: CustomerID, app: AppName) async throws(RepositoryError) -> CustomerRecord? {
        try await self.read { session in try session.record(of: customer, app: app) }
    }

    /// Forgets what was said of a customer, and what speaks of persons elsewhere.
    package func erasePersonalFields(of customer: CustomerID, app: AppName) async throws(RepositoryError) {
        try await self.write { session in try session.erasePersonalFields(of: customer, app: app) }
    }
}
