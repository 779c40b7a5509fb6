import Ledger
import PurserService

/// An alarm as our JSON.
struct AlarmBody: Encodable {
    /// Its number.
    let number: Int64
    /// The alarm's name.
    let name: String
    /// The app; absent for the whole server.
    let app: String?
    /// The environment, where the alarm keeps them apart.
    let environment: String?
    /// What else tells it apart.
    let subject: String?
    /// How far it has come.
    let state: String
    /// How bad it was at its worst.
    let severity: String
    /// Since when it is bad.
    let since: String
    /// When it began to fire.
    let firedAt: String?
    /// When it was resolved.
    let resolvedAt: String?
    /// What was measured, in the alarm's unit.
    let value: Double
    /// From which value on it fires.
    let limit: Double
    /// What else is known of it.
    let facts: [String: String]
    /// The silence that covers it now.
    let silence: AlarmSilenceBody?
    /// What it is, in one line.
    let title: String
    /// Since when, how bad, what it means, what to do and where to look; only of one alarm.
    let text: String?

    /// The body of an alarm, with its whole text or without.
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

    /// A value as JSON can write it: what is endless is the greatest number that there is, and what is no number 0.
    private static func number(_ value: Double) -> Double {
        guard !value.isNaN else { return 0 }
        return min(max(value, -Double.greatestFiniteMagnitude), Double.greatestFiniteMagnitude)
    }
}

/// A silence of alarms as our JSON.
struct AlarmSilenceBody: Encodable {
    /// Its number.
    let number: Int64
    /// The alarm's name; absent for all.
    let name: String?
    /// The app; absent for every app and the whole server.
    let app: String?
    /// What else tells the alarm apart; absent for anything.
    let subject: String?
    /// When it was made.
    let from: String
    /// When it ends.
    let until: String
    /// Why.
    let reason: String
    /// Who made it.
    let by: String
    /// Why nothing was done, where it was to be ended and was over.
    let nothing: String?

    /// The body of a silence.
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
