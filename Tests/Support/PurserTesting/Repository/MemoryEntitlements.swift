import Ledger

/// The entitlements that `InMemoryRepository` has published.
struct MemoryEntitlements: Sendable {
    /// A customer in an environment of an app.
    struct Key: Hashable {
        let scope: MemoryState.Scope
        let customer: CustomerID
    }

    /// The state that was published last.
    struct Published {
        var holdings = CustomerHoldings()
        /// The instant of that, if time alone will change an entitlement.
        var publishedAt: Instant?
        /// The instant of that change.
        var dueAt: Instant?
    }

    /// The published entitlements of each customer.
    var published: [Key: Published] = [:]
    /// The customers whose entitlements may have changed since they were published.
    private(set) var touched: Set<Key> = []

    /// Marks the entitlements of a customer as possibly changed.
    mutating func touch(_ customer: CustomerID, in scope: MemoryState.Scope) {
        self.touched.insert(Key(scope: scope, customer: customer))
    }

    /// Returns the customers whose entitlements may have changed, in order, and removes them from the list.
    mutating func takeTouched() -> [Key] {
        defer { self.touched = [] }
        return self.touched.sorted { left, right in
            if left.customer != right.customer { return left.customer < right.customer }
            return left.scope.environment.rawValue < right.scope.environment.rawValue
        }
    }

    /// Replaces the id of a customer.
    mutating func rename(_ customer: CustomerID, to other: CustomerID, of app: AppName) {
        for (key, published) in self.published where key.customer == customer && key.scope.app == app {
            self.published[key] = nil
            self.published[Key(scope: key.scope, customer: other)] = published
        }
    }

    /// The entitlements that are due, earliest first.
    func due(at now: Instant) -> [DueEntitlements] {
        self.published
            .compactMap { key, published in
                published.dueAt.map { dueAt in
                    DueEntitlements(
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

extension MemoryState {
    /// Marks the entitlements of a customer, and of the canonical customer, as possibly changed in every app.
    mutating func touchEntitlements(of customer: CustomerID, app: AppName) {
        for name in [customer, self.people[app]?.resolved(customer) ?? customer] {
            for environment in [StoreEnvironment.production, .sandbox, .xcode] {
                self.entitlements.touch(name, in: Scope(app: app, environment: environment))
            }
        }
    }

    /// Publishes what has become of the entitlements of everybody whom a unit concerned.
    mutating func publishEntitlements(
        at now: Instant,
        dated occurredAt: Instant? = nil,
        catalog: Catalog,
        cause: EvidenceDigest? = nil,
        isPublished: Bool = true
    ) {
        for key in self.entitlements.takeTouched() {
            let before = self.entitlements.published[key] ?? MemoryEntitlements.Published()
            let after = self.holdings(of: key)
            if before.holdings.isSame(as: after) { continue }
            // What has no change by time to come is as it was at that instant and is now.
            let at = before.publishedAt == nil ? now : occurredAt ?? now
            self.publish(
                before,
                after,
                of: key,
                at: at,
                dated: occurredAt ?? now,
                catalog,
                cause,
                isPublished: isPublished
            )
        }
    }

    /// Publishes the changes of a customer's entitlements that time causes.
    mutating func advance(_ due: DueEntitlements, at now: Instant, catalog: Catalog) {
        let scope = Scope(app: due.app, environment: due.environment)
        let key = MemoryEntitlements.Key(scope: scope, customer: due.customer)
        for _ in 0..<DueEntitlements.maximumSteps {
            guard let published = self.entitlements.published[key], let dueAt = published.dueAt, dueAt <= now else {
                return
            }
            let held = self.holdings(of: key)
            self.publish(published, held, of: key, at: dueAt, dated: dueAt, catalog, nil, isPublished: true)
        }
    }

    private mutating func publish(
        _ before: MemoryEntitlements.Published,
        _ after: CustomerHoldings,
        of key: MemoryEntitlements.Key,
        at now: Instant,
        dated occurredAt: Instant,
        _ catalog: Catalog,
        _ cause: EvidenceDigest?,
        isPublished: Bool
    ) {
        let derivation = EntitlementEventDerivation(
            of: key.customer,
            from: before.holdings,
            publishedAt: before.publishedAt,
            to: after,
            at: now,
            environment: key.scope.environment,
            catalog: catalog,
            isPublished: isPublished
        )
        self.entitlements.published[key] = MemoryEntitlements.Published(
            holdings: after,
            publishedAt: derivation.dueAt.map { _ in derivation.publishedAt },
            dueAt: derivation.dueAt
        )
        self.outbox.write(derivation.drafts, in: key.scope, about: nil, at: occurredAt, cause: cause)
    }

    /// Returns the holdings of a customer according to the published chains, and the customer's grants.
    private func holdings(of key: MemoryEntitlements.Key) -> CustomerHoldings {
        let app = key.scope.app
        // A merged customer has nothing.
        if let people = self.people[app], people.resolved(key.customer) != key.customer { return CustomerHoldings() }
        let isProduction = key.scope.environment == .production
        let grants = isProduction ? self.grants(of: key.customer, app: app).map(\.redacted) : []
        let held = self.outbox.holdings(of: key.customer, in: key.scope)
        return CustomerHoldings(byEnvironment: [key.scope.environment: held], grants: grants)
    }
}
