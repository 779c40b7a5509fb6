/// How fast a world lets subscription periods pass: by the calendar, or compressed as in Apple's sandbox.
///
/// Compressed, a month and a week have fixed lengths and longer periods are whole multiples of the month. Grace and
/// billing retry shrink along: half a month (six sevenths of a week for weekly products), and two months.
public struct RenewalRate: Hashable, Sendable {
    /// The length of a month in milliseconds, or `nil` for calendar time.
    public let monthMilliseconds: Int64?
    /// The length of a week in milliseconds; meaningless in calendar time.
    public let weekMilliseconds: Int64

    /// Periods pass by the calendar, as for paying customers.
    public static let calendar = RenewalRate(monthMilliseconds: nil, weekMilliseconds: 0)
    /// A month every hour.
    public static let monthlyEveryHour = RenewalRate(monthMilliseconds: 3_600_000, weekMilliseconds: 900_000)
    /// A month every 30 minutes.
    public static let monthlyEvery30Minutes = RenewalRate(monthMilliseconds: 1_800_000, weekMilliseconds: 600_000)
    /// A month every 15 minutes.
    public static let monthlyEvery15Minutes = RenewalRate(monthMilliseconds: 900_000, weekMilliseconds: 300_000)
    /// A month every 5 minutes: what a sandbox tester has unless they change it.
    public static let monthlyEvery5Minutes = RenewalRate(monthMilliseconds: 300_000, weekMilliseconds: 180_000)
    /// A month every 3 minutes, which only the sandbox has.
    public static let monthlyEvery3Minutes = RenewalRate(monthMilliseconds: 180_000, weekMilliseconds: 180_000)
    /// A month every 30 seconds, which only local StoreKit testing has.
    public static let monthlyEvery30Seconds = RenewalRate(monthMilliseconds: 30000, weekMilliseconds: 10000)

    /// The end of so many periods that began at an instant, both in milliseconds since 1970.
    package func end(of period: SubscriptionPeriod, after count: Int, from milliseconds: Int64) -> Int64 {
        guard let month = self.monthMilliseconds else {
            return period.end(after: count, from: milliseconds)
        }
        let weeks = Int64((period.days + 6) / 7)
        return milliseconds + Int64(count) * (Int64(period.months) * month + weeks * self.weekMilliseconds)
    }

    /// How long grace lasts for a product of this period when the app allows so many days.
    package func graceMilliseconds(of period: SubscriptionPeriod, days: Int) -> Int64 {
        let isWeekly = period.months == 0
        guard let month = self.monthMilliseconds else {
            // Weekly subscriptions never get more than six days.
            return Int64(isWeekly ? min(days, 6) : days) * CivilDate.millisecondsPerDay
        }
        guard isWeekly else { return month / 2 }
        // Six sevenths of a week, rounded to the second.
        return (self.weekMilliseconds * 6 / 7 + 500) / 1000 * 1000
    }

    /// How long Apple tries to bill after a failed renewal: 60 days, or two compressed months.
    package var billingRetryMilliseconds: Int64 {
        self.monthMilliseconds.map { $0 * 2 } ?? 60 * CivilDate.millisecondsPerDay
    }
}
