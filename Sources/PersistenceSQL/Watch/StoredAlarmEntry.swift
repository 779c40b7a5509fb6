import Ledger

/// One part of the alarm book, as it is kept in a row of its own.
enum StoredAlarmEntry: Equatable {
    /// What tells entries apart.
    struct ID: Hashable {
        /// What it is: 1 an alarm, 2 a silence, 3 a notice.
        let kind: Int64
        /// Its number.
        let number: Int64
    }

    /// An alarm.
    case alarm(Alarm)
    /// A silence.
    case silence(AlarmSilence)
    /// A notice.
    case notice(AlarmNotice)

    /// The entry of a row.
    init(_ id: ID, _ text: String) throws(RepositoryError) {
        switch id.kind {
        case 1: self = .alarm(try RareJSON.value(text, as: StoredAlarm.self).alarm)
        case 2: self = .silence(try RareJSON.value(text, as: StoredAlarmSilence.self).silence(id.number))
        case 3: self = .notice(try RareJSON.value(text, as: StoredAlarmNotice.self).notice(id.number))
        default: throw .corrupt
        }
    }

    /// What is kept of it, as JSON.
    func text() throws -> SQLValue {
        switch self {
        case .alarm(let alarm): try RareJSON.text(StoredAlarm(alarm))
        case .silence(let silence): try RareJSON.text(StoredAlarmSilence(silence))
        case .notice(let notice): try RareJSON.text(StoredAlarmNotice(notice))
        }
    }

    /// The entries of a book.
    static func entries(of book: AlarmBook) -> [ID: Self] {
        var entries: [ID: Self] = [:]
        for alarm in book.alarms { entries[ID(kind: 1, number: alarm.number)] = .alarm(alarm) }
        for silence in book.silences { entries[ID(kind: 2, number: silence.number)] = .silence(silence) }
        for notice in book.notices { entries[ID(kind: 3, number: notice.number)] = .notice(notice) }
        return entries
    }
}
