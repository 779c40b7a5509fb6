import AppStore
import HTTPTypes
import Ledger
import PurserHTTP
import PurserService
import PurserTesting
import Testing

@Suite struct DashboardAlarmTests {
    private static let base = "/dashboard/apps/shop"

    private let stage: DashboardStage

    init() throws {
        self.stage = try DashboardStage()
    }

    private var now: Instant { self.stage.services.ambient.now() }

    private func alarm(
        _ number: Int64,
        _ key: AlarmKey,
        _ state: Alarm.State,
        limit: Double = 0.1,
        severity: AlarmReading.Severity = .critical
    ) -> Alarm {
        let since = self.now - .hours(2)
        return Alarm(
            number: number,
            key: key,
            state: state,
            since: since,
            firedAt: state == .pending ? nil : since + .minutes(2),
            resolvedAt: state == .resolved ? self.now - .hours(1) : nil,
            reading: AlarmReading(key, severity: severity, value: 700, limit: limit),
            severity: severity
        )
    }

    /// Enters an alarm that fires, one of another app, one that is over, and one with script in its subject.
    private func fill() async throws {
        let shop = AppName("shop")
        let alarms = [
            self.alarm(1, AlarmKey(.fulfillmentDelay, app: shop), .firing, limit: 600),
            self.alarm(2, AlarmKey(.refundWave, app: AppName("other")), .firing),
            self.alarm(3, AlarmKey(.linkDown, subject: "<script>host</script>"), .resolved),
        ]
        try await self.stage.services.repository.write { unit in
            try unit.changeAlarmRecords { records in
                records.alarms = alarms
                records.nextNumber = 4
            }
        }
    }

    /// Stores points of a metric in the last hours.
    private func keep(_ key: MetricKey, _ kind: MetricKind, _ values: [Double]) async throws {
        let last = MetricResolution.minute.point(of: self.now) - 10
        let node = NodeID(rawValue: "node")
        let samples = values.enumerated().map { place, value in
            NodeSample(
                node: node,
                sample: MetricSample(
                    minute: last - Int64(60 * (values.count - place)),
                    values: [.init(key, kind, value)]
                )
            )
        }
        let aggregation = MetricAggregation(samples, through: last, after: nil)
        try await self.stage.services.repository.write { unit in
            try unit.aggregate(aggregation.rows(over: []), removing: [], droppingBefore: [:])
        }
    }

    @Test("An empty list says that nothing fires, and what would be here, in both languages")
    func empty() async throws {
        let browser = try await self.stage.signedIn("ada", .viewer)
        let page = try await browser.get("\(Self.base)/alarms")
        #expect(page.status == .ok && page.text.contains("No alarm is firing") && page.text.contains("No alarm is in"))
        #expect(!page.text.contains("alarm-test"), "For administrators only.")
        let chinese = try await browser.get("\(Self.base)/alarms", language: "zh-CN")
        #expect(chinese.text.contains("没有告警") && chinese.text.contains("lang=\"zh-Hans\""))
    }

    @Test("Alarms that fire stand first with their sentence, all others by state; those of another app are not shown")
    func list() async throws {
        try await self.fill()
        let browser = try await self.stage.signedIn("ada", .support)
        let page = try await browser.get("\(Self.base)/alarms")
        #expect(page.text.contains("The oldest paid, unfulfilled purchase has waited for 11 min 40 s"))
        #expect(page.text.contains("\(Self.base)/alarms/1/silence") && !page.text.contains("\(Self.base)/alarms/2\""))
        #expect(page.text.contains("&lt;script&gt;host&lt;/script&gt;") && !page.text.contains("<script>host"))
        let resolved = try await browser.get("\(Self.base)/alarms?state=resolved")
        #expect(resolved.text.contains("\(Self.base)/alarms/3"))
        let pending = try await browser.get("\(Self.base)/alarms?state=pending")
        #expect(!pending.text.contains("\(Self.base)/alarms/3"))
        let file = try await browser.get("\(Self.base)/alarms?export=csv")
        #expect(file.text.hasPrefix("alarm,state,since,resolved\r\n") && file.text.contains(",resolved,"))
        let chinese = try await browser.get("\(Self.base)/alarms", language: "zh-CN")
        #expect(chinese.text.contains("处理步骤"))
    }

