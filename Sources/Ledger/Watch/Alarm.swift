/// One alarm, from its first bad reading until some time after it was resolved.
package struct Alarm: Hashable, Sendable {
    /// How far an alarm has come.
    package enum State: String, Hashable, Sendable, CaseIterable {
        /// It is bad, and not yet for long enough to be published.
        case pending
        /// It is bad.
        case firing
        /// It was bad and is not any more.
        case resolved
    }

    /// Its number, from 1, never given twice.
    package let number: Int64
    /// What it is about.
    package let key: AlarmKey
    /// How far it has come.
    package var state: State
    /// Since when it is bad.
    package var since: Instant
    /// When it began to fire; `nil` while it is pending.
    package var firedAt: Instant?
    /// When it was resolved; `nil` before.
    package var resolvedAt: Instant?
    /// Since when it is good again, while it waits to be resolved.
    package var goodSince: Instant?
    /// When notices that it fires were written last; `nil` before the first.
    package var publishedAt: Instant?
    /// The severity that these notices have; `nil` before the first.
    package var publishedSeverity: AlarmReading.Severity?
    /// The newest bad reading.
    package var reading: AlarmReading
    /// The greatest severity that it had.
    package var severity: AlarmReading.Severity

    /// An alarm of these values.
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

/// What one alarm is about.
///
/// Two readings with the same key are one alarm.
package struct AlarmKey: Hashable, Comparable, Sendable {
    /// The alarm's name.
    package let name: AlarmName
    /// The app; `nil` for the whole server.
    package let app: AppName?
    /// The environment, where the alarm keeps them apart.
    package let environment: StoreEnvironment?
    /// What else tells it apart, such as a host, a product or an endpoint; at most 200 bytes, empty for nothing.
    package let subject: String

    /// A key of these values.
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

    /// The key as a text, such as `link_down/shop/Production/api.storekit.itunes.apple.com`; parts that are missing are
    /// empty.
    package var text: String {
        [self.name.rawValue, self.app?.rawValue ?? "", self.environment?.rawValue ?? "", self.subject]
            .joined(separator: "/")
    }

    /// Orders keys by their text.
    package static func < (left: Self, right: Self) -> Bool { left.text < right.text }
}
