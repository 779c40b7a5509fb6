/// The rules that find bad readings in the history of metrics, once a minute.
///
/// The rules are pure: the same history has the same readings. Their state between two calls is only what is expensive
/// to compute each minute, such as the expected counts at this hour of the week.
package struct AlarmRules: Sendable {
    private struct Families: Sendable {
        let hour: Int64
        let seriesCount: Int
        let apple: Apple
        let keys: Keys
        var notifications: Notifications
        let renewals: Renewals
        let verification: Verification
        let refunds: Refunds
        let shop: Shop
        let machine: Machine

        init(_ metrics: AlarmMetrics) {
            self.hour = metrics.hour
            self.seriesCount = metrics.history.seriesCount
            self.apple = Apple(metrics)
            self.keys = Keys(metrics)
            self.notifications = Notifications(metrics)
            self.renewals = Renewals(metrics)
            self.verification = Verification(metrics)
            self.refunds = Refunds(metrics)
            self.shop = Shop(metrics)
            self.machine = Machine(metrics)
        }

        mutating func read(_ context: inout AlarmContext) {
            let isApplesLinkDown = self.apple.read(&context)
            self.keys.read(&context)
            self.notifications.read(&context, isApplesLinkDown: isApplesLinkDown)
            self.renewals.read(&context)
            self.verification.read(&context)
            self.refunds.read(&context)
            self.shop.read(&context)
            self.machine.read(&context)
        }
    }

    private let thresholds: AlarmThresholds
    private let apps: Set<AppName>
    private var families: Families?

    /// Creates rules with these settings, for the configured apps; metrics of other apps are ignored.
    package init(_ thresholds: AlarmThresholds, apps: [AppName]) {
        self.thresholds = thresholds
        self.apps = Set(apps)
    }

    /// Returns the readings at the end of a minute.
    ///
    /// All alarms are unknown where no metrics of the minute are known.
    package mutating func readings(of history: MetricHistory, atMinute minute: Int64) -> AlarmReadings {
        var context = AlarmContext(history, atMinute: minute, self.thresholds)
        guard history.isKnown(minute: minute) else {
            for name in AlarmName.allCases { context.leave(name) }
            return context.readings
        }
        if self.families?.hour != context.hour || self.families?.seriesCount != history.seriesCount {
            self.families = Families(AlarmMetrics(history: history, apps: self.apps, hour: context.hour))
        }
        self.families?.read(&context)
        return context.readings
    }
}
