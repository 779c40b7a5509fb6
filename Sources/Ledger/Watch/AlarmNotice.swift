/// A message about alarms that one channel has still to receive.
///
/// It is written with the change that it tells of, so that none is lost, and removed once it was received.
package struct AlarmNotice: Hashable, Sendable {
    /// The longest time after an attempt that one is put off, also where the receiver asks for more.
    package static let longestPause = Span.hours(1)

    /// Its number, from 1, never given twice.
    ///
    /// A receiver knows a repetition by it.
    package let number: Int64
    /// The channel's name, see the configuration: `webhook`, `email`, `slack`.
    package let channel: String
    /// What it tells of, in the order in which it happened: alarms as they were then.
    package var alarms: [Alarm]
    /// When it was written.
    package var writtenAt: Instant
    /// When it is sent, or sent again.
    package var dueAt: Instant
    /// How often sending it failed.
    package var failures: Int
    /// Why it failed last; empty before.
    package var problem: String
    /// The addresses of the recipients who have still to receive it; empty for all of the channel.
    package var recipients: [String]

    /// A notice of these values.
    package init(
        number: Int64,
        channel: String,
        alarms: [Alarm],
        writtenAt: Instant,
        dueAt: Instant,
        failures: Int = 0,
        problem: String = "",
        recipients: [String] = []
    ) {
        self.number = number
        self.channel = channel
        self.alarms = alarms
        self.writtenAt = writtenAt
        self.dueAt = dueAt
        self.failures = failures
        self.problem = problem
        self.recipients = recipients
    }
}
