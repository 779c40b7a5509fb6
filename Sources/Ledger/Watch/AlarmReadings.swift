/// What all rules found at one time.
package struct AlarmReadings: Sendable {
    /// When.
    package let at: Instant
    /// What is bad, each key once.
    ///
    /// An alarm that is neither here nor unknown is good.
    package var bad: [AlarmReading] = []
    /// The alarms of which nothing is known at the time, because their figures are missing: they stay as they are.
    package var unknown: Set<AlarmKey> = []
    /// The alarms of which nothing is known in any app, environment and subject.
    package var unknownNames: Set<AlarmName> = []

    /// Readings of a time, nothing bad yet.
    package init(at instant: Instant) {
        self.at = instant
    }
}
