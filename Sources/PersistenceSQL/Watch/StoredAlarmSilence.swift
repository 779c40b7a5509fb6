import Ledger

/// What is kept of a silence besides its number.
struct StoredAlarmSilence: Codable {
    private let name: String?
    private let app: String?
    private let subject: String?
    private let from: Int64
    private let until: Int64
    private let reason: String
    private let by: String

    /// What is kept of a silence.
    init(_ silence: AlarmSilence) {
        self.name = silence.name?.rawValue
        self.app = silence.app?.rawValue
        self.subject = silence.subject
        self.from = silence.from.milliseconds
        self.until = silence.until.milliseconds
        self.reason = silence.reason
        self.by = silence.by
    }

    /// The silence of a number.
    ///
    /// One of alarms that this version does not know is unreadable, because without a name it would silence all.
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
