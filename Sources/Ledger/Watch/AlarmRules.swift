/// Finds what is bad in the history of figures, once a minute.
///
/// The rules are pure: the same history leads to the same readings. What they keep between two calls is only what would be
/// expensive to find each minute, such as how much is usual at this hour of the week.
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

        init(_ figures: AlarmFigures) {
            self.hour = figures.hour
            self.seriesCount = figures.history.seriesCount
            self.apple = Apple(figures)
            self.keys = Keys(figures)
            self.notifications = Notifications(figures)
            self.renewals = Renewals(figures)
            self.verification = Verification(figures)
            self.refunds = Refunds(figures)
            self.shop = Shop(figures)
            self.machine = Machine(figures)
        }

        mutating func read(_ scope: inout AlarmScope) {
            let isApplesLinkDown = self.apple.read(&scope)
            self.keys.read(&scope)
            self.notifications.read(&scope, isApplesLinkDown: isApplesLinkDown)
            self.renewals.read(&scope)
            self.verification.read(&scope)
            self.refunds.read(&scope)
            self.shop.read(&scope)
            self.machine.read(&scope)
        }
    }

    private let thresholds: AlarmThresholds
    private let apps: Set<AppName>
    private var families: Families?

    /// Rules with these settings, for the apps of the configuration; figures of other apps are ignored.
    package init(_ thresholds: AlarmThresholds, apps: [AppName]) {
        self.thresholds = thresholds
        self.apps = Set(apps)
    }

    /// Returns what is bad at the end of a minute.
    ///
    /// Everything is unknown where no figures are known of the minute.
    package mutating func readings(of history: FigureHistory, atMinute minute: Int64) -> AlarmReadings {
        var scope = AlarmScope(history, atMinute: minute, self.thresholds)
        guard history.isKnown(minute: minute) else {
            for name in AlarmName.allCases { scope.leave(name) }
            return scope.readings
        }
        if self.families?.hour != scope.hour || self.families?.seriesCount != history.seriesCount {
            self.families = Families(AlarmFigures(history: history, apps: self.apps, hour: scope.hour))
        }
        self.families?.read(&scope)
        return scope.readings
    }
}
