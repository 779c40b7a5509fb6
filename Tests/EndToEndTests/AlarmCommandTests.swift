import AppStore
import Foundation
import PurserTesting
import Testing

/// `purser alarms`, the health of the watch and the telemetry of apps, by the real binary.
@Suite(.onThreadsOfItsOwn, .timeLimit(.minutes(10)))
struct AlarmCommandTests {
    let shop: InstalledShop

    init() throws {
        self.shop = try InstalledShop()
    }

    private func alarms(_ arguments: String...) throws -> Binary.Run {
        try self.shop.run(["alarms"] + arguments)
    }

    @Test("A person silences an alarm, sees it, and ends it; the audit log has both with their reasons")
    func silence() throws {
        let server = try RunningServer(in: self.shop.folder)
        let made = try self.alarms("silence", "link_down", "--subject", "a host", "--for", "2h", "--reason", "moving")
        #expect(made.status == 0 && made.output.contains("moving"), "\(made.output)\(made.complaints)")
        let listed = try self.alarms("silences", "--json")
        #expect(listed.lines.count == 1, "\(listed.output)\(listed.complaints)")
        let silence = try JSONValue(json: Array(listed.output.utf8))
        #expect(silence["name"] == .string("link_down") && silence["subject"] == .string("a host"))
        guard case .number(let number)? = silence["number"] else { return #expect(Bool(false), "\(listed.output)") }
        let table = try self.alarms("silences")
        #expect(table.lines.first?.contains("UNTIL") == true && table.lines.count == 2, "\(table.output)")
        let ended = try self.alarms("end-silence", number, "--reason", "moved")
        #expect(ended.status == 0 && ended.output.contains("is over"), "\(ended.complaints)")
        let again = try self.alarms("end-silence", number)
        #expect(again.status == 3 && again.complaints.contains("alarm_silence_over"), "\(again.complaints)")
        let audit = try self.shop.run(["audit", "list", "--json"])
        #expect(audit.output.contains("alarm.silence") && audit.output.contains("moving"), "\(audit.output)")
        #expect(audit.output.contains("alarm.end_silence") && audit.output.contains("moved"), "\(audit.output)")
        #expect(server.end(SIGTERM) == 0)
    }

    @Test("An invalid command about alarms gives an error and its exit status")
    func mistakes() throws {
        for (arguments, status) in [
            (["silence", "--for", "2h", "--reason", "x"], 64), (["silence", "link_down", "--all", "--for", "2h"], 64),
            (["silence", "link_dwn", "--for", "2h", "--reason", "x"], 64),
            (["silence", "link_down", "--for", "2w", "--reason", "x"], 64), (["list", "--state", "loud"], 64),
            (["list", "--app", "nowhere"], 64), (["list"], 69),
        ] as [([String], Int32)] {
            let run = try self.shop.run(["alarms"] + arguments)
            #expect(run.status == status, "\(arguments): \(run.output)\(run.complaints)")
        }
        let both = try self.shop.run(["alarms", "silence", "backlog", "--all", "--for", "2h", "--reason", "x"])
        #expect(both.status == 64 && both.complaints.contains("but not both"), "\(both.complaints)")
        let weeks = try self.shop.run(["alarms", "silence", "backlog", "--for", "2w", "--reason", "x"])
        #expect(weeks.status == 64 && weeks.complaints.contains("with min, h or d"), "\(weeks.complaints)")
        let server = try RunningServer(in: self.shop.folder)
        for (arguments, status) in [
            (["show", "12"], 1), (["end-silence", "12"], 1), (["test"], 78),
            (["silence", "--all", "--for", "31d", "--reason", "x"], 64),
        ] as [([String], Int32)] {
            let run = try self.shop.run(["alarms"] + arguments)
            #expect(run.status == status, "\(arguments): \(run.output)\(run.complaints)")
        }
        let empty = try self.alarms("list", "--app", "shop")
        #expect(empty.status == 0 && empty.output.isEmpty && empty.complaints.contains("purser alarms list"))
        #expect(server.end(SIGTERM) == 0)
    }

    @Test("An app's report is counted with its sample's factor, and only the count is shown")
    func telemetry() async throws {
        let server = try RunningServer(in: self.shop.folder)
        let made = try await server.calls.send(
            "/v1/keys",
            body: Array(#"{"kind":"publishable","name":"app"}"#.utf8)
        )
        guard case .string(let key)? = try JSONValue(json: Array(made.text.utf8))["key"] else {
            return #expect(Bool(false), "\(made.text)")
        }
        let app = ServerCalls(url: server.calls.url, key: key)
        let body = """
            {"sample":0.1,"reports":[{"kind":"products_loaded","code":"networkError","milliseconds":3000,"count":2},
            {"kind":"products_loaded","code":"Ada's own words"},{"kind":"purchase_failed","code":"userCancelled"}]}
            """
        let taken = try await app.send("/v1/telemetry", body: Array(body.utf8))
        #expect(taken.status == 202 && taken.text == #"{"counted":3,"late":0}"#, "\(taken.text)")
        let metrics = try await server.calls.send("/metrics").text
        for line in [
            #"purser_app_reports_total{app="shop",code="networkError",kind="products_loaded",outcome="failed"} 20"#,
            #"purser_app_reports_total{app="shop",code="other",kind="products_loaded",outcome="failed"} 10"#,
            #"purser_app_reports_total{app="shop",code="none",kind="purchase_failed",outcome="canceled"} 10"#,
            #"purser_app_report_seconds_sum{app="shop",kind="products_loaded"} 3"#,
        ] { #expect(metrics.contains(line), "\(line)") }
        #expect(!metrics.contains("Ada"))
        #expect(server.end(SIGTERM) == 0)
    }
}
