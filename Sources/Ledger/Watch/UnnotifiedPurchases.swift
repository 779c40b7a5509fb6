/// Purchases of an app without a notification, such as those of a new app whose address was never entered at Apple: the
/// server learned of them from the app, or from its own calls to Apple.
///
/// Only periods of subscriptions count: for other products Apple sends no notification of version 1, and may not send
/// one of version 2.
struct UnnotifiedPurchases: Sendable {
    /// The number of purchases from which chance is excluded.
    private static let least = 5.0
    /// The number of hours by which a notification may be late.
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

    /// Returns a reading that notifications are missing where there were enough purchases.
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
