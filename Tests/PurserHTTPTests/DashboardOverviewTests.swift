import AppStore
import HTTPTypes
import Ledger
import PurserHTTP
import PurserService
import PurserTesting
import Testing

@Suite struct DashboardOverviewTests {
    let stage: DashboardStage

    init() throws {
        self.stage = try DashboardStage()
    }

    private func stock(_ stage: DashboardStage? = nil) async throws {
        let payload = SamplePayloads.transaction(id: "2000000000000002", originalID: "2000000000000001")
        try await (stage ?? self.stage).submit(payload, customer: "anna")
    }

    @Test("The overview of an app with events says whether everything is in order; an empty one says what to do next")
    func overview() async throws {
        let browser = try await self.stage.signedIn("ada", .viewer)
        let empty = try await browser.get("/dashboard")
        #expect(empty.text.contains("What to do next") && empty.text.contains("Set server.publicUrl"))
        let secure = try await DashboardStage(address: "https://shop.example.com").signedIn("ada", .viewer)
        #expect(!(try await secure.get("/dashboard").text.contains("Set server.publicUrl")))
        try await self.stock()
        let page = try await browser.get("/dashboard")
        #expect(page.status == .ok && page.text.contains("Is everything in order?"))
        #expect(page.text.contains("nothing waits") && !page.text.contains("What to do next"))
        #expect(try await browser.get("/dashboard", language: "zh-Hans").text.contains("一切正常吗？"))
    }

    @Test("The choice of an app keeps the environment, and an unknown app is the overview")
    func choice() async throws {
        let browser = try await self.stage.signedIn("ada", .viewer)
        for (query, path) in [
            ("name=shop", "/dashboard/apps/shop"), ("name=none", "/dashboard"),
            ("name=shop&environment=Sandbox", "/dashboard/apps/shop?environment=Sandbox"),
        ] {
            let opened = try await browser.get("/dashboard/app?\(query)")
            #expect(opened.status == .seeOther && opened.headers[.location] == path, "\(query)")
        }
    }

    @Test("The switch of environments has their names in the language of the page, and addresses that stay")
    func environments() async throws {
        try await self.stock()
        let browser = try await self.stage.signedIn("ada", .viewer)
        let here = "href=\"/dashboard/apps/shop?environment=Sandbox\""
        #expect(try await browser.get("/dashboard").text.contains("<a \(here)>Sandbox</a>"))
        let chinese = try await browser.get("/dashboard", language: "zh-Hans")
        #expect(chinese.text.contains("<a \(here)>沙盒</a>") && chinese.text.contains(">生产环境</a>"), "\(chinese.text)")
    }

    @Test("States, the refund rate, trials and other currencies are compared with the same time a week ago")
    func comparison() async throws {
        let now = self.stage.services.ambient.now()
        let sales: [(currency: String, amount: Int64, days: Int64)] = [
            ("USD", 1000, 0), ("USD", 1000, 0), ("EUR", 3000, 0), ("USD", 1000, 7), ("EUR", 2000, 7),
            ("JPY", 400_000, 7),
        ]
        for (number, sale) in sales.enumerated() {
            let at = now - .days(sale.days) - .hours(2)
            var period = Sample.period("\(number + 1)", of: "\(number + 1)", at: at)
            period.price = Money(amountMilliunits: sale.amount, currency: sale.currency)
            _ = try await self.stage.services.repository.record(Sample.notification(UInt64(number) + 1, about: period))
        }
        let page = try await self.stage.signedIn("ada", .viewer).get("/dashboard").text
        for part in [
            "<b>USD 2.00</b>", "EUR 3.00 <span class=\"d up\">▲ 50 %</span>",
            "JPY 0 <span class=\"d down\">▼ 100 %</span>", "0 % a week ago", "sales of 30 days: 0 / 6",
            "paid</span></td><td class=\"num\">6</td><td class=\"num\">3</td>",
            "Trials that began today: 0; a week ago", "the same day a week ago; time zone: UTC",
            "<span class=\"quiet\">of these, will not renew</span>",
        ] {
            #expect(page.contains(part), "\(part) is missing in \(page)")
        }
    }

    @Test("A currency that sold a week ago only is shown with its fall beside the only currency of today")
    func onlyAWeekAgo() async throws {
        let now = self.stage.services.ambient.now()
        for (number, sale) in [("USD", Int64(0)), ("USD", 0), ("EUR", 7)].enumerated() {
            let at = now - .days(sale.1) - .hours(2)
            var gems = Sample.gems("\(number + 1)", at: at, signedAt: at, number: UInt64(number) + 1)
            gems.price = Money(amountMilliunits: 2000, currency: sale.0)
            _ = try await self.stage.services.repository.record(Sample.notification(UInt64(number) + 1, about: gems))
        }
        let page = try await self.stage.signedIn("ada", .viewer).get("/dashboard").text
        #expect(page.contains("<b>USD 4.00</b>"), "\(page)")
        #expect(page.contains("EUR 0.00 <span class=\"d down\">▼ 100 %</span>"), "\(page)")
    }

