/// Answers what gauges measure once a minute, at a cost that grows with what lately happened and not with what is kept.
///
/// Each method is one whole unit of work, as those of `Repository` are.
package protocol GaugeRepository: Sendable {
    /// Counts the renewals and the subscriptions whose paid period ended in a stretch of time, without its end.
    ///
    /// A renewal counts in the time in which Apple charged for it, as `Chain.sales` dates it. A subscription counts
    /// where the newest statement on its renewal is about the period that ended, and says that it renews. Chains that
    /// a migration joined are left out.
    ///
    /// - Parameters:
    ///   - span: The stretch of time.
    ///   - app: The app.
    ///   - environment: The environment.
    ///   - limit: The most examples of subscriptions of which Apple has said nothing.
    /// - Returns: The counts.
    /// - Throws: Why nothing could be read.
    func periods(
        endedWithin span: Range<Instant>,
        of app: AppName,
        environment: StoreEnvironment,
        limit: Int
    ) async throws(RepositoryError) -> EndedPeriods

    /// Returns a subscription whose paid period runs at an instant, one near a place among all that are kept.
    ///
    /// - Parameters:
    ///   - place: Where to begin: 0 at the oldest, up to 1, the newest. Only some thousand around it are looked at.
    ///   - app: The app.
    ///   - environment: The environment.
    ///   - now: The instant.
    /// - Returns: The subscription; `nil` where none of the app is near.
    /// - Throws: Why nothing could be read.
    func activeSubscription(
        near place: Double,
        of app: AppName,
        environment: StoreEnvironment,
        at now: Instant
    ) async throws(RepositoryError) -> OriginalTransactionID?

    /// Counts the customers to whom something was handed over that they bought in the Sandbox since an instant, also
    /// where it was taken back.
    func sandboxCustomerCount(of app: AppName, since instant: Instant) async throws(RepositoryError) -> Int

    /// How many bytes the database needs on its disk; `nil` where it lies on none.
    func databaseBytes() async throws(RepositoryError) -> Int64?
}
