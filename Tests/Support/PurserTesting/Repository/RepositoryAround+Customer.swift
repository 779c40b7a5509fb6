package import Ledger

extension RepositoryAround {
    package func state(
        _ facts: [CustomerFact],
        of customer: CustomerID,
        app: AppName
    ) async throws(RepositoryError) {
        try await self.base.state(facts, of: customer, app: app)
    }

    package func facts(of customer: CustomerID, app: AppName) async throws(RepositoryError) -> CustomerFacts {
        try await self.base.facts(of: customer, app: app)
    }

    package func keep(
        _ consent: Consent,
        of customer: CustomerID,
        app: AppName
    ) async throws(RepositoryError) -> Bool {
        try await self.base.keep(consent, of: customer, app: app)
    }

    package func withdraw(
        _ id: ConsentID,
        _ withdrawal: Consent.Withdrawal,
        of customer: CustomerID,
        app: AppName
    ) async throws(RepositoryError) -> Consent? {
        try await self.base.withdraw(id, withdrawal, of: customer, app: app)
    }

    package func consents(
        of customer: CustomerID,
        app: AppName,
        limit: Int
    ) async throws(RepositoryError) -> [Consent] {
        try await self.base.consents(of: customer, app: app, limit: limit)
    }

    package func acts(
        of customer: CustomerID,
        app: AppName,
        limit: Int
    ) async throws(RepositoryError) -> [AuditEntry] {
        try await self.base.acts(of: customer, app: app, limit: limit)
    }

    package func submissions(
        of customer: CustomerID,
        among transactions: [TransactionID],
        app: AppName,
        environment: StoreEnvironment
    ) async throws(RepositoryError) -> [Submission] {
        try await self.base.submissions(of: customer, among: transactions, app: app, environment: environment)
    }

    package func record(of customer: CustomerID, app: AppName) async throws(RepositoryError) -> CustomerRecord? {
        try await self.base.record(of: customer, app: app)
    }

    package func erasePersonalFields(of customer: CustomerID, app: AppName) async throws(RepositoryError) {
        try await self.base.erasePersonalFields(of: customer, app: app)
    }
}
