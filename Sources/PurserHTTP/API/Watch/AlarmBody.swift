import Ledger
import PurserService

/// An alarm in JSON.
struct AlarmBody: Encodable {
    /// Its number.
    let number: Int64
    /// The alarm's name.
    let name: String
    /// The app; absent for an alarm of the whole server.
    let app: String?
    /// The environment, for alarms of one environment.
    let environment: String?
    /// A further identification, such as a host.
    let subject: String?
    /// The state of the alarm.
    let state: String
    /// Its highest severity.
    let severity: String
    /// Since when the condition holds.
    let since: String
    /// When it began to fire.
    let firedAt: String?
    /// When it was resolved.
    let resolvedAt: String?
    /// The measured value, in the alarm's unit.
    let value: Double
    /// The value from which the alarm fires.
    let limit: Double
    /// Further facts by name.
    let facts: [String: String]
    /// The silence that currently covers it.
    let silence: AlarmSilenceBody?
    /// The title, one line.
    let title: String
    /// The start, the severity, the meaning, the remedy and where to look; only for a single alarm.
    let text: String?

    /// Creates the body of an alarm, with or without the whole text.
    init(_ entry: AlarmService.Entry, in language: PageLanguage, isWhole: Bool) {
        let alarm = entry.alarm
        let words = AlarmText(language)
        self.number = alarm.number
        self.name = alarm.key.name.rawValue
        self.app = alarm.key.app?.rawValue
        self.environment = alarm.key.environment?.rawValue
        self.subject = alarm.key.subject.isEmpty ? nil : alarm.key.subject
        self.state = alarm.state.rawValue
        self.severity = alarm.severity.rawValue
        self.since = alarm.since.rfc3339
        self.firedAt = alarm.firedAt?.rfc3339
        self.resolvedAt = alarm.resolvedAt?.rfc3339
        self.value = Self.number(alarm.reading.value)
        self.limit = Self.number(alarm.reading.limit)
        self.facts = alarm.reading.facts
        self.silence = entry.silence.map { AlarmSilenceBody($0) }
        self.title = words.title(alarm)
        self.text = isWhole ? words.text(alarm) : nil
    }

    /// Returns a value that JSON can represent: the greatest finite number for infinity, and 0 for not-a-number.
    private static func number(_ value: Double) -> Double {
        guard !value.isNaN else { return 0 }
        return min(max(value, -Double.greatestFiniteMagnitude), Double.greatestFiniteMagnitude)
    }
}

/// A silence of alarms in JSON.
struct AlarmSilenceBody: Encodable {
    /// Its number.
    let number: Int64
    /// The alarm's name; absent for all alarms.
    let name: String?
    /// The app; absent for all apps and the whole server.
    let app: String?
    /// The further identification of an alarm; absent for all.
    let subject: String?
    /// When it was created.
    let from: String
    /// When it ends.
    let until: String
    /// The reason.
    let reason: String
    /// Who created it.
    let by: String
    /// Why the request changed nothing, if the silence was over already.
    let nothing: String?

    /// Creates the body of a silence.
    init(_ silence: AlarmSilence, nothing: NoChange.Code? = nil) {
        self.number = silence.number
        self.name = silence.name?.rawValue
        self.app = silence.app?.rawValue
        self.subject = silence.subject
        self.from = silence.from.rfc3339
        self.until = silence.until.rfc3339
        self.reason = silence.reason
        self.by = silence.by
        self.nothing = nothing?.rawValue
    }
}
