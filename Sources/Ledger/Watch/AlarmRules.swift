/// Finds what is bad in the history of figures, once a minute.
///
/// The rules are pure: the same history leads to the same readings. What they keep between two calls is only what would be
/// expensive to find each minute, such as how much is usual at this hour of the week.
package struct AlarmRules: Sendable {
    /// From when on an alarm fires.
    let thresholds: AlarmThresholds
    /// The apps of the configuration; figures of other apps are ignored.
    let apps: Set<AppName>
    private var plan: AlarmPlan?

    /// Rules with these settings, for the apps of the configuration.
    package init(_ thresholds: AlarmThresholds, apps: [AppName]) {
        self.thresholds = thresholds
        self.apps = Set(apps)
    }

    /// Returns what is bad at the end of a minute.
    ///
    /// Everything is unknown where no figures are known of the minute.
    package mutating func readings(of history: FigureHistory, atMinute minute: Int64) -> AlarmReadings {
        var readings = AlarmReadings(at: FigureTier.minute.begin(ofPoint: minute + 1))
        guard history.isKnown(minute: minute) else {
            readings.unknownNames = Set(AlarmName.allCases)
            return readings
        }
        return readings
    }
}
