import AppStore
import Foundation
import Testing

@Suite(.onThreadsOfItsOwn, .timeLimit(.minutes(10)))
struct ScenarioCommandTests {
    let folder: TemporaryFolder

    init() throws {
        self.folder = try TemporaryFolder()
    }

    private func run(_ arguments: String...) throws -> Binary.Run {
        try Binary.run(["simulate"] + arguments, in: self.folder)
    }

    @Test("Scenarios are listed for people and for programs")
    func list() throws {
        let people = try self.run("scenario", "list")
        #expect(people.status == 0)
        let words = people.lines.map { $0.split(separator: " ").prefix(3).joined(separator: " ") }
        #expect(words.first == "NUMBER SCENARIO TITLE" && words.contains("45 grace-recovered A"))
        let programs = try self.run("scenario", "list", "--json")
        #expect(programs.lines.count + 1 == people.lines.count, "A heading is no scenario.")
        let last = try JSONValue(json: Array((programs.lines.last ?? "").utf8))
        #expect(last["id"] == .string("version-1-twins"))
        #expect(last["steps"] != .number("0"))
    }

    @Test("A scenario that was printed is one's own, passes, and fails once it claims something else")
    func file() throws {
        let shown = try self.run("scenario", "show", "45")
        #expect(shown.status == 0)
        _ = try self.folder.write("mine.json", Array(shown.output.utf8))
        let right = try self.run("scenario", "run", "--file", "mine.json")
        #expect(right.status == 0)
        #expect(right.lines.last == "1 passed, 0 failed")
        let claim = shown.output.replacingOccurrences(of: "\"data.status\": 4", with: "\"data.status\": 3")
        _ = try self.folder.write("mine.json", Array(claim.utf8))
        let wrong = try self.run("scenario", "run", "--file", "mine.json", "--junit", "report.xml")
        #expect(wrong.status == 1)
        #expect(wrong.output.contains("step advance, seed 1: data.status must be 3, is 4"))
        let report = try String(contentsOfFile: self.folder.path + "/report.xml", encoding: .utf8)
        #expect(report.contains("failures=\"1\""))
        _ = try self.folder.write("both.json", Array("[\(shown.output),\(claim)]".utf8))
        let both = try self.run("scenario", "run", "--file", "both.json")
        #expect(both.status == 1 && both.lines.last == "1 passed, 1 failed", "\(both.output)\(both.complaints)")
    }

    @Test("Each way not to work has its exit status, and says what would")
    func statuses() throws {
        let unknown = try self.run("scenario", "run", "grace-recoverd")
        #expect(unknown.status == 64)
        #expect(unknown.complaints == "grace-recoverd: there is no such scenario. Did you mean grace-recovered?\n")
        #expect(try self.run("scenario", "run").status == 64)
        #expect(try self.run("scenario", "run", "1", "--notify", "nowhere").status == 64)
        #expect(try self.run("scenario", "run", "version-1-twins").status == 0)
        #expect(try self.run("scenario", "show", "version-1-twins").status == 0)
        #expect(try self.run("scenario", "run", "--file", "missing.json").status == 69)
        _ = try self.folder.write("bad.json", Array("{\n\"scenari\": \"x\" }".utf8))
        for place in [["--folder", "bad.json/keys"], ["--root", "bad.json/root.der"]] {
            let run = try Binary.run(["simulate", "--port", "0"] + place, in: self.folder)
            #expect(run.status == 73 && run.output.isEmpty, "\(run.output)")
            #expect(run.complaints.contains("cannot be written. Choose a"), "\(run.complaints)")
        }
        let bad = try self.run("scenario", "run", "--file", "bad.json")
        #expect(bad.status == 65)
        #expect(bad.complaints.contains("bad.json:2: scenari: is not known here. Did you mean \"scenario\"?"))
        #expect(try self.run("scenario", "run", "1", "--junit", "nowhere/report.xml").status == 73)
        #expect(try self.run("trigger", "PRICE_CHANGE").status == 0)
        let nearest = try self.run("trigger", "REFUNDED")
        #expect(nearest.status == 64)
        #expect(nearest.complaints == "REFUNDED: Apple sends no such notification. Nearest: REFUND/-, REFUND/SEATS\n")
    }

    @Test("A trigger prints its steps and the payload, or both as JSON")
    func trigger() throws {
        let text = try self.run("trigger", "did_renew/billing_recovery")
        #expect(text.status == 0)
        #expect(text.lines.contains { $0.hasSuffix("  repairCard anna") })
        #expect(text.output.contains("\"subtype\" : \"BILLING_RECOVERY\""))
        let json = try self.run("trigger", "DID_RENEW/BILLING_RECOVERY", "--json")
        let object = try JSONValue(json: Array((json.lines.first ?? "").utf8))
        #expect(object["notification"] == .string("DID_RENEW/BILLING_RECOVERY"))
        #expect(object["payload"]?["subtype"] == .string("BILLING_RECOVERY"))
    }

    @Test("The server takes every notification of every scenario, and refuses all forgeries")
    func server() throws {
        try RunningServer.prepare(self.folder, root: [])
        #expect(try self.run("scenario", "run", "1", "--root", "shop/simulator/root.der").status == 0)
        let server = try RunningServer(in: self.folder)
        guard case .string(let url)? = try JSONValue(json: Array(server.readyLine.utf8))["url"] else {
            Issue.record("no address in \(server.readyLine)")
            return
        }
        let run = try self.run("scenario", "run", "--all", "--notify", url + "/apple/shop/notifications")
        let failures = run.lines.filter { $0.hasPrefix("failed") || $0.contains(" step ") }
        #expect(run.status == 0, "\(failures)")
        #expect(run.lines.last == "135 passed, 0 failed", "None is left out.")
        // A server that trusts none of these roots refuses the first notification.
        let stranger = try self.run(
            "scenario",
            "run",
            "1",
            "--seed",
            "2",
            "--notify",
            url + "/apple/shop/notifications"
        )
        #expect(stranger.status == 1)
        #expect(stranger.output.contains("the server under test answered @anna SUBSCRIBED/INITIAL_BUY with 400"))
        #expect(server.end(SIGTERM) == 0)
    }
}
