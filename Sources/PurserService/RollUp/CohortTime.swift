package import Ledger

/// How many paid periods the members of a cohort have had the time to reach.
///
/// The first period begins with the subscription, each further one when the one before it ends. Where new subscribers
/// get an introductory offer, the last member has one period more before the first paid one, because it may be a trial.
package struct CohortTime: Hashable, Sendable {
    /// The limit of both numbers.
    private static let maximum = 600

    /// The number of paid periods that the last member has had the time to reach: their cells are complete.
    package let complete: Int
    /// The number of paid periods that the first member has had the time to reach.
    package let possible: Int

    /// Creates the time of the cohort of a product and a month, counted from January 1970 in UTC; `nil` where the
    /// catalog does not state the period of the product.
    package init?(of product: Product?, month: Int64, at now: Instant) {
        guard let product, let period = product.period else { return nil }
        let today = CivilDay(of: now)
        func count(from month: Int64, besides offered: Int) -> Int {
            var count = 0
            while count < Self.maximum, Self.day(month, period, after: count + offered) <= today { count += 1 }
            return count
        }
        self.possible = count(from: month, besides: 0)
        self.complete = min(self.possible, count(from: month + 1, besides: product.hasIntroductoryOffer ? 1 : 0))
    }

    /// Returns the day that is so many periods after the beginning of a month.
    private static func day(_ month: Int64, _ period: CalendarPeriod, after count: Int) -> CivilDay {
        CivilDay(firstOf: month + Int64(period.months * count)) + Int64(period.days * count)
    }
}

extension Catalog {
    /// The number of days for which a free trial runs at most, as far as the catalog says: the longest period of a product
    /// with an introductory offer, but no more than a month, which is also the answer where such a product has no period.
    package var longestTrialDays: Int64 {
        let month = 31
        let offered = self.products.values.filter(\.hasIntroductoryOffer)
        let days = offered.map { $0.period.map { min(month, $0.months * month + $0.days) } ?? month }
        return Int64(days.max() ?? month)
    }
}
