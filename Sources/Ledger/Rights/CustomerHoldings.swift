/// What one customer holds at an instant, by environment, and what he was granted by hand.
package struct CustomerHoldings: Hashable, Sendable {
    /// What he holds in the chains of each environment that was asked about.
    package var byEnvironment: [StoreEnvironment: [Holding]]
    /// What he was granted, by ascending name.
    package var grants: [Grant]

    /// Holdings of these parts.
    package init(byEnvironment: [StoreEnvironment: [Holding]] = [:], grants: [Grant] = []) {
        self.byEnvironment = byEnvironment
        self.grants = grants
    }

    /// What he may use at an instant: one answer for each right that anything of his gives or gave, by ascending name.
    ///
    /// Grants count with what was bought in Production.
    package func entitlements(
        at now: Instant,
        environment: StoreEnvironment,
        catalogue: Catalogue
    ) -> [Entitlement] {
        let holdings = self.byEnvironment[environment] ?? []
        guard environment == .production, !self.grants.isEmpty else {
            return holdings.entitlements(at: now, environment: environment, catalogue: catalogue)
        }
        let candidates = holdings.candidates(at: now, environment: environment, catalogue: catalogue)
        return Entitlement.best(of: candidates + self.grants.map { $0.entitlement(at: now) })
    }
}
