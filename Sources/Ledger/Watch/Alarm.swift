/// An alarm, from its first bad reading until some time after it was resolved.
package struct Alarm: Hashable, Sendable {
    /// The state of an alarm.
    package enum State: String, Hashable, Sendable, CaseIterable {
        /// It is bad, but not yet for long enough to be published.
        case pending
        /// It is bad.
        case firing
        /// It was bad and is good again.
        case resolved
    }

    /// The number, from 1; numbers are never reused.
    package let number: Int64
    /// The key of the alarm.
    package let key: AlarmKey
    /// The state.
    package var state: State
    /// The instant since which it is bad.
    package var since: Instant
    /// The instant at which it began to fire; `nil` while it is pending.
    package var firedAt: Instant?
    /// The instant at which it was resolved; `nil` before.
    package var resolvedAt: Instant?
    /// The instant since which it is good again, while it waits to be resolved.
    package var goodSince: Instant?
    /// The instant at which notices of its firing were last written; `nil` before the first.
    package var publishedAt: Instant?
    /// The severity in these notices; `nil` before the first.
    package var publishedSeverity: AlarmReading.Severity?
    /// The newest bad reading.
    package var reading: AlarmReading
    /// The highest severity that it had.
    package var severity: AlarmReading.Severity

    /// Creates an alarm of these values.
    package init(
        number: Int64,
        key: AlarmKey,
        state: State,
        since: Instant,
        firedAt: Instant? = nil,
        resolvedAt: Instant? = nil,
        goodSince: Instant? = nil,
        publishedAt: Instant? = nil,
        publishedSeverity: AlarmReading.Severity? = nil,
        reading: AlarmReading,
        severity: AlarmReading.Severity
    ) {
        self.number = number
        self.key = key
        self.state = state
        self.since = since
        self.firedAt = firedAt
        self.resolvedAt = resolvedAt
        self.goodSince = goodSince
        self.publishedAt = publishedAt
        self.publishedSeverity = publishedSeverity
        self.reading = reading
        self.severity = severity
    }
}

/// The identity of an alarm.
///
/// Two readings with the same key are one alarm.
package struct AlarmKey: Hashable, Comparable, Sendable {
    /// The alarm's name.
    package let name: AlarmName
    /// The app; `nil` for the whole server.
    package let app: AppName?
    /// The environment, where the alarm distinguishes environments.
    package let environment: StoreEnvironment?
    /// The subject, such as a host, a product or an endpoint; at most 200 bytes, empty without a subject.
    package let subject: String

    /// Creates a key of these values.
    package init(
        _ name: AlarmName,
        app: AppName? = nil,
        environment: StoreEnvironment? = nil,
        subject: String = ""
    ) {
        self.name = name
        self.app = app
        self.environment = environment
        self.subject = subject
    }

    /// The key as a text, such as `link_down/shop/Production/api.storekit.itunes.apple.com`; missing parts are empty.
    package var text: String {
        [self.name.rawValue, self.app?.rawValue ?? "", self.environment?.rawValue ?? "", self.subject]
            .joined(separator: "/")
    }

    /// Orders keys by their text.
    package static func < (left: Self, right: Self) -> Bool { left.text < right.text }
}