    @Test("The overview and the pages of alarms say since when it is bad, and not when it began to fire")
    func since() async throws {
        try await self.stage.submit(SamplePayloads.transaction(), customer: "anna")
        try await self.fill()
        let browser = try await self.stage.signedIn("ada", .viewer)
        let since = "<time datetime=\"\((self.now - .hours(2)).rfc3339)\">"
        for path in [Self.base, "\(Self.base)/alarms?state=pending", "\(Self.base)/alarms/1"] {
            #expect(try await browser.get(path).text.contains(since), "\(path)")
        }
    }

    @Test("A silence is stated at an alarm that fires, and not at one that is over")
    func silenced() async throws {
        try await self.fill()
        let draft = AlarmService.Draft(length: .hours(1))
        let origin = RequestOrigin(name: "ada", reason: "work on it")
        _ = try await self.stage.services.alarms.silence(draft, by: origin)
        let browser = try await self.stage.signedIn("ada", .viewer)
        let firing = try await browser.get("\(Self.base)/alarms?state=firing")
        #expect(firing.text.contains("<small>Silenced</small>"))
        let resolved = try await browser.get("\(Self.base)/alarms?state=resolved")
        #expect(resolved.text.contains("\(Self.base)/alarms/3") && !resolved.text.contains("<small>Silenced</small>"))
        let page = try await browser.get("\(Self.base)/alarms/3")
        #expect(page.status == .ok && !page.text.contains("Silenced"), "\(page.text)")
    }

