import AppStore
import Ledger
import Notation

extension WebhookMessage {
    /// Creates the event about one alarm of a notice for the alarm webhook: `alarm.fired` or `alarm.resolved`.
    ///
    /// The id consists of the notice, the alarm and its new state, so that it is the same at each attempt.
    init(_ alarm: Alarm, of notice: AlarmNotice, in text: AlarmText) {
        let isResolved = alarm.state == .resolved
        let id = EventID("alm_\(notice.number)_\(alarm.number)_\(isResolved ? "resolved" : "fired")")
        let reading = alarm.reading
        let facts = reading.facts.sorted { $0.key < $1.key }.map { JSONMember(key: $0.key, value: .string($0.value)) }
        var json = JSONText()
        json.add("id", id.rawValue)
        json.add("name", isResolved ? "alarm.resolved" : "alarm.fired")
        json.add("occurredAt", (isResolved ? alarm.resolvedAt : alarm.firedAt) ?? notice.writtenAt)
        json.add("data") { json in
            json.add("notice", notice.number)
            json.add("alarm") { json in
                json.add("number", alarm.number)
                json.add("name", alarm.key.name.rawValue)
                json.add("app", alarm.key.app?.rawValue)
                json.add("environment", alarm.key.environment?.rawValue)
                json.add("subject", alarm.key.subject.isEmpty ? nil : alarm.key.subject)
                json.add("state", alarm.state.rawValue)
                json.add("severity", alarm.severity.rawValue)
                json.add("since", alarm.since)
                json.add("firedAt", alarm.firedAt)
                json.add("resolvedAt", alarm.resolvedAt)
                json.add("valueThousandths", Self.thousandths(reading.value))
                json.add("limitThousandths", Self.thousandths(reading.limit))
                json.add("facts", json: JSONValue.object(facts).json())
                json.add("title", text.title(alarm))
                json.add("text", text.text(alarm))
            }
        }
        self.init(id: id, body: json.bytes)
    }

    /// Creates the test event for the alarm webhook.
    init(testOfAlarmsAt now: Instant) {
        let id = EventID("tst_\(WatchSettings.webhookID.rawValue)_\(now.milliseconds)")
        var json = JSONText()
        json.add("id", id.rawValue)
        json.add("name", "alarm.tested")
        json.add("occurredAt", now)
        json.add("data") { json in json.add("channel", WatchSettings.Channel.webhook.rawValue) }
        self.init(id: id, body: json.bytes)
    }

    /// Returns a value as a whole number of thousandths, clamped to the range of integers; 0 where it is not a number.
    private static func thousandths(_ value: Double) -> Int64 {
        guard !value.isNaN else { return 0 }
        let scaled = (value * 1000).rounded()
        return Int64(exactly: scaled) ?? (scaled < 0 ? .min : .max)
    }
}
