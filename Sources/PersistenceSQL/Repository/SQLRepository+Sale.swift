package import Ledger

extension SQLRepository {
    /// Returns a page of the sales and refunds of an app within a span of time.
    package func sales(
        of app: AppName,
        environment: StoreEnvironment,
        within span: Range<Instant>,
        after cursor: SaleCursor?,
        limit: Int
    ) async throws(RepositoryError) -> SalePage {
        let name = ScopeName(app: app, environment: environment)
        return try await self.read { session in
            try session.sales(in: name, within: span, after: cursor, limit: limit)
        }
    }

    /// Derives the sales of chains that were recorded by a version that kept none, and returns whether more remain.
    package func deriveSales(limit: Int) async throws(RepositoryError) -> Bool {
        try await self.write { session in try session.deriveSales(limit: limit) }
    }

    /// Returns whether the sales of all chains are kept.
    package func hasAllSales() async throws(RepositoryError) -> Bool {
        try await self.read { session in try session.hasAllSales() }
    }

    /// Writes sales that belong to no chain, so that a measurement has many of them quickly.
    package func insert(
        _ sales: [Sale],
        of app: AppName,
        environment: StoreEnvironment
    ) async throws(RepositoryError) {
        try await self.write { session in try session.insert(sales, of: app, environment: environment) }
    }
}
