package import Ledger

/// Answers whose reasons to look twice reach the threshold, and what the reasons of an Apple account are.
package struct RiskService: Sendable {
    /// One customer at the threshold or above it.
    package struct Entry: Hashable, Sendable {
        /// What was last seen of him.
        package let record: RiskRecord
        /// His reasons as they are now.
        package let risk: Risk
    }

    private let repository: any Repository
    private let ambient: Ambient
    private let apps: [AppName: ServedApp]

    /// A service of this ledger and apps.
    package init(repository: any Repository, ambient: Ambient, apps: [ServedApp]) {
        self.repository = repository
        self.ambient = ambient
        self.apps = Dictionary(apps.map { ($0.name, $0) }) { first, _ in first }
    }

    /// The customers at the threshold or above it, in the order of their points when they were last looked at.
    ///
    /// Nobody for an app that is not served, or whose catalog draws no line.
    package func raised(
        in name: AppName,
        after place: RiskCursor?,
        limit: Int
    ) async throws(RepositoryError) -> [Entry] {
        guard let app = self.apps[name], app.catalog.riskThreshold != nil else { return [] }
        let now = self.ambient.now()
        let reading = RiskReading(repository: self.repository)
        var entries: [Entry] = []
        for record in try await self.repository.riskRecords(of: name, after: place, limit: limit) {
            let risk = try await reading.risk(of: record.customer, in: app, environment: .production, at: now)
            entries.append(Entry(record: record, risk: risk))
        }
        return entries
    }

    /// The reasons to look twice at an Apple account, and whom it serves.
    package func risk(
        of account: AppTransactionID,
        in app: ServedApp,
        environment: StoreEnvironment
    ) async throws(RepositoryError) -> (risk: Risk, customers: [CustomerID]) {
        try await RiskReading(repository: self.repository)
            .risk(of: account, in: app, environment: environment, at: self.ambient.now())
    }
}
