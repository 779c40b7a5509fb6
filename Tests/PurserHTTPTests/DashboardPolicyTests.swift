import Foundation
import HTTPTypes
import Ledger
import PurserHTTP
import PurserService
import PurserTesting
import Testing

@Suite struct DashboardPolicyTests {
    private static let decline = "policy: refunds\notherwise: DECLINE\n"
    private static let prorate = """
        policy: refunds
        rules:
          - name: <i>half</i>
            when: { share: { atLeast: 50% } }
            answer: DECLINE
        otherwise: GRANT_PRORATED

        """

    let stage: DashboardStage

    init() throws {
        self.stage = try DashboardStage()
    }

    private var list: String { "\(DashboardStage.base)/policies" }

    @Test("Without a policy the list says what applies; published ones are listed with the one in force")
    func listed() async throws {
        let browser = try await self.stage.signedIn("ada", .viewer)
        let empty = try await browser.get(self.list)
        #expect(empty.status == .ok && empty.text.contains("No policy is published yet"), "\(empty.text)")
        #expect(empty.text.contains("data-key=\"p\"") && !empty.text.contains("policies/new\""))
        #expect(try await browser.get(self.list, language: "zh-CN").text.contains("尚未发布任何策略"))
        try await self.stage.publish(Self.decline)
        try await self.stage.publish(Self.prorate)
        let page = try await browser.get(self.list)
        #expect(page.text.contains("Policy 2 is in force") && page.text.contains("policies/1\""), "\(page.text)")
        let one = try await browser.get("\(self.list)/2")
        for text in ["In force", "Otherwise Apple is asked to refund what was not consumed.", "&lt;i&gt;half"] {
            #expect(one.text.contains(text), "\(text)")
        }
        #expect(!one.text.contains("<i>half"))
        let chinese = try await browser.get("\(self.list)/2", language: "zh-CN")
        #expect(chinese.text.contains("否则请 Apple 退还未消耗的部分。"), "\(chinese.text)")
        #expect(chinese.text.contains("如果消耗比例至少为 50 %，则请 Apple 不要退款。"))
        #expect(!chinese.text.contains("Apple is asked"))
        #expect(try await browser.get("\(self.list)/1").text.contains("Replaced"))
        for wrong in ["9", "0", "x"] { #expect(try await browser.get("\(self.list)/\(wrong)").status == .notFound) }
    }

    @Test("The form begins with the text in force, and shows an error beside its line with what was typed")
    func errors() async throws {
        let browser = try await self.stage.signedIn("ada", .support)
        let path = "\(self.list)/new"
        #expect(try await browser.get(path).text.contains("otherwise: none"))
        #expect(try await browser.get("\(path)?preset=decline-first").text.contains("asks again"))
        try await self.stage.publish(Self.decline)
        let form = try await browser.get(path)
        #expect(form.text.contains("otherwise: DECLINE") && form.text.contains("value=\"90\""), "\(form.text)")
        let typed = "policy: refunds\r\notherwise: MAYBE\r\n"
        let wrong = try await browser.post(path, ["policy": typed, "days": "30"])
        #expect(wrong.status == .unprocessableContent, "\(wrong.text)")
        for text in ["Line 2", "<code>otherwise: MAYBE</code>", "value=\"30\""] {
            #expect(wrong.text.contains(text), "\(text)")
        }
        for days in ["0", "many", "9999"] {
            let refused = try await browser.post(path, ["policy": Self.decline, "days": days])
            #expect(refused.status == .unprocessableContent && refused.text.contains("id=\"p-days\""))
        }
        #expect(try await browser.post(path, ["policy": "", "days": "90"]).status == .unprocessableContent)
        _ = try await browser.get(path)
        _ = try await browser.post("/dashboard/language", ["language": "zh-Hans", "next": "/dashboard"])
        _ = try await browser.get(path)
        let chinese = try await browser.post(path, ["policy": typed, "days": "30"])
        #expect(chinese.text.contains("<td>otherwise：未知的答复“MAYBE”。<small>可用："), "\(chinese.text)")
        #expect(!chinese.text.contains("unknown answer"))
        let admin = try await self.stage.signedIn("bert")
        let publish = "\(self.list)/publish"
        _ = try await admin.get(publish, language: "zh-Hans")
        _ = try await admin.post("/dashboard/language", ["language": "zh-Hans", "next": "/dashboard"])
        _ = try await admin.get(publish)
        let refused = try await admin.post(publish, ["policy": typed, "reason": "x"])
        let says = "策略有错误：policy:2：otherwise：未知的答复“MAYBE”。"
        #expect(refused.text.contains(says) && !refused.text.contains("unknown answer"), "\(refused.text)")
    }

    @Test("Many mistakes in one long line are the first of them, each beside the beginning of the line")
    func manyErrors() async throws {
        let browser = try await self.stage.signedIn("ada", .support)
        let path = "\(self.list)/new"
        _ = try await browser.get(path)
        let conditions = (0..<200).map { "wrong\($0): 1" }.joined(separator: ", ")
        let rule = "rules: [{ name: a, when: { \(conditions) }, answer: none }]"
        let text = "policy: refunds\n\(rule)\notherwise: none\n"
        let page = try await browser.post(path, ["policy": text, "days": "30"])
        #expect(page.status == .unprocessableContent && page.text.contains("and 150 more"), "\(page.text)")
        #expect(page.text.matches(of: #/<code>rules: /#).count == 50)
        #expect(!page.text.contains("<code>\(rule)</code>"))
    }

    @Test("A back-test shows what would have been different, with links to the cases, and publishes nothing")
    func backTest() async throws {
        let browser = try await self.stage.signedIn("ada", .support)
        let id = try await self.stage.ask()
        try await self.stage.send(nil, to: id)
        let sandbox = try await self.stage.ask("2", by: "bert", in: .sandbox)
        try await self.stage.send(nil, to: sandbox)
        let path = "\(self.list)/new"
        _ = try await browser.get(path)
        let page = try await browser.post(path, ["policy": Self.prorate, "days": "90"])
        #expect(page.status == .ok, "\(page.text)")
        #expect(page.text.contains("1 request, 1 of them with another answer than the one sent."), "\(page.text)")
        #expect(page.text.contains("\(DashboardStage.base)/refunds/\(id)\""))
        #expect(!page.text.contains("\(sandbox)"))
        #expect(page.text.contains("&lt;i&gt;half") && !page.text.contains("<i>half"))
        #expect(!page.text.contains("policies/publish"), "This role publishes nothing.")
        let name = self.stage.services.apps[0].name
        #expect(try await self.stage.services.refunds.policies(in: name, before: nil, limit: 9).isEmpty)
        let chinese = try await browser.get(path, language: "zh-CN")
        #expect(chinese.text.contains("检查并回测"))
    }

    @Test("A back-test reads no more cases than its bound, and says where it stopped")
    func bounded() async throws {
        for id in ["1", "2", "3"] { try await self.stage.send(nil, to: self.stage.ask(id)) }
        let name = self.stage.services.apps[0].name
        let since = self.stage.ledgerNow - .days(1)
        for (limit, requests) in [(2, 2), (3, 3), (4, 3)] {
            let test = try await self.stage.services.refunds.backTest(
                Self.decline,
                in: name,
                on: .production,
                since: since,
                limit: limit,
                differenceLimit: 1
            )
            #expect(test.run.requests == requests && test.cases.count == 1 && test.run.different == requests)
            #expect((test.stoppedAt != nil) == (limit < 3))
            let report = try await self.stage.services.refunds.report(
                on: .production,
                since: since,
                limit: limit,
                in: name
            )
            #expect(report.report.asked.cases == requests && (report.stoppedAt != nil) == (limit < 3))
        }
    }

    @Test("An administrator publishes after a preview, and the same text once")
    func publish() async throws {
        let browser = try await self.stage.signedIn("ada")
        let test = try await self.tested(browser)
        #expect(test.text.contains("policies/publish") && test.text.contains("policies/experiment"))
        let path = "\(self.list)/publish"
        let wrong = try await browser.post(path, ["policy": "otherwise: 7", "reason": "better"])
        #expect(wrong.status == .unprocessableContent && wrong.text.contains("id=\"p-policy\""), "\(wrong.text)")
        let typed = Self.decline.replacingOccurrences(of: "\n", with: "\r\n")
        let (page, sent) = try await browser.previewed(path, ["policy": typed, "reason": "better"])
        #expect(page.text.contains("Policy 1 is published, and decides each request"), "\(page.text)")
        #expect(try await browser.post(path, sent).text.contains("The password is wrong."))
        let confirmed = sent.merging(Self.proof) { $1 }
        let done = try await browser.post(path, confirmed)
        #expect(done.headers[.location] == "\(self.list)/1?done=donePolicyPublish", "\(done.text)")
        let twice = try await browser.post(path, confirmed)
        #expect(twice.status == .conflict && twice.text.contains("there is nothing to publish"), "\(twice.text)")
        let name = self.stage.services.apps[0].name
        let published = try await self.stage.services.refunds.policies(in: name, before: nil, limit: 9)
        #expect(published.map(\.text) == [Self.decline] && published.first?.publishedBy == "ada")
    }

    @Test("A policy is tried on a share of the cases, shown with both arms, and its trial ended once")
    func experiment() async throws {
        let browser = try await self.stage.signedIn("ada")
        try await self.stage.publish(Self.decline)
        _ = try await self.tested(browser)
        let path = "\(self.list)/experiment"
        var fields = ["policy": Self.prorate, "reason": "try", "share": "100", "seed": "7"]
        let wrong = try await browser.post(path, fields.merging(Self.limits) { $1 })
        #expect(wrong.status == .unprocessableContent && wrong.text.contains("id=\"p-share\""), "\(wrong.text)")
        fields["share"] = "20"
        let few = try await browser.post(path, fields.merging(["minimumCases": "9", "maximumCases": "99"]) { $1 })
        #expect(few.status == .unprocessableContent && few.text.contains("id=\"p-minimumCases\""))
        let (page, sent) = try await browser.previewed(path, fields.merging(Self.limits) { $1 })
        #expect(page.text.contains("Policy 2 is published as a trial, and decides 20 %"), "\(page.text)")
        #expect(try await browser.post(path, sent).text.contains("The password is wrong."))
        let confirmed = sent.merging(Self.proof) { $1 }
        let done = try await browser.post(path, confirmed)
        #expect(done.headers[.location] == "\(self.list)/2?done=donePolicyExperiment", "\(done.text)")
        #expect(try await browser.post(path, confirmed).status == .conflict, "One trial runs at a time.")
        let shown = try await browser.get("\(self.list)/2")
        for text in ["Trial runs", "seed 7", "hold-out", "policies/2/end-trial"] {
            #expect(shown.text.contains(text), "\(text)")
        }
        let end = "\(self.list)/2/end-trial"
        let (_, unproven) = try await browser.previewed(end, ["reason": "enough"])
        #expect(try await browser.post(end, unproven).text.contains("The password is wrong."))
        let ending = unproven.merging(Self.proof) { $1 }
        #expect(try await browser.post(end, ending).headers[.location] == "\(self.list)/2?done=donePolicyTrial")
        let twice = try await browser.post(end, ending)
        #expect(twice.status == .conflict && twice.text.contains("there is nothing to end"))
        let ended = try await browser.get("\(self.list)/2")
        #expect(ended.text.contains("Ended by an operator") && !ended.text.contains("end-trial"))
    }

    @Test("Support tests policies and publishes none; who only reads, neither", arguments: OperatorRole.allCases)
    func roles(role: OperatorRole) async throws {
        let browser = try await self.stage.signedIn("ada", role)
        try await self.stage.publish(Self.decline)
        #expect(try await browser.get(self.list).status == .ok)
        #expect(try await browser.get("\(self.list)/1").status == .ok)
        let mayTest = role.scopes.contains(.write)
        #expect(try await browser.get("\(self.list)/new").status == (mayTest ? .ok : .forbidden))
        let tested = try await browser.post("\(self.list)/new", ["policy": Self.decline, "days": "9"])
        #expect(tested.status == (mayTest ? .ok : .forbidden))
        for path in ["publish", "experiment", "1/end-trial"] {
            let answer = try await browser.get("\(self.list)/\(path)")
            #expect(answer.status == (role == .admin ? .ok : .forbidden), "\(path)")
            let sent = try await browser.post("\(self.list)/\(path)", ["policy": Self.prorate, "reason": "x"])
            #expect((sent.status == .forbidden) == (role != .admin), "\(path)")
        }
    }

    private static let proof = ["password": DashboardStage.password]
    private static let limits = ["minimumCases": "100", "maximumCases": "10000"]

    private func tested(_ browser: DashboardBrowser) async throws -> TestServer.TestResponse {
        _ = try await browser.get("\(self.list)/new")
        return try await browser.post("\(self.list)/new", ["policy": Self.prorate, "days": "90"])
    }
}
