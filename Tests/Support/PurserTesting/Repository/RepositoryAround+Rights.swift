package import Ledger

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
