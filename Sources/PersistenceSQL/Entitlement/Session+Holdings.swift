package import Ledger

extension Session {
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
                of: owner.number,
                owner.name,
                in: scope,
                environment: environment,
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

    /// Returns a customer's holdings at an instant, by chain: the stored ones, and where those are out of date, derived from
    /// the chain.
    func holdings(
        of owner: Int64,
        _ customer: CustomerID,
        in scope: Scope,
        environment: StoreEnvironment,
        at now: Instant,
        gracePolicy: GracePolicy
    ) throws -> [Holding] {
        var holdings: [Holding] = []
        var stale: [Int64] = []
        let rows = try self.all(.entitlements.holdings, [.integer(owner), .integer(scope.number)]) { row in
            (original: try row.integer(), bytes: try row.optionalBytes())
        }
        for row in rows {
            if let bytes = row.bytes, let holding = try self.holding(in: bytes, at: now, gracePolicy: gracePolicy) {
                if !holding.isEmpty { holdings.append(holding) }
            } else {
                stale.append(row.original)
            }
        }
        guard !stale.isEmpty else { return holdings }
        var people = CustomerCache(self)
        var roots: Set<Int64> = []
        for number in stale {
            let original = try self.original(number)
            guard roots.insert(original.root).inserted else { continue }
            let owned = try self.chain(of: original, scope: scope).owned(by: &people)
            let holding = owned.holding(of: customer, at: now, environment: environment, gracePolicy: gracePolicy)
            if !holding.isEmpty { holdings.append(holding) }
        }
        return holdings
    }
}
