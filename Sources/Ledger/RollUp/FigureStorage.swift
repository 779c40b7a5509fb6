/// Loads and saves figures.
package protocol FigureStorage: ChainStorage, FigureReads {
    /// Returns how far the figures are summed up by day; `nil` where there are none.
    func figureFold(of scope: Scope) throws -> FigureFold?

    /// Saves how far the figures are summed up by day.
    func save(_ fold: FigureFold, scope: Scope) throws

    /// Returns whether to sum up or remove the past of an app and environment now: once in each commit, however many units
    /// it has.
    func takesTurn(of scope: Scope) -> Bool

    /// Adds rows to those that are stored, or to those that a rebuild counts.
    func add(_ rows: FigureRows, toRebuilt: Bool, scope: Scope) throws

    /// Adds values to a day, or to the total where no day is given.
    func add(_ values: FigureValues, of group: FigureGroup, to day: CivilDay?, scope: Scope) throws

    /// Adds values to the sums of the quarter of an hour, of a day and of its month.
    func add(_ values: FigureValues, at key: FigureKey, toSumsOf day: CivilDay, scope: Scope) throws

    /// Adds values to one sum.
    func add(_ values: FigureValues, to sum: FigureSumKey, scope: Scope) throws

    /// Adds the rows of some buckets to a day, to the total and to the sums of these buckets, of the day and of its
    /// month, and returns the number of the rows.
    func sumUp(_ buckets: Range<FigureBucket>, of day: CivilDay, scope: Scope) throws -> Int

    /// Removes the rows of a day.
    func removeDay(_ day: CivilDay, scope: Scope) throws

    /// Removes the sums of a length that have some splits apart, of some quarters of an hour, days or months.
    func removeSums(
        of length: FigureLength,
        by splits: Set<FigureQuery.Split>,
        in times: Range<Int64>,
        scope: Scope
    ) throws

    /// Returns the quarter of an hour, day or month of the first sum of a length with some splits apart from a time on,
    /// after so many sums.
    func firstSum(
        of length: FigureLength,
        by splits: Set<FigureQuery.Split>,
        from time: Int64,
        skipping count: Int,
        scope: Scope
    ) throws -> Int64?

    /// Returns the sums of buckets, at most one more than the query allows.
    func sums(
        _ query: FigureQuery,
        of buckets: Range<FigureBucket>,
        by summing: FigureSumming,
        scope: Scope
    ) throws -> FigureSums

    /// Returns the sums of days, at most one more than the query allows.
    func sums(
        _ query: FigureQuery,
        of days: Range<CivilDay>,
        by summing: FigureSumming,
        scope: Scope
    ) throws -> FigureSums

    /// Returns what the sums of some quarters of an hour, days or months add up to, for a query that they answer; at most
    /// one more than the query allows.
    func sums(
        _ query: FigureQuery,
        of times: Range<Int64>,
        in length: FigureLength,
        by summing: FigureSumming,
        scope: Scope
    ) throws -> FigureSums

    /// Returns the totals of all buckets that are in a day, at most one more than the query allows.
    func totals(_ query: FigureQuery, by summing: FigureSumming, scope: Scope) throws -> FigureSums

    /// Returns the originals of all apps after a number, ascending, each with whether it is the root of a chain of the
    /// app and environment.
    func originals(after number: Int64, limit: Int, scope: Scope) throws -> [(number: Int64, isChain: Bool)]

    /// Returns the refund cases of an app after a number, ascending, without the content of those of another environment
    /// and of those that cannot be read.
    func refundCases(after number: Int64, limit: Int, scope: Scope) throws -> [(number: Int64, record: RefundRecord?)]

    /// Returns the first bucket with a row from a bucket on, of those that are stored or that a rebuild has counted.
    func firstBucket(from bucket: FigureBucket, rebuilt: Bool, scope: Scope) throws -> FigureBucket?

    /// Returns the first day with a row from a day on; the total is at the day with the smallest number.
    func firstDay(from day: CivilDay, scope: Scope) throws -> CivilDay?

    /// Returns the rows of some buckets, of those that are stored or that a rebuild has counted.
    func rows(of buckets: Range<FigureBucket>, rebuilt: Bool, scope: Scope) throws -> FigureRows

    /// Returns the cells of cohorts, of those that are stored or that a rebuild has counted, at most one more than the
    /// query allows.
    func cohorts(_ query: CohortQuery, rebuilt: Bool, scope: Scope) throws -> [CohortKey: CohortSum]

    /// Returns the products with which subscriptions began in some months, in any order.
    func cohortProducts(in months: Range<Int64>, scope: Scope) throws -> [ProductID]

    /// Returns the last month with a cohort before a month; `nil` where there is none.
    func cohortMonth(before month: Int64, scope: Scope) throws -> Int64?

    /// Removes the rows of some buckets that a rebuild has counted.
    func removeRebuilt(_ buckets: Range<FigureBucket>, scope: Scope) throws

    /// Removes the cells of the cohorts that a rebuild has counted.
    func removeRebuiltCohorts(scope: Scope) throws
}

/// Rows of figures that were read, each with the number of the span that it belongs to, from 0.
package typealias FigureSums = [(place: Int64, cell: FigureCell, values: FigureValues)]

/// How the rows of buckets, days or months are added up, and which of the sums are read.
package enum FigureSumming: Hashable, Sendable {
    /// Each span of so many buckets, days or months for itself, where a flow is not zero, or a stock if the query has stocks.
    case spans(of: Int64)
    /// All of them together, where a stock is not zero.
    case stocks
    /// All of them together, where any figure is not zero.
    case everything
}

/// How far the rows of an app and environment are also summed up by day, and by other lengths of time.
package struct FigureFold: Hashable, Sendable {
    /// The time zone of the days; an IANA name.
    package var timeZone: String
    /// The first bucket that is in no day yet: rows of earlier buckets are in their day, in the total and in sums too.
    ///
    /// It has the smallest number while the days of a former time zone are removed.
    package var until: FigureBucket
    /// The number of the chain up to which a rebuild has counted the ledger, or below zero the place of the refund case;
    /// `nil` when none is under way.
    package var rebuiltUntil: Int64?

    /// Creates the state of the days.
    package init(timeZone: String, until: FigureBucket, rebuiltUntil: Int64? = nil) {
        self.timeZone = timeZone
        self.until = until
        self.rebuiltUntil = rebuiltUntil
    }

    /// Whether the days of a former time zone are being removed, so that no bucket is in a day.
    package var isRemovingDays: Bool { self.until.number == .min }
}
