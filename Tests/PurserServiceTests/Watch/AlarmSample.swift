import Ledger

/// Alarms and notices for tests.
enum AlarmSample {
    /// The instant of all alarms.
    static let now = Instant(milliseconds: 1_767_225_600_000)

    static func alarm(
        _ name: AlarmName = .linkDown,
        number: Int64 = 12,
        state: Alarm.State = .firing,
        app: String? = "shop",
        subject: String = "api.storekit.itunes.apple.com",
        value: Double = 1,
        limit: Double = 1,
        facts: [String: String] = ["place": "tls"]
    ) -> Alarm {
        let key = AlarmKey(name, app: app.map { AppName($0) }, environment: nil, subject: subject)
        let reading = AlarmReading(key, severity: .critical, value: value, limit: limit, facts: facts)
        return Alarm(
            number: number,
            key: key,
            state: state,
            since: Self.now - .minutes(3),
            firedAt: state == .pending ? nil : Self.now - .minutes(1),
            resolvedAt: state == .resolved ? Self.now : nil,
            reading: reading,
            severity: .critical
        )
    }

    static func notice(
        _ number: Int64,
        _ channel: String,
        _ alarms: [Alarm] = [AlarmSample.alarm()],
        writtenAt: Instant = AlarmSample.now,
        failures: Int = 0
    ) -> AlarmNotice {
        AlarmNotice(
            number: number,
            channel: channel,
            alarms: alarms,
            writtenAt: writtenAt,
            dueAt: writtenAt,
            failures: failures
        )
    }
}
