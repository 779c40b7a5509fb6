package import Ledger

extension ForwardingRepository {
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

    package func auditEntries(
        of customer: CustomerID,
        app: AppName,
        limit: Int
    ) async throws(RepositoryError) -> [AuditEntry] {
        try await self.base.auditEntries(of: customer, app: app, limit: limit)
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

extension ForwardingRepository {
    package func holdings(
        of customer: CustomerID,
        app: AppName,
        environments: [StoreEnvironment],
        gracePolicy: GracePolicy,
        at now: Instant
    ) async throws(RepositoryError) -> CustomerHoldings {
        try await self.base.holdings(
            of: customer,
            app: app,
            environments: environments,
            gracePolicy: gracePolicy,
            at: now
        )
    }

    package func keep(
        _ grant: Grant,
        for customer: CustomerID,
        app: AppName,
        catalog: Catalog
    ) async throws(RepositoryError) -> Bool {
        try await self.base.keep(grant, for: customer, app: app, catalog: catalog)
    }

    package func revoke(
        _ id: GrantID,
        of customer: CustomerID,
        app: AppName,
        _ revocation: Grant.Revocation,
        catalog: Catalog
    ) async throws(RepositoryError) -> Grant? {
        try await self.base.revoke(id, of: customer, app: app, revocation, catalog: catalog)
    }

    package func dueEntitlements(at now: Instant, limit: Int) async throws(RepositoryError) -> [DueEntitlements] {
        try await self.base.dueEntitlements(at: now, limit: limit)
    }

    package func advance(
        _ entitlements: DueEntitlements,
        at now: Instant,
        catalog: Catalog
    ) async throws(RepositoryError) {
        try await self.base.advance(entitlements, at: now, catalog: catalog)
    }

    package func grants(of customer: CustomerID, app: AppName) async throws(RepositoryError) -> [Grant] {
        try await self.base.grants(of: customer, app: app)
    }
}

extension ForwardingRepository {
    package func riskRecord(of customer: CustomerID, app: AppName) async throws(RepositoryError) -> RiskRecord? {
        try await self.base.riskRecord(of: customer, app: app)
    }

    package func note(
        _ look: RiskAssessment,
        of customer: CustomerID,
        app: AppName
    ) async throws(RepositoryError) -> Bool {
        try await self.base.note(look, of: customer, app: app)
    }

    package func riskRecords(
        of app: AppName,
        after place: RiskCursor?,
        limit: Int
    ) async throws(RepositoryError) -> [RiskRecord] {
        try await self.base.riskRecords(of: app, after: place, limit: limit)
    }

    package func dueRisks(of app: AppName, at now: Instant, limit: Int) async throws(RepositoryError) -> [CustomerID] {
        try await self.base.dueRisks(of: app, at: now, limit: limit)
    }
}
