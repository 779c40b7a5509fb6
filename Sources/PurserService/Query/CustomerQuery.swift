package import Ledger

/// Answers what is known of one customer at this instant.
package struct CustomerQuery: Sendable {
    let repository: any Repository
    let ambient: Ambient

    /// Queries on this ledger.
    package init(repository: any Repository, ambient: Ambient) {
        self.repository = repository
        self.ambient = ambient
    }

    /// What a customer may use, and why.
    package func entitlements(
        of customer: CustomerID,
        in app: ServedApp,
        environment: StoreEnvironment
    ) async throws(RepositoryError) -> CustomerEntitlements {
        let ledger = try await self.repository.ledger(of: customer, app: app.name, environment: environment)
        let now = self.ambient.now()
        return CustomerEntitlements(
            customer: customer,
            environment: environment,
            at: now,
            entitlements: ledger.entitlements(at: now, catalogue: app.catalogue)
        )
    }

    /// What a customer bought, earliest first, and what became of each purchase.
    package func purchases(
        of customer: CustomerID,
        in app: ServedApp,
        environment: StoreEnvironment
    ) async throws(RepositoryError) -> [PurchaseLine] {
        let ledger = try await self.repository.ledger(of: customer, app: app.name, environment: environment)
        return ledger.purchases(at: self.ambient.now(), catalogue: app.catalogue)
    }
}
