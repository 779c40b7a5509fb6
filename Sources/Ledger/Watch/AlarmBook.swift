/// All alarms, silences and notices, as they are loaded, changed and saved together.
///
/// They are few: alarms and silences that are over, and notices that nobody received, are dropped by `AlarmBoard`.
package struct AlarmBook: Hashable, Sendable {
    /// The most alarms that are kept; of those that are resolved the oldest are dropped first.
    package static let greatestAlarmCount = 1000
    /// The most silences that are kept of one app, and the most of those that hold for every app.
    package static let greatestSilenceCount = 50
    /// The most notices that are kept for one channel; the oldest are dropped first.
    package static let greatestNoticeCount = 200
    /// The most alarms that a notice has into which another was merged.
    package static let greatestMergedCount = 20
    /// How old a notice is at most into which another is merged.
    package static let mergedWithin = Span.hours(1)

    /// The alarms by number, ascending.
    package var alarms: [Alarm]
    /// The silences by number, ascending.
    package var silences: [AlarmSilence]
    /// The notices by number, ascending.
    package var notices: [AlarmNotice]
    /// The next number of an alarm, a silence or a notice; one count for all three.
    package var nextNumber: Int64

    /// A book of these values; nothing at first.
    package init(
        alarms: [Alarm] = [],
        silences: [AlarmSilence] = [],
        notices: [AlarmNotice] = [],
        nextNumber: Int64 = 1
    ) {
        self.alarms = alarms
        self.silences = silences
        self.notices = notices
        self.nextNumber = nextNumber
    }

    /// Returns a number that was never given.
    package mutating func takeNumber() -> Int64 {
        defer { self.nextNumber += 1 }
        return self.nextNumber
    }
}