    @Test("Before the first sale of a day its money is in the currency with the most sales of the last 30 days")
    func beforeTheFirstSale() async throws {
        let now = self.stage.services.ambient.now()
        for (number, sale) in [("BRL", Int64(3)), ("USD", 4), ("USD", 5), ("EUR", 40), ("EUR", 41)].enumerated() {
            var period = Sample.period("\(number + 1)", of: "\(number + 1)", at: now - .days(sale.1))
            period.price = Money(amountMilliunits: 1000, currency: sale.0)
            _ = try await self.stage.services.repository.record(Sample.notification(UInt64(number) + 1, about: period))
        }
        let page = try await self.stage.signedIn("ada", .viewer).get("/dashboard").text
        #expect(page.contains("<b>USD 0.00</b>") && page.contains("Revenue by hour, USD"), "\(page)")
    }

    @Test("The refund rate is the refunds of 30 days divided by their sales, and compared with the same a week ago")
    func refundRate() async throws {
        let now = self.stage.services.ambient.now()
        // The second one was sold before these days.
        let sales: [(days: Int64, refunded: Int64?)] = [(1, nil), (45, 2), (10, 9), (20, nil)]
        for (number, sale) in sales.enumerated() {
            let (at, refundedAt) = (now - .days(sale.days), sale.refunded.map { now - .days($0) })
            var gems = Sample.gems("\(number + 1)", at: at, signedAt: refundedAt ?? at, number: UInt64(number) + 1)
            gems.price = Money(amountMilliunits: 2000, currency: "USD")
            if let refundedAt {
                gems.revocation = Revocation(
                    revokedAt: refundedAt,
                    reason: 0,
                    type: "REFUND_FULL",
                    percentageMilliunits: nil
                )
            }
            _ = try await self.stage.services.repository.record(Sample.notification(UInt64(number) + 1, about: gems))
        }
        let page = try await self.stage.signedIn("ada", .viewer).get("/dashboard").text
        #expect(page.contains("<b>66.7 %</b>") && page.contains("sales of 30 days: 2 / 3"), "\(page)")
        #expect(page.contains("▲ from 50 % a week ago"), "\(page)")
    }

    @Test("Up to when Apple's history is complete is an instant, which a browser shows in its own zone")
    func complete() async throws {
        try await self.stock()
        try await self.stage.write(60, of: "purser_history_gap_seconds", .gauge, .minute)
        let page = try await self.stage.signedIn("ada", .viewer).get("/dashboard").text
        let until = self.stage.services.metrics.now() - .seconds(60)
        #expect(page.contains("<time datetime=\"\(until.rfc3339)\">"), "\(page)")
    }

    @Test(
        "The fulfillment delay is that of the oldest open purchase, and urgent from the limit of its alarm on",
        arguments: [
            (nil, 0.0, "nothing waits", false), (nil, 1800, "the oldest waits for 30 min", false),
            (nil, 7260, "2 h 1 min", true), (1800, 1800, "30 min", true), (7261, 7260, "2 h 1 min", false),
        ] as [(Double?, Double, String, Bool)]
    )
    func delay(limit: Double?, age: Double, text: String, isUrgent: Bool) async throws {
        var thresholds = AlarmThresholds()
        if let limit { thresholds[.fulfillmentDelay].limit = limit }
        let stage = try DashboardStage(thresholds: thresholds)
        try await self.stock(stage)
        let browser = try await stage.signedIn("ada", .viewer)
        #expect(!(try await browser.get("/dashboard").text.contains("Fulfillment delay")), "It was not measured.")
        try await stage.write(age, of: "purser_fulfillment_oldest_open_seconds", .gauge, .minute)
        let page = try await browser.get("/dashboard").text
        let line = try #require(page.firstRange(of: "Fulfillment delay").map { page[$0.lowerBound...] })
        let row = line.prefix(upTo: line.firstRange(of: "</tr>")?.lowerBound ?? line.endIndex)
        #expect(row.contains(text), "\(row)")
        #expect(row.contains("urgent") == isUrgent, "\(row)")
    }

    @Test("The navigation counts what waits for a person; an act counts anew, and otherwise five seconds do")
    func waiting() async throws {
        let badge = #"<span class="n"><span class="sr">waiting: </span>1</span>"#
        let browser = try await self.stage.signedIn("ada", .support)
        let path = "/dashboard/apps/shop/refunds"
        #expect(!(try await browser.get(path).text.contains("class=\"n\"")), "Nothing waits.")
        let id = try await self.stage.ask()
        try await self.stage.consent()
        try await self.stage.hold(id)
        #expect(!(try await browser.get(path).text.contains(badge)), "It was read just now.")
        self.stage.pass(.seconds(6))
        #expect(try await browser.get(path).text.contains("Refunds \(badge)"))
        let (_, confirmed) = try await browser.previewed(
            "\(path)/\(id)/answer",
            ["answer": "DECLINE", "reason": "spent all"]
        )
        #expect(try await browser.post("\(path)/\(id)/answer", confirmed).status == .seeOther)
        try await self.stage.decide("1", .declined)
        #expect(!(try await browser.get(path).text.contains("class=\"n\"")), "It waits no longer.")
    }
}
