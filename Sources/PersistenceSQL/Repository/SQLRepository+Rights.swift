package import Ledger

extension SQLRepository {
    /// What a customer holds at an instant in some environments of an app, and what he was granted.
    package func holdings(
        of customer: CustomerID,
        app: AppName,
        environments: [StoreEnvironment],
        access: AccessPolicy,
        at now: Instant
    ) async throws(RepositoryError) -> CustomerHoldings {
        try await self.read { session in
            try session.holdings(of: customer, app: app, environments: environments, access: access, at: now)
        }
    }

    /// Keeps a grant.
    package func keep(
        _ grant: Grant,
        for customer: CustomerID,
        app: AppName,
        catalogue: Catalogue
    ) async throws(RepositoryError) -> Bool {
        try await self.write { session in
            try session.keep(grant, for: customer, app: app, catalogue: catalogue)
        }
    }

    /// Takes a grant back.
    package func revoke(
        _ id: GrantID,
        of customer: CustomerID,
        app: AppName,
        _ revocation: Grant.Revocation,
        catalogue: Catalogue
    ) async throws(RepositoryError) -> Grant? {
        try await self.write { session in
            try session.revoke(id, of: customer, app: app, revocation, catalogue: catalogue)
        }
    }

    /// The customers whose rights are to be looked at again, earliest first.
    package func dueRights(at now: Instant, limit: Int) async throws(RepositoryError) -> [DueRights] {
        try await self.read { session in try session.dueRights(at: now, limit: limit) }
    }

    /// Lets time pass over a customer's rights.
    package func advance(
        _ rights: DueRights,
        at now: Instant,
        catalogue: Catalogue
    ) async throws(RepositoryError) {
        try await self.write { session in try session.advance(rights, at: now, catalogue: catalogue) }
    }

    /// Everything that a customer was granted.
    package func grants(of customer: CustomerID, app: AppName) async throws(RepositoryError) -> [Grant] {
        try await self.read { session in
            guard let app = try session.knownApp(app), let owner = try session.holder(customer, app: app) else {
                return []
            }
            return try session.grants(of: owner)
        }
    }
}
