import Ledger

/// What `InMemoryRepository` has told of rights.
struct BooksRights: Sendable {
    /// A customer in an environment of an app.
    struct Key: Hashable {
        let scope: Books.Scope
        let customer: CustomerID
    }

    /// What was held when it was told of last.
    struct Told {
        var holdings = CustomerHoldings()
        /// When that was, where time alone will change a right.
        var toldAt: Instant?
        /// When it will.
        var dueAt: Instant?
    }

    /// What was told of each customer.
    var told: [Key: Told] = [:]
    /// Whose rights may be others since they were told of.
    private(set) var touched: Set<Key> = []

    /// Takes note that the rights of somebody may be others.
    mutating func touch(_ customer: CustomerID, in scope: Books.Scope) {
        self.touched.insert(Key(scope: scope, customer: customer))
    }

    /// Whose rights may be others, in their order; from now on nobody's.
    mutating func takeTouched() -> [Key] {
        defer { self.touched = [] }
        return self.touched.sorted { left, right in
            if left.customer != right.customer { return left.customer < right.customer }
            return left.scope.environment.rawValue < right.scope.environment.rawValue
        }
    }

    /// Puts another id in the place of a customer's.
    mutating func rename(_ customer: CustomerID, to other: CustomerID, of app: AppName) {
        for (key, told) in self.told where key.customer == customer && key.scope.app == app {
            self.told[key] = nil
            self.told[Key(scope: key.scope, customer: other)] = told
        }
    }

    /// The rights that are due, earliest first.
    func due(at now: Instant) -> [DueRights] {
        self.told
            .compactMap { key, told in
                told.dueAt.map { dueAt in
                    DueRights(
                        app: key.scope.app,
                        environment: key.scope.environment,
                        customer: key.customer,
                        dueAt: dueAt
                    )
                }
            }
            .filter { $0.dueAt <= now }
            .sorted { ($0.dueAt, $0.customer) < ($1.dueAt, $1.customer) }
    }
}

extension Books {
    /// Takes note that the rights of a customer, and of whoever he counts as, may be others everywhere.
    mutating func touchRights(of customer: CustomerID, app: AppName) {
        for name in [customer, self.people[app]?.resolved(customer) ?? customer] {
            for environment in [StoreEnvironment.production, .sandbox, .xcode] {
                self.rights.touch(name, in: Scope(app: app, environment: environment))
            }
        }
    }

    /// Tells what has become of the rights of everybody whom a unit concerned.
    mutating func tellRights(
        at now: Instant,
        dated occurredAt: Instant? = nil,
        catalogue: Catalogue,
        cause: EvidenceDigest? = nil,
        isTold: Bool = true
    ) {
        for key in self.rights.takeTouched() {
            let before = self.rights.told[key] ?? BooksRights.Told()
            let after = self.holdings(of: key)
            if before.holdings.isSame(as: after) { continue }
            // What has no change by time to come is as it was at that instant and is now.
            let at = before.toldAt == nil ? now : occurredAt ?? now
            self.tell(before, after, of: key, at: at, dated: occurredAt ?? now, catalogue, cause, isTold: isTold)
        }
    }

    /// Lets time pass over a customer's rights.
    mutating func advance(_ due: DueRights, at now: Instant, catalogue: Catalogue) {
        let scope = Scope(app: due.app, environment: due.environment)
        let key = BooksRights.Key(scope: scope, customer: due.customer)
        for _ in 0..<DueRights.maximumSteps {
            guard let told = self.rights.told[key], let dueAt = told.dueAt, dueAt <= now else { return }
            let held = self.holdings(of: key)
            self.tell(told, held, of: key, at: dueAt, dated: dueAt, catalogue, nil, isTold: true)
        }
    }

    private mutating func tell(
        _ before: BooksRights.Told,
        _ after: CustomerHoldings,
        of key: BooksRights.Key,
        at now: Instant,
        dated occurredAt: Instant,
        _ catalogue: Catalogue,
        _ cause: EvidenceDigest?,
        isTold: Bool
    ) {
        let telling = RightsTelling(
            of: key.customer,
            from: before.holdings,
            toldAt: before.toldAt,
            to: after,
            at: now,
            environment: key.scope.environment,
            catalogue: catalogue,
            isTold: isTold
        )
        self.rights.told[key] = BooksRights.Told(
            holdings: after,
            toldAt: telling.dueAt.map { _ in telling.toldAt },
            dueAt: telling.dueAt
        )
        self.outbox.write(telling.drafts, in: key.scope, about: nil, at: occurredAt, cause: cause)
    }

    /// What a customer holds as it was told of the chains, and what he was granted.
    private func holdings(of key: BooksRights.Key) -> CustomerHoldings {
        let app = key.scope.app
        // Somebody who was merged into another has nothing.
        if let people = self.people[app], people.resolved(key.customer) != key.customer { return CustomerHoldings() }
        let isProduction = key.scope.environment == .production
        let grants = isProduction ? self.grants(of: key.customer, app: app).map(\.wordless) : []
        let held = self.outbox.holdings(of: key.customer, in: key.scope)
        return CustomerHoldings(byEnvironment: [key.scope.environment: held], grants: grants)
    }
}
