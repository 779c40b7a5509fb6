import Foundation
import HTTPTypes
import Ledger
import PurserHTTP
import PurserService
import PurserTesting
import Testing

@Suite struct DashboardRefundTests {
    private static let hold = """
        policy: refunds
        rules:
          - name: large sums
            when: { price: { above: CNY 5 } }
            answer: hold, 10min, then: DECLINE
        otherwise: GRANT_FULL

        """

    let stage: DashboardStage

    init() throws {
        self.stage = try DashboardStage()
    }

    private var inbox: String { "\(DashboardStage.base)/refunds" }

    @Test("The inbox shows what waits, the least time first, with its evidence and the answer that comes by itself")
    func waiting() async throws {
        let browser = try await self.stage.signedIn("ada", .support)
        try await self.stage.publish(Self.hold)
        let held = try await self.stage.ask("1", hoursAgo: 0)
        try await self.stage.hold(held)
        let early = try await self.stage.ask("2", by: "bert", hoursAgo: 3)
        let silent = try await self.stage.ask("3", by: "carl", hoursAgo: 1)
        try await self.stage.work(on: silent) { answer, _ in
            answer.circumstances = RefundCircumstances(
                kind: .consumable,
                deliveryStatus: .delivered,
                share: 0,
                hasConsent: false
            )
            answer.refusal = .noConsent
        }
        let page = try await browser.get(self.inbox)
        #expect(page.status == .ok, "\(page.text)")
        let places = ["9 h 0 min", "11 h 0 min", "12 h 0 min"].compactMap { page.text.range(of: $0)?.lowerBound }
        #expect(places.count == 3 && places == places.sorted(), "\(page.text)")
        for text in [
            "CNY 9.00", "fulfilled; 62 % spent", "no consent", "held for a person", "DECLINE without a decision",
            "policy 1, rule “large sums”", "\(self.inbox)/\(held)/answer", "\(self.inbox)/\(early)/answer",
            "customers/anna", "data-key=\"r\"",
        ] {
            #expect(page.text.contains(text), "\(text)")
        }
        #expect(!page.text.contains("\(self.inbox)/\(silent)/answer"), "No person can decide without consent.")
        #expect(page.text.contains("has no key for the App Store Server API"))
        #expect(page.text.firstMatch(of: #/\sstyle=|<script(?! src=)|\{\{/#) == nil)
        let chinese = try await browser.get(self.inbox, language: "zh-CN")
        #expect(chinese.text.contains("等待答复") && chinese.text.contains("9 小时 0 分钟"))
        #expect(chinese.text.contains("已交付；已消耗 62 %"))
        #expect(chinese.text.contains("如果不决定，将答复“"), "\(chinese.text)")
    }

    @Test("An inbox without cases says what will be here")
    func empty() async throws {
        let browser = try await self.stage.signedIn("ada", .viewer)
        let page = try await browser.get(self.inbox)
        #expect(page.status == .ok)
        #expect(page.text.contains("No request waits for an answer.") && page.text.contains("No refund cases yet."))
        #expect(try await browser.get(self.inbox, language: "zh-Hans").text.contains("还没有退款案例"))
        let report = try await browser.get("\(self.inbox)/report")
        #expect(report.status == .ok && report.text.contains("Apple sent no refund request in this time."))
    }

    @Test("All cases are filtered by state and customer, and are exported; the Sandbox is by itself")
    func filters() async throws {
        let browser = try await self.stage.signedIn("ada", .viewer)
        let none = try await browser.get("\(self.inbox)?export=csv")
        #expect(none.text.contains(",price,currency,"), "A file without rows has the same columns: \(none.text)")
        let sent = try await self.stage.ask("1")
        try await self.stage.send(.decline, to: sent)
        try await self.stage.decide("1", .declined)
        let open = try await self.stage.ask("2", by: "bert")
        let sandbox = try await self.stage.ask("3", by: "carl", in: .sandbox)
        let all = try await browser.get("\(self.inbox)?export=csv")
        #expect(all.headers[.contentType] == "text/csv; charset=utf-8")
        #expect(all.text.contains("anna,gems.600,9.00,CNY,declined,DECLINE"), "\(all.text)")
        #expect(all.text.contains("bert") && !all.text.contains("carl"))
        let places = ["bert", "anna"].compactMap { all.text.range(of: $0)?.lowerBound }
        #expect(places.count == 2 && places == places.sorted(), "Newest first: \(all.text)")
        let declined = try await browser.get("\(self.inbox)?state=declined&export=json")
        #expect(declined.text.contains("anna") && !declined.text.contains("bert"))
        let berts = try await browser.get("\(self.inbox)?customer=bert")
        #expect(berts.text.contains("\(open)") && !berts.text.contains("\(sent)"))
        #expect(berts.text.contains("value=\"bert\""))
        let other = try await browser.get("\(self.inbox)?environment=Sandbox")
        #expect(other.text.contains("\(sandbox)") && !other.text.contains("\(open)"))
        #expect(try await browser.get("\(self.inbox)?state=lost").status == .unprocessableContent)
        #expect(try await browser.get("\(self.inbox)?cursor=x").status == .unprocessableContent)
    }

