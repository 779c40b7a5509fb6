package import Ledger

/// Returns the customers whose points reach the threshold, and the risk signals of Apple Accounts.
package struct RiskService: Sendable {
    /// A customer at or above the threshold.
    package struct Entry: Hashable, Sendable {
        /// The last assessment of the customer.
        package let record: RiskRecord
        /// The current risk signals of the customer.
        package let risk: Risk
    }

    private let repository: any Repository
    private let ambient: Ambient
    private let apps: [AppName: ServedApp]

    /// Creates a service for this ledger and these apps.
    package init(repository: any Repository, ambient: Ambient, apps: [ServedApp]) {
        self.repository = repository
        self.ambient = ambient
        self.apps = Dictionary(apps.map { ($0.name, $0) }) { first, _ in first }
    }

    /// Returns the customers at or above the threshold, by their points at the last assessment.
    ///
    /// Empty for an app that is not served, or whose catalog has no threshold.
    package func raised(
        in name: AppName,
        after place: RiskCursor?,
        limit: Int
    ) async throws(RepositoryError) -> [Entry] {
        guard let app = self.apps[name], app.catalog.riskThreshold != nil else { return [] }
        let now = self.ambient.now()
        let found = try await self.repository.read { view in
            try view.riskRecords(of: name, after: place, limit: limit).map { record in
                let facts = try view.riskFacts(about: record.customer, in: app, environment: .production, at: now)
                return (record: record, facts: facts)
            }
        }
        return found.map { Entry(record: $0.record, risk: $0.facts.risk(at: now)) }
    }

    /// Returns the risk signals of an Apple Account and its customers.
    package func risk(
        of account: AppTransactionID,
        in app: ServedApp,
        environment: StoreEnvironment
    ) async throws(RepositoryError) -> (risk: Risk, customers: [CustomerID]) {
        try await RiskReading(repository: self.repository)
            .risk(of: account, in: app, environment: environment, at: self.ambient.now())
    }
}
