/// Reads the values that gauges measure once a minute, at a cost that depends on recent changes and not on the size of
/// the database.
package protocol GaugeReads {
    /// Counts the renewals and the subscriptions whose paid period ended in a span of time, whose end is excluded.
    ///
    /// A renewal counts at the instant at which Apple charged for it, as `Chain.sales` dates it. A subscription counts
    /// where the newest evidence on its renewal is about the period that ended, and states that it renews. Chains that
    /// a migration joined are excluded.
    ///
    /// - Parameters:
    ///   - span: The span of time.
    ///   - app: The app.
    ///   - environment: The environment.
    ///   - limit: The maximum number of examples of subscriptions without evidence from Apple.
    /// - Returns: The counts.
    /// - Throws: A repository error when nothing could be read.
    func periods(
        endedWithin span: Range<Instant>,
        of app: AppName,
        environment: StoreEnvironment,
        limit: Int
    ) throws -> EndedPeriods

    /// Returns a subscription whose paid period ends within a span of time, one that was bought or renewed near a
    /// place.
    ///
    /// Of periods that have ended it is one that was to renew and whose end was not stated since. Chains that a
    /// migration joined are excluded. The method reads only some hundred sales of the app at a few dates, so it finds a
    /// subscription of an app with few of them however large the database is; it does not read sales from more than 430
    /// days ago.
    ///
    /// - Parameters:
    ///   - place: The place to begin at: 0 at the newest sale, up to 1, the oldest.
    ///   - app: The app.
    ///   - environment: The environment.
    ///   - span: The span of time.
    ///   - now: The instant that separates ended periods from running ones.
    /// - Returns: The subscription; `nil` where none is found.
    /// - Throws: A repository error when nothing could be read.
    func subscription(
        near place: Double,
        of app: AppName,
        environment: StoreEnvironment,
        endingWithin span: Range<Instant>,
        at now: Instant
    ) throws -> OriginalTransactionID?

    /// Counts the customers with a purchase in the Sandbox that was fulfilled since an instant, including revoked ones.
    func sandboxCustomerCount(of app: AppName, since instant: Instant) throws -> Int

    /// Returns the number of bytes of the database on its disk; `nil` where it is on none.
    func databaseBytes() throws -> Int64?
}

/// The subscriptions whose paid period ended in a span of time and that were to renew.
package struct EndedPeriods: Hashable, Sendable {
    /// The renewals that Apple charged in this time.
    package let renewed: Int
    /// The number of subscriptions that were to renew and have not, with evidence from Apple since their period ended.
    package let heard: Int
    /// The number of subscriptions that were to renew, without evidence from Apple since their period ended.
    package let silent: Int
    /// Some of the latter, those whose period ended first; at least as many as an answer about all of them requires.
    package let examples: [OriginalTransactionID]

    /// Creates counts of these values.
    package init(renewed: Int, heard: Int, silent: Int, examples: [OriginalTransactionID]) {
        self.renewed = renewed
        self.heard = heard
        self.silent = silent
        self.examples = examples
    }

    /// The counts where nothing is known.
    package static let none = Self(renewed: 0, heard: 0, silent: 0, examples: [])
}
