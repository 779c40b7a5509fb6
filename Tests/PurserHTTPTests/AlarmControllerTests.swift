import AppStore
import HTTPTypes
import Ledger
import PurserHTTP
import PurserService
import PurserTesting
import Testing

@Suite struct AlarmControllerTests {
    private let stage: AuthenticationStage

    init() throws {
        self.stage = try AuthenticationStage()
    }

    private var now: Instant { self.stage.shop.ambient.now() }

    private func alarm(
        _ number: Int64,
        _ key: AlarmKey,
        _ state: Alarm.State,
        resolvedAt: Instant? = nil
    ) -> Alarm {
        let since = self.now - .hours(2)
        return Alarm(
            number: number,
            key: key,
            state: state,
            since: since,
            firedAt: state == .pending ? nil : since + .minutes(2),
            resolvedAt: resolvedAt,
            reading: AlarmReading(key, severity: .critical, value: 0.25, limit: 0.1, facts: ["step": "tls"]),
            severity: .critical
        )
    }

    /// Enters an alarm of each of two apps, one of the whole server that is over, and one that does not fire yet.
    private func fill() async throws {
        let alarms = [
            self.alarm(1, AlarmKey(.refundWave, app: AppName("shop"), environment: .production), .firing),
            self.alarm(2, AlarmKey(.refundWave, app: AppName("other"), environment: .production), .firing),
            self.alarm(3, AlarmKey(.linkDown, subject: "host"), .resolved, resolvedAt: self.now - .hours(1)),
            self.alarm(4, AlarmKey(.diskFilling), .pending),
        ]
        try await self.stage.shop.repository.write { unit in
            try unit.changeAlarmRecords { records in
                records.alarms = alarms
                records.nextNumber = 5
            }
        }
    }

    private func numbers(_ path: String, key: String = TestServer.key) async throws -> [String] {
        let answer = try await self.stage.send(.get, path, key: key)
        #expect(answer.status == .ok, "\(path): \(answer.text)")
        guard case .array(let alarms)? = answer["alarms"] else { return [answer.text] }
        return alarms.map { alarm in
            if case .number(let number)? = alarm["number"] { number } else { "\(alarm)" }
        }
    }

    @Test("Alarms are listed by state and time, newest first and page by page; those of another app are not seen")
    func list() async throws {
        try await self.fill()
        #expect(try await self.numbers("/v1/alarms") == ["4", "3", "1"])
        #expect(try await self.numbers("/v1/alarms?state=all") == ["4", "3", "1"])
        #expect(try await self.numbers("/v1/alarms?state=firing") == ["1"])
        let since = (self.now - .minutes(30)).rfc3339
        #expect(try await self.numbers("/v1/alarms?since=\(since)") == ["4", "1"])
        let admin = try await self.stage.key(.operator(.viewer), app: nil)
        #expect(try await self.numbers("/v1/alarms", key: admin) == ["4", "3", "2", "1"])
        #expect(try await self.numbers("/v1/apps/other/alarms", key: admin) == ["4", "3", "2"])
        let first = try await self.stage.send(.get, "/v1/alarms?limit=2", key: TestServer.key)
        #expect(first["next"] == .string("3"), "\(first.text)")
        #expect(try await self.numbers("/v1/alarms?limit=2&cursor=3") == ["1"])
        for query in ["state=nonsense", "language=fr", "since=yesterday"] {
            let wrong = try await self.stage.send(.get, "/v1/alarms?\(query)", key: TestServer.key)
            #expect(wrong.code == "field_invalid", "\(query): \(wrong.text)")
        }
    }

