/// A time in which alarms are not told to people, because a person said so.
package struct AlarmSilence: Hashable, Sendable {
    /// Its number, from 1, never given twice.
    package let number: Int64
    /// The alarms, or `nil` for all.
    package let name: AlarmName?
    /// The app, or `nil` for every app and the whole server.
    package let app: AppName?
    /// What else tells the alarm apart, or `nil` for anything.
    package let subject: String?
    /// When it was made.
    package var from: Instant
    /// When it ends, at most 30 days later.
    package var until: Instant
    /// Why, in the person's words.
    package let reason: String
    /// Who made it, as the audit log names them.
    package let by: String

    /// A silence of these values.
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

    /// Returns whether the silence holds for an alarm at an instant.
    package func covers(_ key: AlarmKey, at instant: Instant) -> Bool {
        (self.from..<max(self.from, self.until)).contains(instant)
            && (self.name.map { $0 == key.name } ?? true)
            && (self.app.map { $0 == key.app } ?? true)
            && (self.subject.map { $0 == key.subject } ?? true)
    }
}