    @Test("The overview has the critical alarms first, counts those without room, and omits only silenced ones")
    func overview() async throws {
        try await self.stage.submit(SamplePayloads.transaction(), customer: "anna")
        let alarms = (1...8).map { number in
            self.alarm(
                Int64(number),
                AlarmKey(.linkDown, subject: "host\(number)"),
                .firing,
                severity: number == 1 ? .critical : .warning
            )
        }
        try await self.stage.services.repository.write { unit in
            try unit.changeAlarmRecords { records in
                records.alarms = alarms
                records.nextNumber = 9
            }
        }
        var draft = AlarmService.Draft(length: .hours(1))
        draft.subject = "host8"
        let origin = RequestOrigin(name: "ada", reason: "work on it")
        _ = try await self.stage.services.alarms.silence(draft, by: origin)
        let browser = try await self.stage.signedIn("ada", .viewer)
        let page = try await browser.get(Self.base)
        let shown = page.text.matches(of: #/href="[^"]*\/alarms\/([0-9]+)"/#).map { String($0.output.1) }
        #expect(shown == ["1", "7", "6", "5", "4"], "\(page.text)")
        #expect(page.text.contains("<a href=\"\(Self.base)/alarms\">More alarms: 2</a>"))
    }

    @Test("Critical alarms stand above warnings, and every alarm leads to a page")
    func severity() async throws {
        let keys =
            AlarmName.allCases.map { AlarmKey($0) } + [
                AlarmKey(.streamsSuspended, subject: "fulfillments"), AlarmKey(.backlog, subject: "held signed"),
            ]
        let alarms = keys.enumerated().map { place, key in
            self.alarm(Int64(place + 1), key, .firing, severity: place == 0 ? .critical : .warning)
        }
        try await self.stage.services.repository.write { unit in
            try unit.changeAlarmRecords { records in
                records.alarms = alarms
                records.nextNumber = Int64(alarms.count + 1)
            }
        }
        let browser = try await self.stage.signedIn("ada", .viewer)
        let list = try await browser.get("\(Self.base)/alarms")
        let first = try #require(list.text.firstMatch(of: #/href="[^"]*\/alarms\/([0-9]+)"/#))
        #expect(first.output.1 == "1", "\(list.text)")
        for alarm in alarms {
            let page = try await browser.get("\(Self.base)/alarms/\(alarm.number)")
            let link = try #require(page.text.firstMatch(of: #/href="([^"]+)">Open: /#), "\(alarm.key.name)")
            #expect(try await browser.get(String(link.output.1)).status == .ok, "\(alarm.key.name)")
        }
    }

    @Test("One alarm shows what to do, and a graph of its metric with the limit, and the same values as a table")
    func show() async throws {
        try await self.fill()
        let metric = "purser_fulfillment_oldest_open_seconds"
        try await self.keep(MetricKey(metric, ["app": "shop"]), .gauge, [30, 400, 700])
        try await self.keep(MetricKey(metric, ["app": "other"]), .gauge, [1, 2, 3])
        let browser = try await self.stage.signedIn("ada", .viewer)
        let page = try await browser.get("\(Self.base)/alarms/1")
        #expect(page.status == .ok && page.text.contains("<code data-copy>purser"), "\(page.text)")
        #expect(page.text.contains("href=\"\(Self.base)/fulfillments\">Open: Fulfillments</a>"))
        #expect(page.text.contains("<path class=\"s1\" d=\"M") && !page.text.contains("class=\"s2\""))
        #expect(page.text.contains("<line class=\"limit\""))
        #expect(page.text.contains("<td class=\"num\">700</td>"))
        let week = try await browser.get("\(Self.base)/alarms/1?period=week&export=csv")
        #expect(week.text.hasPrefix("from,series,value\r\n") && week.text.contains(",700.0"))
        // The other metric of the alarm has no values, and its unit is not the limit's.
        let other = try await browser.get("\(Self.base)/alarms/1?metric=purser_fulfillment_delay_seconds")
        #expect(other.text.contains("There are no values of this metric"))
        #expect(!other.text.contains("<line class=\"limit\""))
        #expect(try await browser.get("\(Self.base)/alarms/1", language: "zh-CN").text.contains("处理步骤"))
        for number in ["2", "99", "x", "-1"] {
            let missing = try await browser.get("\(Self.base)/alarms/\(number)")
            #expect(missing.status == .notFound && missing.text.contains("No alarm has this number"), "\(number)")
        }
    }

    @Test("An alarm is silenced with minutes and a reason after a preview, once, and the silence is ended")
    func silence() async throws {
        try await self.fill()
        let browser = try await self.stage.signedIn("ada", .support)
        let path = "\(Self.base)/alarms/1/silence"
        _ = try await browser.get(path)
        var fields = ["alarmSilenceMinutes": "0", "reason": "work on it"]
        let wrong = try await browser.post(path, fields)
        #expect(wrong.status == .unprocessableContent && wrong.text.contains("from 1 to 43,200"))
        #expect(wrong.text.contains("work on it"), "Nothing typed is lost.")
        fields["alarmSilenceMinutes"] = "90"
        let preview = try await browser.post(path, fields)
        #expect(preview.status == .ok && preview.text.contains("for 90 minutes"))
        #expect(try await self.stage.services.alarms.silences(seenBy: nil).isEmpty)
        fields["stamp"] = try Self.stamp(preview)
        let done = try await browser.post(path, fields)
        #expect(done.headers[.location] == "\(Self.base)/alarms?done=doneAlarmSilence")
        let again = try await browser.post(path, fields)
        #expect(again.status == .conflict && again.text.contains("It is silenced already"))
        let silences = try await self.stage.services.alarms.silences(seenBy: nil)
        let silence = try #require(silences.first)
        #expect(silences.count == 1 && silence.by == "ada" && silence.reason == "work on it")
        let list = try await browser.get("\(Self.base)/alarms?done=doneAlarmSilence")
        #expect(list.text.contains("The alarm is silenced.") && list.text.contains("work on it"))

        let end = "\(Self.base)/alarm-silences/\(silence.number)/end"
        _ = try await browser.get(end)
        var ending = ["reason": "repaired"]
        ending["stamp"] = try Self.stamp(try await browser.post(end, ending))
        #expect(
            try await browser.post(end, ending).headers[.location] == "\(Self.base)/alarms?done=doneAlarmSilenceEnd"
        )
        let over = try await browser.post(end, ending)
        #expect(over.status == .conflict && over.text.contains("This silence is over"))
        let entries = try await self.stage.services.audit.newest(before: nil, limit: 2).entries
        #expect(entries.map(\.action) == [.alarmEndSilence, .alarmSilence])
        #expect(entries.allSatisfy { $0.operatorName == "ada" })
    }

