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
        app: AppName,
        catalogue: Catalogue
    ) async throws(RepositoryError) -> Bool {
        try self.open { books in
            books.people[app, default: BooksPeople()].meet(customer)
            guard books.grants.keep(grant, for: customer, app: app) else { return false }
            books.touchRights(of: customer, app: app)
            books.tellRights(at: grant.grantedAt, catalogue: catalogue)
            return true
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
        try self.open { books in
            for name in books.names(of: customer, app: app) {
                _ = books.grants.revoke(id, of: name, app: app, revocation)
            }
            books.touchRights(of: customer, app: app)
            books.tellRights(at: revocation.at, catalogue: catalogue)
            return books.grants(of: customer, app: app).first { $0.id == id }
        }
    }

    /// The customers whose rights are to be looked at again, earliest first.
    package func dueRights(at now: Instant, limit: Int) async throws(RepositoryError) -> [DueRights] {
        try self.open { books in Array(books.rights.due(at: now).prefix(limit)) }
    }

    /// Lets time pass over a customer's rights.
    package func advance(
        _ rights: DueRights,
        at now: Instant,
        catalogue: Catalogue
    ) async throws(RepositoryError) {
        try self.open { books in books.advance(rights, at: now, catalogue: catalogue) }
    }

    /// Everything that a customer was granted.
    package func grants(of customer: CustomerID, app: AppName) async throws(RepositoryError) -> [Grant] {
        try self.open { books in books.grants(of: customer, app: app) }
    }
}