    @Test("A case shows what happened in order, the facts, what each policy says, and the answer as sent")
    func page() async throws {
        let browser = try await self.stage.signedIn("ada", .viewer)
        try await self.stage.publish(Self.hold)
        let id = try await self.stage.ask(reason: "<b>OTHER</b>")
        try await self.stage.send(.grantProrated, to: id)
        try await self.stage.decide("1", .refunded(share: 38_000))
        let page = try await browser.get("\(self.inbox)/\(id)")
        #expect(page.status == .ok, "\(page.text)")
        for text in [
            "&lt;b&gt;OTHER&lt;/b&gt;", "Apple refunded 38 % of the price", "Apple received the answer",
            "GRANT_PRORATED: Apple is asked to refund what was not consumed", "<code>share</code>", "62 %",
            "policies/1\">Policy 1</a>", "Preset decline-first", "customerConsented", "Storefront CHN",
            "working days", "No request of this case waits for a decision", "customers/anna",
        ] {
            #expect(page.text.contains(text), "\(text)")
        }
        #expect(!page.text.contains("<b>OTHER"))
        let requested = try #require(page.text.range(of: "The customer requested a refund from Apple"))
        let refunded = try #require(page.text.range(of: "Apple refunded 38 %"))
        #expect(requested.lowerBound < refunded.lowerBound)
        let chinese = try await browser.get("\(self.inbox)/\(id)", language: "zh-CN")
        #expect(chinese.text.contains("个工作日内到账"))
        #expect(chinese.text.contains("没有匹配的规则。因此由 Apple 根据事实决定。"), "\(chinese.text)")
        #expect(chinese.text.contains("<code>share</code><small>消耗比例</small>"))
        #expect(!chinese.text.contains("No rule matched") && !chinese.text.contains("the share that was consumed"))
        for wrong in ["rfd_Production_9", "nothing"] {
            #expect(try await browser.get("\(self.inbox)/\(wrong)").status == .notFound)
        }
    }

    @Test("A request is answered after a preview, once, by the operator who may")
    func answer() async throws {
        let browser = try await self.stage.signedIn("ada", .support)
        let id = try await self.stage.ask()
        try await self.stage.consent()
        try await self.stage.hold(id)
        let path = "\(self.inbox)/\(id)/answer"
        #expect(try await browser.get(path).text.contains("Without a decision: no preference"))
        let wrong = try await browser.post(path, ["answer": "MAYBE", "reason": "spent all"])
        #expect(wrong.status == .unprocessableContent && wrong.text.contains("Choose one of the answers."))
        #expect(wrong.text.contains("value=\"spent all\""))
        let unreasoned = try await browser.post(path, ["answer": "DECLINE"])
        #expect(unreasoned.status == .unprocessableContent)
        let (page, confirmed) = try await browser.previewed(path, ["answer": "DECLINE", "reason": "spent all"])
        #expect(page.status == .ok && page.text.contains("Apple receives this answer: DECLINE"), "\(page.text)")
        #expect(try await self.stage.record(id).waitingDecision == nil, "A preview changes nothing.")
        let done = try await browser.post(path, confirmed)
        #expect(done.status == .seeOther, "\(done.text)")
        #expect(done.headers[.location] == "\(self.inbox)/\(id)?done=doneRefundAnswer")
        let decision = try #require(try await self.stage.record(id).waitingDecision)
        #expect(decision.preference == .decline && decision.by == "ada")
        let twice = try await browser.post(path, confirmed)
        #expect(twice.status == .conflict && twice.text.contains("there is nothing to do"), "\(twice.text)")
        let entries = try await self.stage.services.repository.read { view in
            try view.auditEntries(after: 0, limit: 99)
        }
        let entered = entries.filter { $0.action == .refundAnswer }
        #expect(entered.map(\.operatorName) == ["ada"] && entered.first?.reason?.text == "spent all")
        #expect(try await browser.get("\(self.inbox)/\(id)?done=doneRefundAnswer").text.contains("is recorded"))
    }

