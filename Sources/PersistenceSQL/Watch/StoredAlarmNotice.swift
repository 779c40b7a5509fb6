import Ledger

/// What is kept of a notice besides its number.
struct StoredAlarmNotice: Codable {
    private let channel: String
    private let alarms: [StoredAlarm]
    private let writtenAt: Int64
    private let dueAt: Int64
    private let failures: Int
    private let problem: String
    /// `nil` for all of the channel, as in what was written before there were any.
    private let recipients: [String]?

    /// What is kept of a notice.
    init(_ notice: AlarmNotice) {
        self.channel = notice.channel
        self.alarms = notice.alarms.map(StoredAlarm.init)
        self.writtenAt = notice.writtenAt.milliseconds
        self.dueAt = notice.dueAt.milliseconds
        self.failures = notice.failures
        self.problem = notice.problem
        self.recipients = notice.recipients.isEmpty ? nil : notice.recipients
    }

    /// The notice of a number.
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