    @Test("Only who may write silences, and only administrators test the channels")
    func roles() async throws {
        try await self.fill()
        let viewer = try await self.stage.signedIn("vera", .viewer)
        #expect(try await !viewer.get("\(Self.base)/alarms").text.contains("/silence\""))
        for path in ["alarms/1/silence", "alarm-silences/1/end", "alarm-test"] {
            #expect(try await viewer.get("\(Self.base)/\(path)").status == .forbidden, "\(path)")
            #expect(try await viewer.post("\(Self.base)/\(path)").status == .forbidden, "\(path)")
        }
        let admin = try await self.stage.signedIn("ada", .admin)
        #expect(try await admin.get("\(Self.base)/alarms").text.contains("\(Self.base)/alarm-test"))
        let preview = try await admin.get("\(Self.base)/alarm-test")
        #expect(preview.text.contains("every channel that is configured"))
        let none = try await admin.post("\(Self.base)/alarm-test", ["stamp": try Self.stamp(preview)])
        #expect(none.status == .conflict, "No channel is configured.")
    }

    @Test("Links show each host with its state, and say so where they are not probed")
    func links() async throws {
        let browser = try await self.stage.signedIn("ada", .viewer)
        let off = try await browser.get("\(Self.base)/links")
        #expect(off.status == .ok && off.text.contains("watch.links: true"))

        let target = try #require(LinkTarget("http://127.0.0.1:9", .serverAPI))
        let results = LinkResults()
        let stage = try DashboardStage(links: ([target], results))
        let other = try await stage.signedIn("ada", .viewer)
        let unknown = try await other.get("\(Self.base)/links")
        #expect(unknown.text.contains("127.0.0.1:9") && unknown.text.contains("Not known yet"))
        let prober = LinkProber(
            [target],
            results: results,
            wall: stage.services.ambient,
            sleep: { _ in },
            run: { target in
                var result = LinkResult(host: target.host)
                result.failure = LinkFailure(.tcp, .refused)
                result.clockAheadMilliseconds = -3200
                return result
            }
        )
        await prober.record(at: stage.services.ambient.now())
        let down = try await other.get("\(Self.base)/links")
        #expect(down.text.contains("Down") && down.text.contains("The connection was refused."))
        #expect(down.text.contains("Its clock is 3 s behind ours."))
        #expect(try await other.get("\(Self.base)/links", language: "zh-CN").text.contains("连接被拒绝。"))
    }

    @Test("The axis of a graph of small values has as many decimal places as its steps")
    func smallValues() async throws {
        let key = MetricKey("purser_link_probe_seconds", ["app": "shop"])
        try await self.keep(key, .gauge, [0.0001, 0.0002, 0.0004])
        let page = try await self.stage.signedIn("ada", .viewer).get("\(Self.base)/links").text
        let axis = page.matches(of: #/<text x="56" y="[^"]+">([^<]+)</#).map { String($0.output.1) }
        #expect(axis == ["0", "0.0001", "0.0002", "0.0003", "0.0004"], "\(page)")
    }

    private static func stamp(_ page: TestServer.TestResponse) throws -> String {
        String(try #require(page.text.firstMatch(of: #/name="stamp" value="([^"]+)"/#), "\(page.text)").output.1)
    }
}
