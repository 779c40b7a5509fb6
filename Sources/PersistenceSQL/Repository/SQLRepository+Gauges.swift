package import Ledger

extension SQLRepository {
    /// Counts the renewals and the subscriptions whose paid period ended in a stretch of time.
    package func periods(
        endedWithin span: Range<Instant>,
        of app: AppName,
        environment: StoreEnvironment,
        limit: Int
    ) async throws(RepositoryError) -> EndedPeriods {
        let name = ScopeName(app: app, environment: environment)
        return try await self.read { session in try session.periods(endedWithin: span, in: name, limit: limit) }
    }

    /// Returns a subscription whose paid period ends within a stretch of time.
    package func subscription(
        near place: Double,
        of app: AppName,
        environment: StoreEnvironment,
        endingWithin span: Range<Instant>,
        at now: Instant
    ) async throws(RepositoryError) -> OriginalTransactionID? {
        let name = ScopeName(app: app, environment: environment)
        return try await self.read { session in
            try session.subscription(near: place, in: name, endingWithin: span, at: now)
        }
    }

    /// Counts the customers to whom something was handed over that they bought in the Sandbox.
    package func sandboxCustomerCount(
        of app: AppName,
        since instant: Instant
    ) async throws(RepositoryError) -> Int {
        try await self.read { session in try session.sandboxCustomerCount(of: app, since: instant) }
    }

    /// How many bytes the database needs on its disk.
    package func databaseBytes() async throws(RepositoryError) -> Int64? {
        try await self.read { session in try session.databaseBytes() }
    }
}
