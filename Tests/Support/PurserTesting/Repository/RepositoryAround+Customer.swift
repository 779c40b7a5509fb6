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

extension RepositoryAround {
    package func holdings(
        of customer: CustomerID,
        app: AppName,
        environments: [StoreEnvironment],
        access: AccessPolicy,
        at now: Instant
    ) async throws(RepositoryError) -> CustomerHoldings {
        try await self.base.holdings(of: customer, app: app, environments: environments, access: access, at: now)
    }

    package func keep(
        _ grant: Grant,
        for customer: CustomerID,
        app: AppName,
        catalogue: Catalogue
    ) async throws(RepositoryError) -> Bool {
        try await self.base.keep(grant, for: customer, app: app, catalogue: catalogue)
    }

    package func revoke(
        _ id: GrantID,
        of customer: CustomerID,
        app: AppName,
        _ revocation: Grant.Revocation,
        catalogue: Catalogue
    ) async throws(RepositoryError) -> Grant? {
        try await self.base.revoke(id, of: customer, app: app, revocation, catalogue: catalogue)
    }

    package func dueRights(at now: Instant, limit: Int) async throws(RepositoryError) -> [DueRights] {
        try await self.base.dueRights(at: now, limit: limit)
    }

    package func advance(_ rights: DueRights, at now: Instant, catalogue: Catalogue) async throws(RepositoryError) {
        try await self.base.advance(rights, at: now, catalogue: catalogue)
    }

    package func grants(of customer: CustomerID, app: AppName) async throws(RepositoryError) -> [Grant] {
        try await self.base.grants(of: customer, app: app)
    }
}

extension RepositoryAround {
    package func riskMark(of customer: CustomerID, app: AppName) async throws(RepositoryError) -> RiskMark? {
        try await self.base.riskMark(of: customer, app: app)
    }

    package func note(
        _ look: RiskLook,
        of customer: CustomerID,
        app: AppName
    ) async throws(RepositoryError) -> Bool {
        try await self.base.note(look, of: customer, app: app)
    }

    package func riskMarks(
        of app: AppName,
        after place: RiskPlace?,
        limit: Int
    ) async throws(RepositoryError) -> [RiskMark] {
        try await self.base.riskMarks(of: app, after: place, limit: limit)
    }

    package func dueRisks(of app: AppName, at now: Instant, limit: Int) async throws(RepositoryError) -> [CustomerID] {
        try await self.base.dueRisks(of: app, at: now, limit: limit)
    }
}
