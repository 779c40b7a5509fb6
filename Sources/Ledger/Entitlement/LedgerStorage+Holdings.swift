extension LedgerStorage {
    /// Returns a customer's holdings and grants at an instant, in some environments.
    package func holdings(
        of customer: CustomerID,
        app name: AppName,
        environments: [StoreEnvironment],
        gracePolicy: GracePolicy,
        at now: Instant
    ) throws -> CustomerHoldings {
        var found = CustomerHoldings()
        for environment in environments { found.byEnvironment[environment] = [] }
        guard let app = try self.app(of: name, environments),
            let owner = try self.holder(customer, app: app)
        else { return found }
        for environment in environments {
            guard let scope = try self.knownScope(ScopeName(app: name, environment: environment)) else { continue }
            found.byEnvironment[environment] = try self.holdings(
                of: owner,
                in: scope,
                at: now,
                gracePolicy: gracePolicy
            )
        }
        found.grants = try self.grants(of: owner)
        return found
    }

    /// Returns the number of an app; the number of a scope is cached, so it is tried first.
    private func app(of name: AppName, _ environments: [StoreEnvironment]) throws -> Int64? {
        for environment in environments {
            if let scope = try self.knownScope(ScopeName(app: name, environment: environment)) { return scope.app }
        }
        return try self.knownApp(name)
    }

    /// Returns a customer's holdings at an instant, by chain: the stored ones, and where those are out of date, derived
    /// from the chain.
    private func holdings(
        of owner: CanonicalCustomer,
        in scope: Scope,
        at now: Instant,
        gracePolicy: GracePolicy
    ) throws -> [Holding] {
        var holdings: [Holding] = []
        var stale: [Int64] = []
        for stored in try self.forms(of: owner.number, scope: scope) {
            if let form = stored.form, let holding = try self.holding(in: form, at: now, gracePolicy: gracePolicy) {
                if !holding.isEmpty { holdings.append(holding) }
            } else {
                stale.append(stored.original)
            }
        }
        guard !stale.isEmpty else { return holdings }
        var people = CustomerCache(self)
        for chain in try self.chains(of: stale, scope: scope) {
            let holding = try chain.owned(by: &people)
                .holding(of: owner.name, at: now, environment: scope.environment, gracePolicy: gracePolicy)
            if !holding.isEmpty { holdings.append(holding) }
        }
        return holdings
    }
}
