/// A time in which alarms are not published to operators, set by an operator.
package struct AlarmSilence: Hashable, Sendable {
    /// The number, from 1; numbers are never reused.
    package let number: Int64
    /// The alarms, or `nil` for all.
    package let name: AlarmName?
    /// The app, or `nil` for every app and the whole server.
    package let app: AppName?
    /// The subject of the alarm, or `nil` for any.
    package let subject: String?
    /// The instant at which it was created.
    package var from: Instant
    /// The instant at which it ends, at most 30 days later.
    package var until: Instant
    /// The operator's reason.
    package let reason: String
    /// The operator who created it, as the audit log names them.
    package let by: String

    /// Creates a silence of these values.
    package init(
        number: Int64,
        name: AlarmName?,
        app: AppName?,
        subject: String?,
        from: Instant,
        until: Instant,
        reason: String,
        by: String
    ) {
        self.number = number
        self.name = name
        self.app = app
        self.subject = subject
        self.from = from
        self.until = until
        self.reason = reason
        self.by = by
    }

    /// Returns whether the silence applies to an alarm at an instant.
    package func covers(_ key: AlarmKey, at instant: Instant) -> Bool {
        (self.from..<max(self.from, self.until)).contains(instant)
            && (self.name.map { $0 == key.name } ?? true)
            && (self.app.map { $0 == key.app } ?? true)
            && (self.subject.map { $0 == key.subject } ?? true)
    }
}