    @Test("A confirmation of a case that Apple has decided meanwhile changes nothing and says so")
    func stale() async throws {
        let browser = try await self.stage.signedIn("ada", .support)
        let id = try await self.stage.ask()
        try await self.stage.hold(id)
        let path = "\(self.inbox)/\(id)/answer"
        _ = try await browser.get(path)
        let (_, confirmed) = try await browser.previewed(path, ["answer": "GRANT_FULL", "reason": "kind"])
        try await self.stage.decide("1", .declined)
        let stale = try await browser.post(path, confirmed)
        #expect(stale.status == .conflict && stale.text.contains("No request of this case waits"), "\(stale.text)")
        #expect(try await browser.get(path).text.contains("its state is “Declined”"))
        let sent = try await self.stage.ask("2")
        try await self.stage.send(nil, to: sent)
        #expect(try await browser.get("\(self.inbox)/\(sent)/answer").text.contains("No request of this case waits"))
    }

    @Test("A case without a request says so, and why it has no facts", arguments: ["en", "zh-Hans"])
    func unasked(language: String) async throws {
        let id = try await self.stage.ask(deciding: .refunded(share: 100_000))
        let page = try await self.stage.signedIn("ada", .viewer).get("\(self.inbox)/\(id)", language: language)
        let texts =
            language == "en"
            ? [
                "Apple sent no request about the purchase of anna, CNY 9.00 for gems.600.",
                "Facts are gathered when Apple asks about a purchase.",
            ] : ["Apple 没有发送请求。", "此案例中没有请求。"]
        for text in texts { #expect(page.text.contains(text), "\(page.text)") }
        #expect(!page.text.contains("No facts are known"))
    }

    @Test("Roles without the right to write read cases, and answer none", arguments: [OperatorRole.viewer, .finance])
    func roles(role: OperatorRole) async throws {
        let browser = try await self.stage.signedIn("ada", role)
        let id = try await self.stage.ask()
        try await self.stage.hold(id)
        let page = try await browser.get("\(self.inbox)/\(id)")
        #expect(page.status == .ok && !page.text.contains("/answer\""))
        #expect(!(try await browser.get(self.inbox).text.contains("/answer\"")))
        for path in ["\(id)/answer", "overrides/anna", "overrides/anna/delete"] {
            #expect(try await browser.get("\(self.inbox)/\(path)").status == .forbidden)
            let sent = try await browser.post("\(self.inbox)/\(path)", ["answer": "DECLINE", "reason": "x"])
            #expect(sent.status == .forbidden)
        }
    }

    @Test("The answer for all requests of a customer is set, shown and deleted")
    func override() async throws {
        let browser = try await self.stage.signedIn("ada", .support)
        let id = try await self.stage.ask()
        let path = "\(self.inbox)/overrides/anna"
        #expect(try await browser.get(path).text.contains("No answer is set"))
        let (page, confirmed) = try await browser.previewed(path, ["answer": "DECLINE", "reason": "a court"])
        #expect(page.text.contains("Every refund request of anna"), "\(page.text)")
        let done = try await browser.post(path, confirmed)
        #expect(done.headers[.location] == "\(path)?done=doneRefundOverride", "\(done.text)")
        let again = try await browser.post(path, confirmed)
        #expect(again.status == .conflict && again.text.contains("The same answer is set already."))
        let shown = try await browser.get("\(self.inbox)/\(id)")
        #expect(shown.text.contains("DECLINE is set for all requests of the customer by ada: a court"))
        #expect(try await browser.get("\(path)?done=doneRefundOverride").text.contains("\"DECLINE\" selected"))
        let proof = ["reason": "settled", "password": DashboardStage.password]
        let (_, deletion) = try await browser.previewed("\(path)/delete", proof)
        let deleted = try await browser.post("\(path)/delete", deletion)
        #expect(deleted.headers[.location] == "\(path)?done=doneRefundOverrideDelete", "\(deleted.text)")
        let twice = try await browser.post("\(path)/delete", deletion)
        #expect(twice.status == .conflict && twice.text.contains("No answer is set"))
    }

    @Test("The report draws the outcomes by our answers, and has the money by currency")
    func report() async throws {
        let browser = try await self.stage.signedIn("ada", .viewer)
        let first = try await self.stage.ask("1")
        try await self.stage.send(.grantFull, to: first)
        try await self.stage.decide("1", .refunded(share: 50_000))
        let second = try await self.stage.ask("2", by: "bert")
        try await self.stage.send(.decline, to: second)
        try await self.stage.decide("2", .declined)
        let page = try await browser.get("\(self.inbox)/report")
        #expect(page.status == .ok, "\(page.text)")
        for text in [
            "<svg class=\"chart\"", "class=\"s1\"", "class=\"s3\"", "GRANT_FULL", "CNY 18.00", "CNY 4.50",
            "CNY 13.50", "2 of 2", "2 cases with a request: 1 refunded, 1 declined",
        ] {
            #expect(page.text.contains(text), "\(text)")
        }
        let file = try await browser.get("\(self.inbox)/report?export=csv&days=30")
        #expect(file.text.contains(",paidCNY,refundedCNY,keptCNY\r\n"), "\(file.text)")
        #expect(file.text.contains("DECLINE,1,0,1,0,0,0,9.00,0.00,9.00\r\n"), "\(file.text)")
        #expect(try await browser.get("\(self.inbox)/report?days=7").status == .unprocessableContent)
        #expect(try await browser.get("\(self.inbox)/report", language: "zh-CN").text.contains("退款报告"))
    }

    @Test("A refunded share has the decimal places of its currency, and one of a percentage")
    func refundedShare() async throws {
        let browser = try await self.stage.signedIn("ada", .viewer)
        let yen = try await self.stage.ask("1", price: Money(amountMilliunits: 1_500_000, currency: "JPY"))
        try await self.stage.send(.grantProrated, to: yen)
        try await self.stage.decide("1", .refunded(share: 95_935))
        let page = try await browser.get("\(self.inbox)/report")
        #expect(page.text.contains("JPY 1,440<") && page.text.contains("JPY 60<"), "\(page.text)")
        let yuan = try await self.stage.ask("2", by: "bert")
        try await self.stage.send(.grantProrated, to: yuan)
        try await self.stage.decide("2", .refunded(share: 50_000))
        let report = try await browser.get("\(self.inbox)/report?export=csv")
        #expect(report.text.contains("GRANT_PRORATED,2,2,0,0,0,0,9.00,4.50,4.50,1500,1440,60"), "\(report.text)")
        let json = try await browser.get("\(self.inbox)/report?export=json")
        #expect(json.text.contains("\"keptCNY\":4.50,\"paidJPY\":1500,\"refundedJPY\":1440,"), "\(json.text)")
        let cases = try await browser.get("\(self.inbox)?export=csv")
        #expect(cases.text.hasPrefix("case,transaction,opened,"), "\(cases.text)")
        #expect(cases.text.contains("\r\n\(yen),1,") && cases.text.contains(",95.935\r\n"), "\(cases.text)")
        let list = try await browser.get(self.inbox)
        #expect(list.text.contains("95.9 %") && !list.text.contains("95.935"), "\(list.text)")
    }

    @Test("Refunds that version 1 reported are listed with their state")
    func reported() async throws {
        let browser = try await self.stage.signedIn("ada", .viewer)
        let path = "\(self.inbox)/reported"
        #expect(try await browser.get(path).text.contains("No refund was reported"))
        let now = self.stage.ledgerNow
        var intake = Sample.facts(app: self.stage.services.apps[0].name)
        intake.receivedAt = now
        intake.reportedRefunds = [
            ReportedRefund(
                originalTransactionID: OriginalTransactionID("71"),
                transactionID: TransactionID("71"),
                productID: ProductID("gems.600"),
                revokedAt: now,
                reason: 1,
                treatment: .freeze,
                reportedAt: now
            )
        ]
        _ = try await self.stage.services.repository.record(intake)
        let page = try await browser.get(path)
        #expect(page.text.contains("transactions/71") && page.text.contains("Purchase unknown"), "\(page.text)")
        #expect(page.text.contains("coins are held"))
        #expect(try await browser.get(path, language: "zh-CN").text.contains("购买未知"))
    }
}
