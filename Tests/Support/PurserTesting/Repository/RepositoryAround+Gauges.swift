package import Ledger

extension RepositoryAround {
    package func periods(
        endedWithin span: Range<Instant>,
        of app: AppName,
        environment: StoreEnvironment,
        limit: Int
    ) async throws(RepositoryError) -> EndedPeriods {
        try await self.base.periods(endedWithin: span, of: app, environment: environment, limit: limit)
    }

    package func subscription(
        near place: Double,
        of app: AppName,
        environment: StoreEnvironment,
        endingWithin span: Range<Instant>,
        at now: Instant
    ) async throws(RepositoryError) -> OriginalTransactionID? {
        try await self.base.subscription(
            near: place,
            of: app,
            environment: environment,
            endingWithin: span,
            at: now
        )
    }

    package func sandboxCustomerCount(
        of app: AppName,
        since instant: Instant
    ) async throws(RepositoryError) -> Int {
        try await self.base.sandboxCustomerCount(of: app, since: instant)
    }

    package func databaseBytes() async throws(RepositoryError) -> Int64? {
        try await self.base.databaseBytes()
    }
}
