/// The lengths of subscription periods on a store's clock.
///
/// Apple's sandbox and Xcode shorten periods, and grace and billing retry with them. A rate that scales keeps the
/// proportions of grace (six sevenths of a week, half a month) and of two months of billing retry; a rate with one
/// length for every period uses one such length for grace and two for billing retry.
public struct RenewalRate: Hashable, Sendable {
    private enum Form: Hashable {
        case calendar
        case scaled(month: Int64, week: Int64)
        case fixed(Int64)
    }

    private let form: Form

    /// Production: months and years of the calendar.
    public static let calendar = RenewalRate(form: .calendar)
    /// A month takes an hour.
    public static let monthlyEveryHour = RenewalRate(form: .scaled(month: 3_600_000, week: 900_000))
    /// A month takes 30 minutes.
    public static let monthlyEvery30Minutes = RenewalRate(form: .scaled(month: 1_800_000, week: 600_000))
    /// A month takes 15 minutes.
    public static let monthlyEvery15Minutes = RenewalRate(form: .scaled(month: 900_000, week: 300_000))
    /// A month takes 5 minutes.
    public static let monthlyEvery5Minutes = RenewalRate(form: .scaled(month: 300_000, week: 180_000))
    /// A month takes 3 minutes, and so does a week.
    public static let monthlyEvery3Minutes = RenewalRate(form: .scaled(month: 180_000, week: 180_000))
    /// A month takes 30 seconds.
    public static let monthlyEvery30Seconds = RenewalRate(form: .scaled(month: 30_000, week: 10_000))

    /// Returns a rate with one length for every period.
    public static func every(milliseconds: Int64) -> RenewalRate {
        RenewalRate(form: .fixed(milliseconds))
    }

    /// Returns the end of a number of periods from an instant, in milliseconds since 1970.
    ///
    /// Counting from the beginning of the first period keeps the day of the month across shorter months.
    package func end(of period: SubscriptionPeriod, after count: Int, from milliseconds: Int64) -> Int64 {
        switch self.form {
        case .calendar: return period.end(after: count, from: milliseconds)
        case .fixed(let length): return milliseconds + Int64(count) * length
        case .scaled(let month, let week):
            let weeks = Int64((period.days + 6) / 7)
            return milliseconds + Int64(count) * (Int64(period.months) * month + weeks * week)
        }
    }

    /// Returns the length of a number of days on the store's clock.
    package func milliseconds(ofDays days: Int) -> Int64 {
        switch self.form {
        case .calendar: Int64(days) * CivilDate.millisecondsPerDay
        case .fixed(let length): Int64(days) * length / 30
        case .scaled(let month, _): Int64(days) * month / 30
        }
    }

    /// Returns the length of billing grace for a period, given the days that the app grants in production.
    package func graceMilliseconds(of period: SubscriptionPeriod, days: Int) -> Int64 {
        let isWeekly = period.months == 0
        switch self.form {
        case .calendar:
            // Weekly subscriptions have at most six days of grace.
            return Int64(isWeekly ? min(days, 6) : days) * CivilDate.millisecondsPerDay
        case .fixed(let length): return length
        case .scaled(let month, let week):
            guard isWeekly else { return month / 2 }
            // Six sevenths of a week, rounded to the second.
            return (week * 6 / 7 + 500) / 1000 * 1000
        }
    }

    /// The length of billing retry.
    package var billingRetryMilliseconds: Int64 {
        switch self.form {
        case .calendar: 60 * CivilDate.millisecondsPerDay
        case .fixed(let length): 2 * length
        case .scaled(let month, _): 2 * month
        }
    }
}
