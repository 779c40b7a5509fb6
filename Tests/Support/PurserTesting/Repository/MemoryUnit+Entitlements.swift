import Ledger

extension MemoryUnit {
    /// Returns the holdings and the grants of a customer at an instant in some environments of an app.
    func holdings(
        of customer: CustomerID,
        app: AppName,
        environments: [StoreEnvironment],
        gracePolicy: GracePolicy,
        at now: Instant
    ) throws(RepositoryError) -> CustomerHoldings {
        self.open { memory in
            var found = CustomerHoldings(grants: memory.grants(of: customer, app: app))
            for environment in environments {
                found.byEnvironment[environment] = memory.ledger(
                    of: customer,
                    in: MemoryState.Scope(app: app, environment: environment)
                )
                .holdings(at: now, gracePolicy: gracePolicy).filter { !$0.isEmpty }
            }
            return found
        }
    }

    /// Stores a grant.
    func keep(
        _ grant: Grant,
        for customer: CustomerID,
        app: AppName,
        catalog: Catalog
    ) throws -> Bool {
        self.open { memory in
            memory.people[app, default: MemoryCustomerIdentities()].meet(customer)
            guard memory.grants.keep(grant, for: customer, app: app) else { return false }
            memory.touchEntitlements(of: customer, app: app)
            memory.publishEntitlements(at: grant.grantedAt, catalog: catalog)
            return true
        }
    }

    /// Takes a grant back.
    func revoke(
        _ id: GrantID,
        of customer: CustomerID,
        app: AppName,
        _ revocation: Grant.Revocation,
        catalog: Catalog
    ) throws -> Grant? {
        self.open { memory in
            for name in memory.names(of: customer, app: app) {
                _ = memory.grants.revoke(id, of: name, app: app, revocation)
            }
            memory.touchEntitlements(of: customer, app: app)
            memory.publishEntitlements(at: revocation.at, catalog: catalog)
            return memory.grants(of: customer, app: app).first { $0.id == id }
        }
    }

    /// The customers whose entitlements are to be looked at again, earliest first.
    func dueEntitlements(at now: Instant, limit: Int) throws -> [DueEntitlements] {
        self.open { memory in Array(memory.entitlements.due(at: now).prefix(limit)) }
    }

    /// Publishes the changes of a customer's entitlements that time causes.
    func advance(
        _ entitlements: DueEntitlements,
        at now: Instant,
        catalog: Catalog
    ) throws {
        self.open { memory in memory.advance(entitlements, at: now, catalog: catalog) }
    }

    /// Returns all grants of a customer.
    func grants(of customer: CustomerID, app: AppName) throws -> [Grant] {
        self.open { memory in memory.grants(of: customer, app: app) }
    }
}
