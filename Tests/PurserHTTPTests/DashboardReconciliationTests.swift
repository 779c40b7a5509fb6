import HTTPTypes
import Ledger
import PurserHTTP
import PurserService
import PurserTesting
import Testing

@Suite struct DashboardReconciliationTests {
    private static let path = DashboardMoneyStage.base + "/reconciliation"

    let stage: DashboardStage
    let day: PacificDay
    let page: String

    init() throws {
        self.stage = try DashboardStage()
        self.day = try #require(PacificDay(text: "2026-02-10"))
        self.page = Self.path + "/2026-02-10"
    }

    /// Sells once, and keeps a report about so many sales.
    private func story(_ units: Int = 2) async throws {
        try await DashboardMoneyStage.sell("1", on: self.day, in: self.stage.services)
        _ = try await DashboardMoneyStage.report(self.day, units: units, in: self.stage.services)
    }

    private var phase: DayState.Phase {
        get async throws {
            try await self.stage.services.reconciliation.overview(
                of: DashboardMoneyStage.app,
                days: self.day...self.day
            ).state(self.day).phase
        }
    }

    /// The path of the act that accepts the day as its page shows it.
    private func acceptance(_ page: TestServer.TestResponse) throws -> String {
        let path = #/href="([^"]+/accept\?digest=[0-9a-f]{64})"/#
        return String(try #require(page.text.firstMatch(of: path)?.output.1, "\(page.text)"))
    }

    @Test("The calendar of a month has the state of each day as a word and a color, and the same as a list")
    func calendar() async throws {
        let browser = try await self.stage.signedIn("ada", .viewer)
        let empty = try await browser.get(Self.path)
        #expect(empty.status == .ok && empty.text.contains("No report") && empty.text.contains("2026-02-28"))
        try await self.story()
        #expect(try await browser.get(Self.path).text.contains("1 Not compared"))
        _ = try await self.stage.services.reconciliation.reconcile(DashboardMoneyStage.app, days: self.day...self.day)
        let month = try await browser.get(Self.path + "?month=2026-02")
        let cell = "<a href=\"\(self.page)\"><b>10</b> <span class=\"chip bad\">Unexplained</span></a>"
        #expect(month.text.contains(cell), "\(month.text)")
        #expect(month.text.contains("?month=2026-01\"") && month.text.contains("?month=2026-03\""))
        #expect(month.text.contains("months/2026-05") && !month.text.contains("reconciliation/compare"))
        let csv = try await browser.get(Self.path + "?month=2026-02&export=csv")
        #expect(csv.text.contains("2026-02-10,unexplained,"), "\(csv.text)")
        let name = "attachment; filename=\"reconciliationDays-2026-02.csv\""
        #expect(csv.headers[.contentDisposition] == name)
        let chinese = try await browser.get(Self.path, language: "zh-Hans")
        #expect(chinese.text.contains("未解释") && chinese.text.contains("周一"))
        let wrong = try await browser.get(Self.path + "?month=soon")
        #expect(wrong.status == .unprocessableContent && wrong.text.contains("e-month"))
        #expect(try await browser.get(Self.path + "?month=2026-03").text.contains("Not yet"))
    }

    @Test("A day says what differs, why, and what to do, down to the transactions")
    func dayPage() async throws {
        try await self.story()
        let browser = try await self.stage.signedIn("ada", .viewer)
        let page = try await browser.get(self.page)
        for part in [
            "the report has 2 (USD 1.98), the ledger has 1 (USD 0.99)", "its notification was lost",
            "\(DashboardMoneyStage.base)/transactions/1\"", "USD 1.98", "Unexplained",
            "\(Self.path)/2026-02-09", "\(Self.path)/2026-02-11",
        ] {
            #expect(page.text.contains(part), "\(part) is missing in \(page.text)")
        }
        #expect(!page.text.contains("/accept?"), "Who only reads accepts nothing.")
        let chinese = try await browser.get(self.page, language: "zh-Hans")
        #expect(chinese.text.contains("报告为") && chinese.text.contains("双方"))
        let file = try await browser.get(self.page + "?export=json")
        #expect(file.text.contains("\"cause\":\"missingInLedger"), "\(file.text)")
        let theirs = try await browser.get(self.page + "?export=json", language: "zh-Hans")
        #expect(theirs.text == file.text, "A file is in English in every language.")
        #expect(page.text.contains("Differences: 1."), "\(page.text)")
        let none = try await browser.get(Self.path + "/2026-02-11")
        #expect(none.status == .ok && none.text.contains("No report of this day is stored."))
        #expect(try await browser.get(Self.path + "/2026-02-30").status == .notFound)
        #expect(try await browser.get(Self.path + "/yesterday").status == .notFound)
    }

    @Test("A day among too many sales has its last comparison, and says so")
    func manySales() async throws {
        try await self.story()
        for number in 10...5010 {
            try await DashboardMoneyStage.sell("\(number)", on: self.day + 4, in: self.stage.services)
        }
        let browser = try await self.stage.signedIn("ada", .viewer)
        let before = try await browser.get(self.page)
        #expect(before.text.contains("have more than 5,000 sales") && before.text.contains("compare it now"))
        #expect(try await self.phase == .open)
        #expect(!before.text.contains("the ledger has 1"), "\(before.text)")
        _ = try await self.stage.services.reconciliation.reconcile(DashboardMoneyStage.app, days: self.day...self.day)
        let after = try await browser.get(self.page)
        for part in ["This is its last comparison.", "the report has 2 (USD 1.98), the ledger has 1 (USD 0.99)"] {
            #expect(after.text.contains(part), "\(part) is missing in \(after.text)")
        }
        let chinese = try await browser.get(self.page, language: "zh-Hans")
        #expect(chinese.text.contains("以下是上次对账的结果。"))
    }

    @Test(
        "A day is accepted with a reason after a preview, once, and the acceptance is revoked",
        arguments: [OperatorRole.support, .finance, .admin]
    )
    func accept(role: OperatorRole) async throws {
        try await self.story()
        let browser = try await self.stage.signedIn("ada", role)
        let path = try self.acceptance(try await browser.get(self.page))
        #expect(try await browser.get(path).text.contains("You accept 2026-02-10 as it is"))
        let bare = try await browser.post(path, [:])
        #expect(bare.status == .unprocessableContent && bare.text.contains("Fill in this field."))
        var fields = ["reason": "<b>known</b>"]
        let preview = try await browser.post(path, fields)
        #expect(preview.text.contains("Unexplained differences: 1. The report has 2 units, the ledger 1."))
        #expect(try await self.phase == .open)
        fields.merge(try DashboardMoneyStage.confirmation(preview)) { $1 }
        let done = try await browser.post(path, fields)
        #expect(done.headers[.location] == self.page + "?done=doneReconciliationAccepted", "\(done.text)")
        #expect(try await self.phase == .accepted)
        let shown = try await browser.get(self.page)
        #expect(shown.text.contains("&lt;b&gt;known&lt;/b&gt;") && shown.text.contains("Accepted by"))
        let twice = try await browser.post(path, fields)
        #expect(twice.status == .conflict && twice.text.contains("was accepted by ada already"))

        _ = try await browser.get(self.page + "/revoke")
        var revoking = ["reason": "too early"]
        let second = try await browser.post(self.page + "/revoke", revoking)
        #expect(second.text.contains("The acceptance of 2026-02-10 by ada is revoked"), "\(second.text)")
        revoking.merge(try DashboardMoneyStage.confirmation(second)) { $1 }
        let undone = try await browser.post(self.page + "/revoke", revoking)
        #expect(undone.headers[.location] == self.page + "?done=doneReconciliationRevoked")
        #expect(try await self.phase == .open)
        let again = try await browser.post(self.page + "/revoke", revoking)
        #expect(again.status == .conflict && again.text.contains("is not accepted"))
    }

    @Test("A day that has changed since it was read is not accepted")
    func stale() async throws {
        try await self.story()
        let browser = try await self.stage.signedIn("ada", .support)
        let path = try self.acceptance(try await browser.get(self.page))
        _ = try await browser.get(path)
        var fields = ["reason": "known"]
        fields.merge(try DashboardMoneyStage.confirmation(try await browser.post(path, fields))) { $1 }
        _ = try await DashboardMoneyStage.report(self.day, units: 3, in: self.stage.services)
        _ = try await self.stage.services.reconciliation.reconcile(DashboardMoneyStage.app, days: self.day...self.day)
        let answer = try await browser.post(path, fields)
        #expect(answer.status == .conflict && answer.text.contains("has changed since you saw it"), "\(answer.text)")
        #expect(answer.text.contains("value=\"known\""))
        #expect(try await self.phase == .open)
        let missing = try await browser.get(Self.path + "/2026-02-12/accept")
        #expect(missing.status == .ok)
        let none = try await browser.post(Self.path + "/2026-02-12/accept", ["reason": "known"])
        #expect(none.status == .notFound && none.text.contains("was not compared with a report"))
    }

    @Test(
        "Days are compared now after a preview, one of them leads back to its page",
        arguments: [OperatorRole.support, .finance]
    )
    func compare(role: OperatorRole) async throws {
        try await self.story(1)
        let browser = try await self.stage.signedIn("ada", role)
        #expect(try await browser.get(Self.path + "?month=2026-02").text.contains("\(Self.path)/compare"))
        let path = Self.path + "/compare"
        #expect(try await browser.get(path).text.contains("value=\"2026-01-29\""), "The usual days.")
        let wrong = try await browser.post(path, ["from": "2026-02-10", "to": "2026-02-09", "heal": ""])
        #expect(wrong.status == .unprocessableContent && wrong.text.contains("id=\"p-to\""))
        let unreported = try await browser.post(path, ["from": "2026-01-10", "to": "2026-01-11", "heal": ""])
        #expect(unreported.status == .unprocessableContent && unreported.text.contains("id=\"p-from\""))
        #expect(unreported.text.contains("There is no report of these days"), "\(unreported.text)")
        var fields = ["from": "2026-02-10", "to": "2026-02-10", "heal": "yes"]
        let preview = try await browser.post(path, fields)
        #expect(preview.text.contains("Days with a report: 1") && preview.text.contains("notification history"))
        fields.merge(try DashboardMoneyStage.confirmation(preview)) { $1 }
        let done = try await browser.post(path, fields)
        #expect(done.headers[.location] == self.page + "?done=doneReconciliationCompared", "\(done.text)")
        #expect(try await self.phase == .matched)
        let entries = try await self.stage.audited("reconciliation.compare")
        #expect(entries.map(\.outcome) == [.begun, .done] && entries.allSatisfy { $0.operatorName == "ada" })
        #expect(entries.first?.details["from"] == "2026-02-10" && entries.first?.details["heal"] == "true")
        fields["to"] = "2026-02-11"
        fields.merge(try DashboardMoneyStage.confirmation(try await browser.post(path, fields))) { $1 }
        let month = try await browser.post(path, fields)
        #expect(month.headers[.location] == Self.path + "?month=2026-02&done=doneReconciliationCompared")
    }

    @Test("A fiscal month says what Apple owes, and without a finance report that there is none")
    func settlement() async throws {
        try await self.story()
        let columns = [
            "Start Date", "End Date", "Vendor Identifier", "Quantity", "Partner Share", "Extended Partner Share",
            "Partner Share Currency", "Sales or Return", "Country Of Sale",
        ]
        let row = ["02/01/2026", "02/28/2026", "gems.600", "1", "0.70", "0.70", "USD", "S", "US"]
        let text = [columns, row].map { $0.joined(separator: "\t") + "\n" }.joined()
        _ = try await self.stage.services.reports.add(
            Array(text.utf8),
            named: "85123456_0526_ZZ.txt",
            to: DashboardMoneyStage.app,
            origin: .file,
            by: RequestOrigin(name: "erin")
        )
        try await DashboardMoneyStage.sell("2", on: self.day + 10, in: self.stage.services)
        let browser = try await self.stage.signedIn("ada", .viewer)
        let page = try await browser.get(Self.path + "/months/2026-05")
        #expect(page.text.contains("Settled in another fiscal month."), "One of two is in transit: \(page.text)")
        let close = try await browser.get(DashboardMoneyStage.base + "/reports/proceeds?month=2026-02")
        #expect(close.text.contains("What is in transit settles in the next fiscal months."), "\(close.text)")
        #expect(page.status == .ok && page.text.contains("Apple owes</span><b>USD 0.70</b>"), "\(page.text)")
        #expect(page.text.contains("class=\"card c4 kpi\"") && page.text.contains("refunds USD 0.00."))
        let csv = try await browser.get(Self.path + "/months/2026-05?export=csv")
        #expect(csv.headers[.contentDisposition] == "attachment; filename=\"settlement-2026-05.csv\"")
        #expect(csv.text.contains(",share,currency") && csv.text.contains(",0.70,USD"), "\(csv.text)")
        #expect(page.text.contains("gems.600") && page.text.contains("months/2026-04"))
        let none = try await browser.get(Self.path + "/months/2026-06")
        #expect(none.status == .ok && none.text.contains("There is no finance report of this fiscal month."))
        #expect(none.text.contains("about 2026-04-30."), "Apple's March ends on the 28th.")
        #expect(try await browser.get(Self.path + "/months/soon").status == .notFound)
        let chinese = try await browser.get(Self.path + "/months/2026-05", language: "zh-Hans")
        #expect(chinese.text.contains("Apple 应付</span><b>USD 0.70</b>"))
    }

    @Test("Who may only read is refused each act, by request too", arguments: OperatorRole.allCases)
    func roles(role: OperatorRole) async throws {
        try await self.story()
        let browser = try await self.stage.signedIn("ada", role)
        for path in [Self.path + "/compare", self.page + "/accept", self.page + "/revoke"] {
            let isRefused = role == .viewer
            #expect((try await browser.get(path).status == .forbidden) == isRefused, "\(path)")
            #expect((try await browser.post(path, ["reason": "a"]).status == .forbidden) == isRefused, "\(path)")
        }
        #expect(try await browser.get(self.page).status == .ok)
    }
}
