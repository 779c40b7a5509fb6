package import Ledger

extension InMemoryRepository {
    /// What a customer holds at an instant in some environments of an app, and what he was granted.
    package func holdings(
        of customer: CustomerID,
        app: AppName,
        environments: [StoreEnvironment],
        access: AccessPolicy,
        at now: Instant
    ) throws(RepositoryError) -> CustomerHoldings {
        try self.open { books in
            var found = CustomerHoldings(grants: books.grants(of: customer, app: app))
            for environment in environments {
                found.byEnvironment[environment] = books.ledger(
                    of: customer,
                    in: Books.Scope(app: app, environment: environment)
                )
                .holdings(at: now, access: access).filter { !$0.isEmpty }
            }
            return found
        }
    }

    /// Keeps a grant.
    package func keep(
        _ grant: Grant,
        for customer: CustomerID,
        app: AppName
    ) async throws(RepositoryError) -> Bool {
        try self.open { books in
            books.people[app, default: BooksPeople()].meet(customer)
            return books.grants.keep(grant, for: customer, app: app)
        }
    }

    /// Takes a grant back.
    package func revoke(
        _ id: GrantID,
        of customer: CustomerID,
        app: AppName,
        _ revocation: Grant.Revocation
    ) async throws(RepositoryError) -> Grant? {
        try self.open { books in
            for name in books.names(of: customer, app: app) {
                _ = books.grants.revoke(id, of: name, app: app, revocation)
            }
            return books.grants(of: customer, app: app).first { $0.id == id }
        }
    }

    /// Everything that a customer was granted.
    package func grants(of customer: CustomerID, app: AppName) async throws(RepositoryError) -> [Grant] {
        try self.open { books in books.grants(of: customer, app: app) }
    }
}
