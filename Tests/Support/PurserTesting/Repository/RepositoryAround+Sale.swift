package import Ledger

extension RepositoryAround {
    package func sales(
        of app: AppName,
        environment: StoreEnvironment,
        within span: Range<Instant>,
        after cursor: SaleCursor?,
        limit: Int
    ) async throws(RepositoryError) -> SalePage {
        try await self.base.sales(of: app, environment: environment, within: span, after: cursor, limit: limit)
    }

    package func deriveSales(limit: Int) async throws(RepositoryError) -> Bool {
        try await self.base.deriveSales(limit: limit)
    }

    package func hasAllSales() async throws(RepositoryError) -> Bool {
        try await self.base.hasAllSales()
    }
}
