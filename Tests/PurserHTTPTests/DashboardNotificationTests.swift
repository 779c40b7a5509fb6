import AppStore
import HTTPTypes
import Ledger
import PurserHTTP
import PurserService
import PurserTesting
import Testing

@Suite struct DashboardNotificationTests {
    let stage: DashboardStage
    let app: AppName
    let path: String

    init() throws {
        self.stage = try DashboardStage()
        self.app = self.stage.shop.app.name
        self.path = "/dashboard/apps/\(self.app.rawValue)/notifications"
    }

    private func hold(_ number: UInt64, _ reason: HeldEvidence.Reason, code: String = "a_code") async throws {
        let held = HeldEvidence(
            digest: .number(number),
            app: self.app,
            reason: reason,
            code: code,
            body: Array("e30.eyJub3RpZmljYXRpb25UeXBlIjoiPGI-TkVXIn0.AA".utf8),
            kind: .notification,
            receivedAt: Sample.beginning,
            dueAt: reason == .signedInFuture ? Sample.beginning + .hours(1) : nil
        )
        try await self.stage.shop.repository.write { unit in try unit.hold(held) }
    }

    /// Writes so many notifications of an outcome, or refusals with a code, into the history, today.
    private func count(
        _ value: String,
        _ count: Double,
        _ label: String = "outcome",
        of metric: String = "purser_notifications_total"
    ) async throws {
        try await self.stage.write(count, of: metric, .count, .hour, labels: [MetricKey.Label(label, value)])
    }

    @Test("An empty page says what to check, in both languages")
    func empty() async throws {
        let browser = try await self.stage.signedIn("vic", .viewer)
        let page = try await browser.get(self.path)
        #expect(page.status == .ok && page.text.contains("No notification has arrived"))
        #expect(page.text.contains("Nothing is held for this reason."))
        #expect(try await browser.get(self.path, language: "zh").text.contains("这些天没有收到通知"))
        #expect(try await browser.get("\(self.path)?held=other").status == .unprocessableContent)
        #expect(try await browser.get("\(self.path)?cursor=x").status == .unprocessableContent)
    }

    @Test("The chart has the counts of each outcome as bars, as a legend and as a table")
    func chart() async throws {
        try await self.count("recorded", 1200)
        try await self.count("forged", 3)
        let browser = try await self.stage.signedIn("vic", .viewer)
        let page = try await browser.get(self.path)
        #expect(page.text.contains("accepted") && page.text.contains("forged or damaged"), "\(page.text)")
        #expect(page.text.ranges(of: "<rect class=\"s1\" x=").count == 1)
        #expect(page.text.ranges(of: "<rect class=\"sbad\" x=").count == 1)
        #expect(page.text.contains("<td class=\"num\">1,200</td>"))
    }

    @Test("Refused notifications are counted by code, the most frequent first, with what each code means")
    func refusals() async throws {
        let browser = try await self.stage.signedIn("vic", .viewer)
        let before = try await browser.get(self.path)
        #expect(before.text.contains("None was refused in these days."))
        #expect(!before.text.contains("purser_notifications_total"), "The page does not refer to the metrics for it.")
        let metric = "purser_notification_refusals_total"
        try await self.count("bundle_id_mismatch", 1, "code", of: metric)
        try await self.count("jws_signature_invalid", 1_200, "code", of: metric)
        try await self.count(MetricSampler.other, 2, "code", of: metric)
        let page = try await browser.get(self.path)
        let forged = try #require(page.text.firstRange(of: "jws_signature_invalid"), "\(page.text)")
        let foreign = try #require(page.text.firstRange(of: "bundle_id_mismatch"), "\(page.text)")
        #expect(forged.lowerBound < foreign.lowerBound)
        #expect(page.text.contains("it is forged or damaged.</td><td class=\"num\">1,200</td>"), "\(page.text)")
        #expect(page.text.contains("not for this app or environment"))
        #expect(page.text.contains("<td>–</td><td class=\"num\">2</td>"), "The others have no meaning in common.")
        #expect(try await browser.get(self.path, language: "zh").text.contains("已拒绝的通知（按代码）"))
    }