    @Test("One alarm is shown with what was measured and its text, and none of another app")
    func show() async throws {
        try await self.fill()
        let shown = try await self.stage.send(.get, "/v1/alarms/1", key: TestServer.key)
        #expect(shown.status == .ok && shown["name"] == .string("refund_wave"), "\(shown.text)")
        #expect(shown["app"] == .string("shop") && shown["environment"] == .string("Production"))
        #expect(shown["value"] == .number("0.25") && shown["limit"] == .number("0.1"))
        #expect(shown["facts"]?["step"] == .string("tls") && shown["silence"] == nil)
        guard case .string(let text)? = shown["text"] else { return #expect(Bool(false), "\(shown.text)") }
        #expect(text.contains("Since when: ") && text.contains("What to do:"), "\(text)")
        let chinese = try await self.stage.send(.get, "/v1/alarms/1?language=zh-Hans", key: TestServer.key)
        #expect(chinese["text"] != shown["text"] && chinese["title"] != shown["title"], "\(chinese.text)")
        for number in ["2", "99", "x", "-1"] {
            let missing = try await self.stage.send(.get, "/v1/alarms/\(number)", key: TestServer.key)
            #expect(missing.status == .notFound && missing.code == "alarm_not_found", "\(number): \(missing.text)")
        }
    }

    @Test("Alarms are silenced for a time with a reason, and the audit log has who did it and who ended it")
    func silence() async throws {
        try await self.fill()
        let body = #"{"name":"refund_wave","minutes":120,"reason":"Apple has announced it"}"#
        let made = try await self.stage.send(.post, "/v1/alarm-silences", key: TestServer.key, body: body)
        #expect(made.status == .created && made["app"] == .string("shop"), "\(made.text)")
        #expect(made["until"] == .string((self.now + .hours(2)).rfc3339) && made["by"] == .string("secret key"))
        #expect(made["number"] == .number("5"))
        let shown = try await self.stage.send(.get, "/v1/alarms/1", key: TestServer.key)
        #expect(shown["silence"]?["reason"] == .string("Apple has announced it"), "\(shown.text)")
        let other = try await self.stage.send(.get, "/v1/alarms/3", key: TestServer.key)
        #expect(other["silence"] == nil)
        let listed = try await self.stage.send(.get, "/v1/alarm-silences", key: TestServer.key)
        #expect(listed.text.contains(#""number":5"#), "\(listed.text)")
        let path = "/v1/alarm-silences/5?reason=over"
        let ended = try await self.stage.send(.delete, path, key: TestServer.key)
        #expect(ended.status == .ok && ended["nothing"] == nil, "\(ended.text)")
        #expect(ended["until"] == .string(self.now.rfc3339))
        let again = try await self.stage.send(.delete, path, key: TestServer.key)
        #expect(again.status == .ok && again["nothing"] == .string("alarm_silence_over"), "\(again.text)")
        let none = try await self.stage.send(.get, "/v1/alarm-silences", key: TestServer.key)
        #expect(none.text == #"{"silences":[]}"#)
        let entries = try await self.stage.shop.repository.read { view in try view.auditEntries(after: 0, limit: 9) }
        #expect(entries.map(\.action) == [.alarmSilence, .alarmEndSilence, .alarmEndSilence])
        #expect(entries.map(\.outcome) == [.done, .done, .nothing])
        #expect(entries.map { $0.reason?.text } == ["Apple has announced it", "over", "over"])
        #expect(entries.first?.subject == "refund_wave" && entries.first?.details["minutes"] == "120")
    }

    @Test(
        "A silence without a reason, without an end, or of what there is not, is refused and named",
        arguments: [
            (#"{}"#, "field_missing", "minutes"), (#"{"minutes":5}"#, "alarm_silence_reason_missing", "reason"),
            (#"{"minutes":5,"reason":""}"#, "field_invalid", "reason"),
            (#"{"minutes":5,"reason":"a\u0007b"}"#, "field_invalid", "reason"),
            (#"{"minutes":0,"reason":"a"}"#, "alarm_silence_length_invalid", "minutes"),
            (#"{"minutes":-9223372036854775808,"reason":"a"}"#, "alarm_silence_length_invalid", "minutes"),
            (#"{"minutes":43201,"reason":"a"}"#, "alarm_silence_length_invalid", "minutes"),
            (#"{"minutes":9223372036854775807,"reason":"a"}"#, "alarm_silence_length_invalid", "minutes"),
            (#"{"minutes":1.5,"reason":"a"}"#, "field_wrong_type", "minutes"),
            (#"{"minutes":"5","reason":"a"}"#, "field_wrong_type", "minutes"),
            (#"{"name":"all","minutes":5,"reason":"a"}"#, "field_invalid", "name"),
            (#"{"subject":"","minutes":5,"reason":"a"}"#, "field_invalid", "subject"),
            (#"{"app":"other","minutes":5,"reason":"a"}"#, "app_not_allowed", "app"),
            (#"{"until":"2027-01-01","minutes":5,"reason":"a"}"#, "field_unknown", "until"),
        ]
    )
    func mistakes(body: String, code: String, field: String) async throws {
        let answer = try await self.stage.send(.post, "/v1/alarm-silences", key: TestServer.key, body: body)
        #expect(answer.code == code && answer["field"] == .string(field), "\(body): \(answer.text)")
        #expect(try await self.stage.shop.repository.read { view in try view.alarmRecords() } == AlarmRecords())
        #expect(try await self.stage.shop.repository.read { view in try view.auditHead() }.count == 0)
    }

    @Test("The key of an app silences and ends nothing of another app, or of the whole server")
    func separation() async throws {
        let all = try await self.stage.key(.operator(.support), app: nil)
        let everything = #"{"minutes":5,"reason":"maintenance"}"#
        let first = try await self.stage.send(.post, "/v1/alarm-silences", key: all, body: everything)
        #expect(first.status == .created && first["app"] == nil, "\(first.text)")
        let second = try await self.stage.send(.post, "/v1/apps/other/alarm-silences", key: all, body: everything)
        #expect(second["app"] == .string("other"), "\(second.text)")
        let unknown = #"{"app":"nowhere","minutes":5,"reason":"maintenance"}"#
        let refused = try await self.stage.send(.post, "/v1/alarm-silences", key: all, body: unknown)
        #expect(refused.status == .notFound && refused.code == "app_unknown", "\(refused.text)")
        let foreign = try await self.stage.send(.delete, "/v1/alarm-silences/2", key: TestServer.key)
        #expect(foreign.code == "alarm_silence_not_found", "\(foreign.text)")
        let common = try await self.stage.send(.delete, "/v1/alarm-silences/1", key: TestServer.key)
        #expect(common.status == .forbidden && common.code == "app_not_allowed", "\(common.text)")
        let listed = try await self.stage.send(.get, "/v1/alarm-silences", key: TestServer.key)
        #expect(listed.text.contains(#""number":1"#) && !listed.text.contains(#""number":2"#), "\(listed.text)")
        let app = try await self.stage.key(.publishable)
        let stranger = try await self.stage.send(.get, "/v1/alarms", key: app)
        #expect(stranger.code == "publishable_key_not_allowed", "\(stranger.text)")
        #expect(try await self.stage.send(.delete, "/v1/alarm-silences/1", key: all).status == .ok)
    }

    @Test("There is nothing to try where no channel is configured")
    func channels() async throws {
        let answer = try await self.stage.send(.post, "/v1/alarm-tests", key: TestServer.key)
        #expect(answer.status == .conflict && answer.code == "alarm_channels_missing", "\(answer.text)")
    }
}
