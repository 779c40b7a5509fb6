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

    /// Returns a subscription whose paid period ends within a stretch of time, one that was bought or renewed near a
    /// place.
    ///
    /// Of periods that have ended it is one that was to renew and of which no end was stated since. Chains that a
    /// migration joined are left out. Only some hundred sales at a few dates are looked at, those of the app alone, so
    /// an app with few subscriptions is reached however large the database is; those sold more than 430 days ago are
    /// not.
    ///
    /// - Parameters:
    ///   - place: Where to begin: 0 at the newest sale, up to 1, the oldest.
    ///   - app: The app.
    ///   - environment: The environment.
    ///   - span: The stretch of time.
    ///   - now: The instant that tells periods that have ended from those that run.
    /// - Returns: The subscription; `nil` where none is found.
    /// - Throws: Why nothing could be read.
    func subscription(
        near place: Double,
        of app: AppName,
        environment: StoreEnvironment,
        endingWithin span: Range<Instant>,
        at now: Instant
    ) async throws(RepositoryError) -> OriginalTransactionID?

    /// Counts the customers to whom something was handed over that they bought in the Sandbox since an instant, also
    /// where it was taken back.
    func sandboxCustomerCount(of app: AppName, since instant: Instant) async throws(RepositoryError) -> Int

    /// How many bytes the database needs on its disk; `nil` where it lies on none.
    func databaseBytes() async throws(RepositoryError) -> Int64?
}

/// The subscriptions whose paid period ended in a stretch of time, as far as they were to renew.
package struct EndedPeriods: Hashable, Sendable {
    /// The renewals that Apple charged in this time.
    package let renewed: Int
    /// The subscriptions that were to renew and have not, of which Apple has said something since their period ended.
    package let heard: Int
    /// How many there are that were to renew and of which Apple has said nothing since.
    package let silent: Int
    /// Some of these, those whose period ended first; the least that an answer about all of them can rest on.
    package let examples: [OriginalTransactionID]

    /// Subscriptions of these numbers.
    package init(renewed: Int, heard: Int, silent: Int, examples: [OriginalTransactionID]) {
        self.renewed = renewed
        self.heard = heard
        self.silent = silent
        self.examples = examples
    }

    /// Where nothing is known.
    package static let none = Self(renewed: 0, heard: 0, silent: 0, examples: [])
}
