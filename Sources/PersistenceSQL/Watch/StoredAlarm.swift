import Ledger

/// An alarm as it is kept, in a row of its own or within the notice about it.
///
/// Values are texts, because JSON has no infinity. One that was kept before `publishedAt` existed is not published, so that
/// it is published once more rather than never.
struct StoredAlarm: Codable {
    private let number: Int64
    private let name: String
    private let app: String?
    private let environment: String?
    private let subject: String
    private let state: String
    private let since: Int64
    private let firedAt: Int64?
    private let resolvedAt: Int64?
    private let goodSince: Int64?
    private let publishedAt: Int64?
    private let publishedSeverity: String?
    private let severity: String
    private let readSeverity: String
    private let value: String
    private let limit: String
    private let facts: [String: String]

    /// What is kept of an alarm.
    init(_ alarm: Alarm) {
        self.number = alarm.number
        self.name = alarm.key.name.rawValue
        self.app = alarm.key.app?.rawValue
        self.environment = alarm.key.environment?.rawValue
        self.subject = alarm.key.subject
        self.state = alarm.state.rawValue
        self.since = alarm.since.milliseconds
        self.firedAt = alarm.firedAt?.milliseconds
        self.resolvedAt = alarm.resolvedAt?.milliseconds
        self.goodSince = alarm.goodSince?.milliseconds
        self.publishedAt = alarm.publishedAt?.milliseconds
        self.publishedSeverity = alarm.publishedSeverity?.rawValue
        self.severity = alarm.severity.rawValue
        self.readSeverity = alarm.reading.severity.rawValue
        self.value = "\(alarm.reading.value)"
        self.limit = "\(alarm.reading.limit)"
        self.facts = alarm.reading.facts
    }

    /// The alarm.
    var alarm: Alarm {
        get throws(RepositoryError) {
            guard let name = AlarmName(rawValue: self.name), let state = Alarm.State(rawValue: self.state),
                let severity = AlarmReading.Severity(rawValue: self.severity),
                let readSeverity = AlarmReading.Severity(rawValue: self.readSeverity),
                let value = Double(self.value), let limit = Double(self.limit)
            else { throw .corrupt }
            let environment = self.environment.map(StoreEnvironment.init(rawValue:))
            if case .some(nil) = environment { throw .corrupt }
            let key = AlarmKey(
                name,
                app: self.app.map { AppName($0) },
                environment: environment ?? nil,
                subject: self.subject
            )
            return Alarm(
                number: self.number,
                key: key,
                state: state,
                since: Instant(milliseconds: self.since),
                firedAt: self.firedAt.map(Instant.init(milliseconds:)),
                resolvedAt: self.resolvedAt.map(Instant.init(milliseconds:)),
                goodSince: self.goodSince.map(Instant.init(milliseconds:)),
                publishedAt: self.publishedAt.map(Instant.init(milliseconds:)),
                publishedSeverity: self.publishedSeverity.flatMap(AlarmReading.Severity.init(rawValue:)),
                reading: AlarmReading(key, severity: readSeverity, value: value, limit: limit, facts: self.facts),
                severity: severity
            )
        }
    }
}
