/// Decides from readings which alarms fire and are resolved, and writes the notices that tell of it.
package struct AlarmBoard: Sendable {
    private let thresholds: AlarmThresholds
    private let channels: [String]

    /// A board with these settings that tells these channels.
    package init(_ thresholds: AlarmThresholds, channels: [String]) {
        self.thresholds = thresholds
        self.channels = channels
    }

    /// Takes the readings of one time into the book, and returns whether anything changed.
    package func take(_ readings: AlarmReadings, into book: inout AlarmBook) -> Bool { false }

    /// Drops what is over for 90 days.
    package func expire(at instant: Instant, in book: inout AlarmBook) {}
}