    @Test("Held evidence is listed by reason with its problem, and what a notification states is shown as text")
    func held() async throws {
        try await self.hold(1, .missingPart, code: "notification_object_missing")
        try await self.hold(2, .signedInFuture, code: "signed_date_in_future")
        let browser = try await self.stage.signedIn("vic", .viewer)
        let missing = try await browser.get("\(self.path)?held=missing_part")
        #expect(missing.text.contains("notification_object_missing") && missing.text.contains("&lt;b&gt;NEW"))
        #expect(!missing.text.contains("<b>NEW") && !missing.text.contains("signed_date_in_future"))
        #expect(!missing.text.contains("/retry"), "A viewer cannot retry.")
        let first = try await browser.get(self.path)
        #expect(first.text.contains("signed_date_in_future"), "It begins with a reason that has something.")
        let file = try await browser.get("\(self.path)?held=missing_part&export=json")
        #expect(file.text.contains("\"problem\":\"notification_object_missing\""), "\(file.text)")
        #expect(file.text.contains("\"kind\":\"notification\""), "A file has the code, a page the word.")
        let chinese = try await browser.get("\(self.path)?held=missing_part", language: "zh-Hans")
        #expect(chinese.text.contains("<td>通知<small>"), "\(chinese.text)")
    }

    @Test("An administrator tries held evidence again after a preview, and the audit log says so")
    func retry() async throws {
        try await self.hold(1, .missingPart)
        let browser = try await self.stage.signedIn()
        let path = "\(self.path)/retry"
        #expect(try await browser.get("\(path)?held=missing_part").text.contains("value=\"missing_part\" selected"))
        var fields = ["held": "missing_part", "reason": "a new version"]
        let shown = try await browser.post(path, fields)
        #expect(shown.text.contains("verified again now: 1."), "\(shown.text)")
        fields["stamp"] = try #require(shown.text.firstMatch(of: #/name="stamp" value="([^"]+)"/#)).output.1.description
        let done = try await browser.post(path, fields)
        #expect(done.headers[.location] == "\(self.path)?held=missing_part&done=doneHeldRetry", "\(done.text)")
        let now = self.stage.shop.ambient.now()
        let due = try await self.stage.shop.repository.read { view in try view.dueHeldEvidence(at: now, limit: 9) }
        #expect(due.map(\.digest) == [.number(1)])
        let again = try await browser.post(path, fields)
        #expect(again.status == .conflict && again.text.contains("No evidence of the app is held"))
        let entries = try await self.stage.shop.repository.read { view in try view.auditEntries(after: 0, limit: 50) }
        #expect(entries.last?.action == .evidenceRetry && entries.last?.operatorName == "ada")
        let support = try await self.stage.signedIn("sue", .support)
        #expect(try await support.get(path).status == .forbidden)
    }

    @Test("Held evidence is listed and tried again under /v1")
    func api() async throws {
        try await self.hold(1, .missingPart)
        try await self.hold(2, .missingPart)
        let list = "/v1/held-evidence?reason=missing_part&limit=1"
        let first = try await self.stage.send(.get, list, key: TestServer.key)
        let cursor = try #require(first["next"]?.text, "\(first.text)")
        let second = try await self.stage.send(.get, "\(list)&cursor=\(cursor)", key: TestServer.key)
        let digests = [first, second].map { $0["heldEvidence"]?.elements?.first?["digest"]?.text }
        #expect(digests == [EvidenceDigest.number(2).hexadecimal, EvidenceDigest.number(1).hexadecimal])
        #expect(second["next"] == nil && !first.text.contains("eyJ"))
        #expect(try await self.stage.send(.get, "/v1/held-evidence", key: TestServer.key).code == "field_missing")
        let body = #"{"held":"missing_part","reason":"a new version"}"#
        let retried = try await self.stage.send(.post, "/v1/held-evidence/retry", key: TestServer.key, body: body)
        #expect(retried["count"]?.integer == 2, "\(retried.text)")
        let wrong = #"{"held":"signed_in_future","reason":"x"}"#
        let refused = try await self.stage.send(.post, "/v1/held-evidence/retry", key: TestServer.key, body: wrong)
        #expect(refused.code == "field_invalid")
    }
}
