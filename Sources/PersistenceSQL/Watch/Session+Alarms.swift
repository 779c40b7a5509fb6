package import Ledger

/// Alarms, silences and notices.
extension Session {
    /// Returns the alarms, silences and notices; an unreadable entry does not hide the others.
    package func alarmRecords() throws -> AlarmRecords {
        var records = AlarmRecords(nextNumber: try self.first(.watch.alarmNumber, []) { row in try row.integer() } ?? 1)
        let entries = try self.all(.watch.alarmEntries, []) { row in
            let id = StoredAlarmEntry.ID(kind: try row.integer(), number: try row.integer())
            let text = try row.text()
            return try ReadableRows.unlessUnreadable { try StoredAlarmEntry(id, text) }
        }
        for entry in entries {
            switch entry {
            case .alarm(let alarm): records.alarms.append(alarm)
            case .silence(let silence): records.silences.append(silence)
            case .notice(let notice): records.notices.append(notice)
            case nil: continue
            }
        }
        return records
    }

    /// Changes the alarms, silences and notices, and writes the differences.
    package func changeAlarmRecords<Outcome>(_ change: (inout AlarmRecords) -> Outcome) throws -> Outcome {
        let former = try self.alarmRecords()
        var records = former
        let outcome = change(&records)
        guard records != former else { return outcome }
        let known = StoredAlarmEntry.entries(of: former)
        let wanted = StoredAlarmEntry.entries(of: records)
        for id in known.keys where wanted[id] == nil {
            try self.run(.watch.deleteAlarmEntry, [.integer(id.kind), .integer(id.number)])
        }
        for (id, entry) in wanted where known[id] != entry {
            try self.run(.watch.putAlarmEntry, [.integer(id.kind), .integer(id.number), try entry.text()])
        }
        if records.nextNumber != former.nextNumber {
            try self.run(.watch.putAlarmNumber, [.integer(records.nextNumber)])
        }
        return outcome
    }
}

/// An entry of the alarm records, stored in a row of its own.
enum StoredAlarmEntry: Equatable {
    /// The key of an entry.
    struct ID: Hashable {
        /// The kind: 1 is an alarm, 2 a silence, 3 a notice.
        let kind: Int64
        /// The number of the alarm, silence or notice.
        let number: Int64
    }

    /// An alarm.
    case alarm(Alarm)
    /// A silence.
    case silence(AlarmSilence)
    /// A notice.
    case notice(AlarmNotice)

    /// Decodes the entry of a row.
    init(_ id: ID, _ text: String) throws(RepositoryError) {
        switch id.kind {
        case 1: self = .alarm(try RareJSON.value(text, as: StoredAlarm.self).alarm)
        case 2: self = .silence(try RareJSON.value(text, as: StoredAlarmSilence.self).silence(id.number))
        case 3: self = .notice(try RareJSON.value(text, as: StoredAlarmNotice.self).notice(id.number))
        default: throw .corrupt
        }
    }

    /// Returns the entry as JSON.
    func text() throws -> SQLValue {
        switch self {
        case .alarm(let alarm): try RareJSON.text(StoredAlarm(alarm))
        case .silence(let silence): try RareJSON.text(StoredAlarmSilence(silence))
        case .notice(let notice): try RareJSON.text(StoredAlarmNotice(notice))
        }
    }

    /// Returns the entries of the records.
    static func entries(of records: AlarmRecords) -> [ID: Self] {
        var entries: [ID: Self] = [:]
        for alarm in records.alarms { entries[ID(kind: 1, number: alarm.number)] = .alarm(alarm) }
        for silence in records.silences { entries[ID(kind: 2, number: silence.number)] = .silence(silence) }
        for notice in records.notices { entries[ID(kind: 3, number: notice.number)] = .notice(notice) }
        return entries
    }
}

/// An alarm as the database stores it, in a row of its own or within the notice about it.
///
/// Values are texts, because JSON has no infinity. An alarm that was stored before `publishedAt` existed counts as not
/// published, so that it is published once more rather than never.
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

    /// Creates the stored form of an alarm.
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

/// A silence without its number, as JSON.
struct StoredAlarmSilence: Codable {
    private let name: String?
    private let app: String?
    private let subject: String?
    private let from: Int64
    private let until: Int64
    private let reason: String
    private let by: String

    /// Creates the stored form of a silence.
    init(_ silence: AlarmSilence) {
        self.name = silence.name?.rawValue
        self.app = silence.app?.rawValue
        self.subject = silence.subject
        self.from = silence.from.milliseconds
        self.until = silence.until.milliseconds
        self.reason = silence.reason
        self.by = silence.by
    }

    /// Returns the silence with a number.
    ///
    /// A silence of alarms that this version does not know is unreadable, because without a name it would silence all
    /// alarms.
    func silence(_ number: Int64) throws(RepositoryError) -> AlarmSilence {
        let name = self.name.map(AlarmName.init(rawValue:))
        if case .some(nil) = name { throw .corrupt }
        return AlarmSilence(
            number: number,
            name: name ?? nil,
            app: self.app.map { AppName($0) },
            subject: self.subject,
            from: Instant(milliseconds: self.from),
            until: Instant(milliseconds: self.until),
            reason: self.reason,
            by: self.by
        )
    }
}

/// A notice without its number, as JSON.
struct StoredAlarmNotice: Codable {
    private let channel: String
    private let alarms: [StoredAlarm]
    private let writtenAt: Int64
    private let dueAt: Int64
    private let failures: Int
    private let problem: String
    /// The recipients; `nil` for all of the channel, as in notices that were written before the field existed.
    private let recipients: [String]?

    /// Creates the stored form of a notice.
    init(_ notice: AlarmNotice) {
        self.channel = notice.channel
        self.alarms = notice.alarms.map(StoredAlarm.init)
        self.writtenAt = notice.writtenAt.milliseconds
        self.dueAt = notice.dueAt.milliseconds
        self.failures = notice.failures
        self.problem = notice.problem
        self.recipients = notice.recipients.isEmpty ? nil : notice.recipients
    }

    /// Returns the notice with a number.
    func notice(_ number: Int64) throws(RepositoryError) -> AlarmNotice {
        AlarmNotice(
            number: number,
            channel: self.channel,
            alarms: try self.alarms.map { stored throws(RepositoryError) in try stored.alarm },
            writtenAt: Instant(milliseconds: self.writtenAt),
            dueAt: Instant(milliseconds: self.dueAt),
            failures: self.failures,
            problem: self.problem,
            recipients: self.recipients ?? []
        )
    }
}
