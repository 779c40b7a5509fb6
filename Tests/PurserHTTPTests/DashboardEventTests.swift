import AppStore
import HTTPTypes
import Ledger
import PurserHTTP
import PurserService
import PurserTesting
import Testing

@Suite struct DashboardEventTests {
    let stage: DashboardStage
    let base: String

    init() throws {
        self.stage = try DashboardStage()
        self.base = "/dashboard/apps/\(self.stage.shop.app.name.rawValue)"
    }

    /// Records so many notifications, each about a purchase, of which each makes two events.
    private func record(_ count: Int) async throws {
        for number in 1...count {
            var intake = Sample.notification(UInt64(number), about: Sample.period("\(number)", of: "\(number)"))
            intake.app = self.stage.shop.app.name
            _ = try await self.stage.shop.repository.record(intake)
        }
    }

    private static func place(of text: String, in answer: TestServer.TestResponse) -> String.Index? {
        answer.text.firstRange(of: text)?.lowerBound
    }

    @Test("The list begins with the newest event, and its pages contain each event once")
    func pages() async throws {
        try await self.record(30)
        let browser = try await self.stage.signedIn("ada", .viewer)
        let first = try await browser.get("\(self.base)/events")
        #expect(first.status == .ok)
        let newest = try #require(Self.place(of: "/events/chn_Production_30_2\"", in: first))
        let older = try #require(Self.place(of: "/events/chn_Production_30_1\"", in: first))
        #expect(newest < older && first.text.contains("Subscription started"))
        #expect(first.text.contains("href=\"\(self.base)/subscriptions/30\""), "The subject has a link.")
        var seen: [Substring] = []
        var path = "\(self.base)/events"
        for _ in 0..<5 {
            let page = try await browser.get(path)
            seen += page.text.matches(of: #/\/events\/(chn_Production_[0-9_]+)"/#).map(\.output.1)
            guard let next = page.text.firstMatch(of: #/href="([^"]+)" rel="next"/#)?.output.1 else { break }
            path = String(next).replacing("&amp;", with: "&")
        }
        #expect(seen.count == 60 && Set(seen).count == 60, "\(seen.count)")
        let csv = try await browser.get("\(self.base)/events?export=csv")
        #expect(csv.text.split(whereSeparator: \.isNewline).count == 61 && csv.text.contains("chn_Production_1_1"))
        #expect(csv.text.hasPrefix("when,event,type,customer,subject\r\n"), "\(csv.text)")
        #expect(csv.text.contains(",chn_Production_1_2,subscription.started,"), "\(csv.text)")
    }

    @Test("A filter shows a noun, a name or the days up to one, and refuses what it does not know")
    func filters() async throws {
        try await self.record(2)
        let browser = try await self.stage.signedIn("ada", .viewer)
        let noun = try await browser.get("\(self.base)/events?type=subscription.*")
        #expect(noun.text.contains("chn_Production_1_2\"") && !noun.text.contains("chn_Production_1_1\""))
        #expect(noun.text.contains("value=\"subscription.*\" selected"))
        let none = try await browser.get("\(self.base)/events?type=refund.granted")
        #expect(none.status == .ok && none.text.contains("No event fits the filter"))
        let before = try await browser.get("\(self.base)/events?until=2001-01-01")
        #expect(!before.text.contains("chn_Production_1_1\""))
        let sandbox = try await browser.get("\(self.base)/events?environment=Sandbox")
        #expect(!sandbox.text.contains("chn_Production_1_1\""))
        for query in [
            "type=sub", "type=subscription.started,sub", "until=soon", "since=soon", "cursor=x", "storefront=zz",
            "currency=eu", "since=2026-01-02&until=2026-01-01",
        ] {
            #expect(try await browser.get("\(self.base)/events?\(query)").status == .unprocessableContent, "\(query)")
        }
    }

    @Test("A filter shows several types at once, the days from one on, and one product, storefront or currency")
    func about() async throws {
        for number in Int64(1)...2 {
            var period = Sample.period("\(number)", of: "\(number)", at: Sample.beginning + .days(number))
            if number == 2 { (period.productID, period.storefront) = (ProductID("other"), "DEU") }
            if number == 2 { period.price = Money(amountMilliunits: 8990, currency: "EUR") }
            var intake = Sample.notification(UInt64(number), about: period)
            intake.app = self.stage.shop.app.name
            _ = try await self.stage.shop.repository.record(intake)
        }
        let browser = try await self.stage.signedIn("ada", .viewer)
        func events(_ query: String) async throws -> [String] {
            let page = try await browser.get("\(self.base)/events?\(query)")
            #expect(page.status == .ok && !page.text.contains("rel=\"next\""), "\(page.text)")
            return page.text.matches(of: #/\/events\/chn_Production_([0-9_]+)"/#).map { String($0.output.1) }
        }
        let types = "type=subscription.started,refund.granted"
        #expect(try await events(types) == ["2_2", "1_2"])
        #expect(try await events("since=2026-01-03") == ["2_2", "2_1"])
        #expect(try await events("since=2026-01-02&until=2026-01-02") == ["1_2", "1_1"])
        #expect(try await events("product=other") == ["2_2", "2_1"])
        #expect(try await events("currency=eur") == ["2_1"])
        for storefront in ["usa", "us"] { #expect(try await events("storefront=\(storefront)") == ["1_1"]) }
        let page = try await browser.get("\(self.base)/events?\(types)&product=other&since=2026-01-01")
        #expect(page.text.contains(">Subscription started, Refund granted</option>"), "\(page.text)")
        #expect(page.text.contains("<option value=\"other\" selected>"), "\(page.text)")
        #expect(page.text.contains("name=\"since\" type=\"date\" value=\"2026-01-01\""), "\(page.text)")
    }

    @Test("An empty list says what will be there, in the language of the browser")
    func empty() async throws {
        let browser = try await self.stage.signedIn("ada", .viewer)
        #expect(try await browser.get("\(self.base)/events").text.contains("publishes an event for each change"))
        let chinese = try await browser.get("\(self.base)/events", language: "zh-CN")
        #expect(chinese.text.contains("服务器会为每次变化发布事件"))
        #expect(try await DashboardBrowser(stage: self.stage).get("\(self.base)/events").status == .seeOther)
    }

    @Test("An event has its body with line breaks, escaped, and its state at each endpoint")
    func event() async throws {
        try await self.record(1)
        let browser = try await self.stage.signedIn("ada", .viewer)
        let alone = try await browser.get("\(self.base)/events/chn_Production_1_2")
        #expect(alone.status == .ok && alone.text.contains("The app has no webhook endpoint for events."))
        #expect(alone.text.contains("&quot;number&quot;: 2,\n"))
        let later = try await self.webhook("https://late.example.com/")
        let page = try await browser.get("\(self.base)/events/chn_Production_1_2")
        #expect(page.text.contains("/webhooks/\(later)\"") && page.text.contains(">Settled<"))
        #expect(!page.text.contains("/resend"), "A viewer cannot send.")
        try await self.record(2)
        let waiting = try await browser.get("\(self.base)/events/chn_Production_2_1")
        #expect(waiting.text.contains(">Waiting<"))
        let chinese = try await browser.get("\(self.base)/events/chn_Production_1_2", language: "zh")
        #expect(chinese.text.contains("订阅开始"))
        for id in ["chn_Production_1_3", "cus_ada_1", "%3Cscript%3E"] {
            let missing = try await browser.get("\(self.base)/events/\(id)")
            #expect(missing.status == .notFound && !missing.text.contains("<script>"), "\(id)")
        }
    }

    @Test("Sending an event again is previewed, and refused while the event waits in its turn")
    func resend() async throws {
        let id = try await self.webhook("https://one.example.com/")
        try await self.record(1)
        let browser = try await self.stage.signedIn("sue", .support)
        let path = "\(self.base)/events/chn_Production_1_2/resend"
        let form = try await browser.get("\(path)?webhook=\(id)")
        #expect(form.status == .ok && form.text.contains("value=\"\(id)\" selected"))
        let pending = try await browser.post(path, ["webhook": id, "reason": "a test"])
        #expect(pending.status == .conflict && pending.text.contains("id=\"p-webhook\""))
        #expect(pending.text.contains("value=\"a test\""), "Nothing typed is lost.")
        let missing = try await browser.post(path, ["webhook": id, "reason": ""])
        #expect(missing.status == .unprocessableContent)
        let viewer = try await self.stage.signedIn("vic", .viewer)
        #expect(try await viewer.get(path).status == .forbidden)
        #expect(try await viewer.post(path, ["webhook": id, "reason": "x"]).status == .forbidden)
    }

    @Test("The newest events come first under /v1 too, and the cursor leads to older ones")
    func api() async throws {
        try await self.record(3)
        let first = try await self.stage.send(.get, "/v1/events?order=newest&limit=4", key: TestServer.key)
        let names = first["events"]?.elements?.compactMap { $0["id"]?.text }
        #expect(
            names == ["chn_Production_3_2", "chn_Production_3_1", "chn_Production_2_2", "chn_Production_2_1"],
            "\(first.text)"
        )
        let cursor = try #require(first["next"]?.text)
        let path = "/v1/events?order=newest&limit=4&cursor=\(cursor)"
        let second = try await self.stage.send(.get, path, key: TestServer.key)
        #expect(second["events"]?.elements?.count == 2 && second["next"] == nil)
        let wrong = try await self.stage.send(.get, "/v1/events?order=random", key: TestServer.key)
        #expect(wrong.code == "field_invalid")
        let id = try await self.webhook("https://one.example.com/")
        let event = "/v1/events/chn_Production_1_1/deliveries"
        let deliveries = try await self.stage.send(.get, event, key: TestServer.key)
        #expect(deliveries["deliveries"]?.elements?.first?["webhook"]?.text == id)
        #expect(deliveries["deliveries"]?.elements?.first?["state"]?.text == "settled")
    }

    /// Creates an endpoint, and returns its id.
    private func webhook(_ address: String) async throws -> String {
        var draft = WebhookDraft()
        draft.address = address
        let made = try await self.stage.services.webhooks.make(draft, .events, in: self.stage.shop.app.name, by: "test")
        return made.endpoint.id.rawValue
    }
}
