/// Finds purchases of an app of which no notification came, such as those of a new app whose address was never entered
/// at Apple: they became known by the app, or by asking Apple.
///
/// Only periods of subscriptions count: of other goods Apple sends no notification of version 1, and may not send one
/// of version 2.
struct UnnotifiedPurchases: Sendable {
    /// So many purchases are no accident.
    private static let least = 5.0
    /// A notification may be late by so many hours.
    private static let lateHours = 3

    private let purchases: MetricGroup
    private let notifications: [Int]
    private let count: Double
    private let hours: Int
    private let isNever: Bool

    /// Counts the purchases in the whole hours since the last notification; `notifications` are the counters of
    /// notifications.
    init(_ purchases: MetricGroup, notifications: [Int], _ metrics: AlarmMetrics) {
        let last = LongTermCounts(notifications, metrics).last
        let past = LongTermCounts(purchases.series, metrics)
        var count = 0.0
        var hours = 0
        for index in 1..<max(1, last ?? past.counts.count) where past.counts[index] > 0 {
            count += past.counts[index]
            hours = index < past.hourCount ? index : past.hourCount + (index - past.hourCount + 1) * 24
        }
        self.purchases = purchases
        self.notifications = notifications
        self.count = count
        self.hours = hours
        self.isNever = last == nil
    }

    /// Returns that notifications are missing where there were enough purchases.
    func read(_ context: AlarmContext) -> AlarmReading? {
        guard context.thresholds[.notificationsSilent].isEnabled, self.count >= Self.least,
            self.hours >= Self.lateHours, context.hourSoFar(self.notifications) == 0
        else { return nil }
        var facts = ["purchases": "\(Int(self.count))", "hours": "\(self.hours)"]
        if self.isNever { facts["last"] = "never" }
        return AlarmReading(
            self.purchases.key(.notificationsSilent),
            severity: .critical,
            value: self.count,
            limit: Self.least,
            facts: facts
        )
    }
}
