import AppStore
import HTTPTypes
import Ledger
import PurserHTTP
import PurserService
import PurserTesting
import Testing

/// The charts of what subscriptions have paid, what became of refund requests, and what Apple pays.
@Suite struct DashboardValueChartTests {
    private static let base = "/dashboard/apps/shop/charts"

    let stage: DashboardStage

    init() throws {
        self.stage = try DashboardStage()
    }

    private static func lines(_ answer: TestServer.TestResponse) -> [String] {
        answer.text.split(separator: "\r\n").map(String.init)
    }

    @Test("Lifetime value is what a month's subscriptions have paid so far, less refunds, divided by their number")
    func lifetimeValue() async throws {
        for number in 1...4 {
            let id = "200000000000000\(number)"
            var payload = SamplePayloads.transaction(id: id, originalID: id)
            if number == 4 { (payload.currency, payload.price) = ("EUR", 8990) }
            try await self.stage.submit(payload, customer: "anna")
        }
        try await self.stage.submit(SamplePayloads.consumable(), customer: "anna")
        let browser = try await self.stage.signedIn("ada", .finance)
        let path = "\(Self.base)/lifetime-value"
        let before = Self.lines(try await browser.get("\(path)?export=csv"))
        #expect(before == ["beganIn,began,paidSoFar,lifetimeValue,currency", "2026-03,3,29.97,9.99,USD"])
        var refunded = SamplePayloads.transaction(id: "2000000000000003", originalID: "2000000000000003")
        refunded.revocationDate = refunded.signedDate
        refunded.revocationReason = .other
        refunded.revocationPercentage = 50_000
        refunded.signedDate = Timestamp(milliseconds: SamplePayloads.signedAt.milliseconds + 1)
        try await self.stage.submit(refunded, customer: "anna")
        let after = Self.lines(try await browser.get("\(path)?product=pro.monthly&export=csv"))
        #expect(after.last == "2026-03,3,24.975,8.325,USD")
        let euro = try await browser.get("\(path)?currency=EUR&export=json")
        #expect(euro.text.contains("\"began\":1,") && euro.text.contains("\"lifetimeValue\":8.99,"))
        let page = try await browser.get(path)
        #expect(page.text.contains("Lifetime value, USD") && page.text.contains("nothing is projected"))
        #expect(page.text.contains(">24.98<") && page.text.contains(">8.33<"), "\(page.text)")
        #expect(!page.text.contains("8.325"), "An average has the decimal places of its currency on a page.")
        #expect(page.text.contains("num hatched") && page.text.contains("subscriptions begin in this month"))
        #expect(page.text.contains("currency=EUR") && page.text.contains("/events?type=subscription.started"))
        #expect(page.text.contains(">Subscription started</a>"))
        let chinese = try await browser.get(path, language: "zh-Hans")
        #expect(chinese.text.contains("生命周期价值") && !chinese.text.contains("Lifetime value"))
    }

    @Test("Requests for refunds, refunds and what Apple declined each count on their own day")
    func outcomes() async throws {
        let repository = self.stage.services.repository
        for (id, uuid, hour) in [("1", "a", Int64(1)), ("2", "b", 2)] {
            _ = try await repository.record(RepositoryContract.askedRefund(id, uuid: uuid, hour: hour))
        }
        var declined = RepositoryContract.askedRefund("1", uuid: "c", hour: 30)
        let subject = try #require(declined.refund?.subject)
        declined.refund = RefundUpdate(
            transactionID: TransactionID("1"),
            subject: subject,
            signedRefunds: [SignedRefund(id: "c", kind: .declined, signedAt: Sample.beginning + .hours(30))]
        )
        _ = try await repository.record(declined)
        var paidBack = RepositoryContract.askedRefund("2", uuid: "d", hour: 50)
        paidBack.refund = nil
        paidBack.transactions[0].revocation = Revocation(
            revokedAt: Sample.beginning + .hours(50),
            reason: 0,
            type: "REFUND_FULL",
            percentageMilliunits: nil
        )
        _ = try await repository.record(paidBack)
        let browser = try await self.stage.signedIn("ada", .viewer)
        let path = "\(Self.base)/refund-outcomes?from=2026-01-01&to=2026-01-03&by=day"
        let file = Self.lines(try await browser.get("\(path)&export=csv"))
        #expect(
            file == [
                "when,requested,refunded,declined,reversed", "2026-01-01,2,0,0,0", "2026-01-02,0,0,1,0",
                "2026-01-03,0,1,0,0",
            ]
        )
        let other = Self.lines(try await browser.get("\(path)&product=other&export=csv"))
        #expect(other.dropFirst().allSatisfy { $0.hasSuffix(",0,0,0,0") } && other.count == 4, "\(other)")
        let split = "\(Self.base)/refund-requests?from=2026-01-01&to=2026-01-03&by=day&export=csv"
        let requests = Self.lines(try await browser.get(split))
        #expect(requests == ["when,gems", "2026-01-01,2", "2026-01-02,0", "2026-01-03,0"])
        let page = try await browser.get(path)
        #expect(page.text.contains("CONSUMPTION_REQUEST") && page.text.contains("/events?type=refund.declined"))
        let chinese = try await browser.get(path, language: "zh-Hans")
        #expect(chinese.text.contains("退款结果"))
    }

    @Test("Proceeds are those of Apple's report where one is stored, and an estimate on other days")
    func proceeds() async throws {
        let day = try #require(PacificDay(text: "2026-02-10"))
        _ = try await DashboardMoneyStage.report(day, units: 3, in: self.stage.services)
        try await DashboardMoneyStage.sell("77", on: day + 2, in: self.stage.services)
        let browser = try await self.stage.signedIn("ada", .viewer)
        let path = "\(Self.base)/proceeds"
        let file = Self.lines(try await browser.get("\(path)?export=csv"))
        #expect(file.count == 29 && file.first == "when,basis,proceeds,currency", "\(file)")
        // 0.99 without tax in the United States, less 30 %, is 0.693.
        for line in ["2026-02-10,report,2.10,USD", "2026-02-11,estimate,0.00,USD", "2026-02-12,estimate,0.69,USD"] {
            #expect(file.contains(line), "\(file)")
        }
        let same = Self.lines(try await browser.get("\(path)?export=csv", language: "zh-Hans"))
        #expect(same == file, "A file says in English where amounts come from.")
        let page = try await browser.get("\(path)?month=2026-02")
        #expect(page.text.contains("Proceeds, USD") && page.text.contains("reconciliation/2026-02-10"))
        #expect(page.text.contains("<svg class=\"chart\"") && page.text.contains("2026-02-10: report"), "\(page.text)")
        #expect(try await browser.get("\(path)?month=soon").status == .unprocessableContent)
        let chinese = try await browser.get(path, language: "zh-Hans")
        #expect(chinese.text.contains("收益，USD") && chinese.text.contains("估算"))
    }

    @Test("Proceeds begin with the currency of the other charts, and the Sandbox has none")
    func proceedsCurrency() async throws {
        let day = try #require(PacificDay(text: "2026-02-12"))
        for (number, currency) in ["USD", "EUR", "USD"].enumerated() {
            var snapshot = Sample.gems("\(number)", at: day.begin + .hours(9), signedAt: day.begin + .hours(9))
            snapshot.price = Money(amountMilliunits: 990, currency: currency)
            snapshot.storefront = currency == "EUR" ? "DEU" : "USA"
            let facts = Sample.facts([snapshot], app: DashboardMoneyStage.app)
            _ = try await self.stage.services.repository.record(facts)
        }
        let browser = try await self.stage.signedIn("ada", .viewer)
        let path = "\(Self.base)/proceeds?month=2026-02"
        for (chosen, currency) in [("", "USD"), ("&currency=eur", "EUR"), ("&currency=JPY", "JPY")] {
            let page = try await browser.get(path + chosen)
            #expect(page.text.contains("Proceeds, \(currency)"), "\(page.text)")
            let isNone = page.text.contains("There is no money in JPY in this time. There is some in: EUR, USD.")
            #expect(isNone == (currency == "JPY") && isNone != page.text.contains("/reconciliation/"), "\(page.text)")
        }
        #expect(try await browser.get("\(path)&currency=us").status == .unprocessableContent)
        let sandbox = try await browser.get("\(path)&environment=Sandbox")
        #expect(sandbox.status == .ok && sandbox.text.contains("The Sandbox has no proceeds"), "\(sandbox.text)")
        #expect(!sandbox.text.contains("<svg class=\"chart\"") && !sandbox.text.contains("reconciliation/"))
        let months = sandbox.text.matches(of: #/month=[0-9-]+/#).map { String($0.output) }
        #expect(Set(months) == ["month=2026-02"], "Only the switch of the environment keeps the month: \(months)")
    }

    @Test("Of a product that is no subscription, the pages of cohorts say that none begins with it")
    func noSubscription() async throws {
        let gems = Product(id: ProductID("gems"), kind: .consumable)
        let app = ServedApp(
            name: Sample.app,
            verifier: try TestShop().app.verifier,
            catalog: Catalog(products: [gems.id: gems])
        )
        let stage = try DashboardStage(app: app)
        let at = try #require(Instant(rfc3339: "2023-05-15T00:00:00Z"))
        _ = try await stage.services.repository.record(Sample.facts([Sample.period("1", of: "1", at: at)]))
        let browser = try await stage.signedIn("ada", .viewer)
        for chart in ["cohorts", "lifetime-value"] {
            let page = try await browser.get("\(Self.base)/\(chart)?product=gems").text
            #expect(page.contains("No subscription begins with this product"), "\(page)")
            #expect(!page.contains("Earlier months") && !page.contains("rel=\"next\""), "\(page)")
        }
    }

    @Test("Without a subscription or a sale, the pages say so")
    func empty() async throws {
        let browser = try await self.stage.signedIn("ada", .viewer)
        let value = try await browser.get("\(Self.base)/lifetime-value")
        #expect(value.status == .ok && value.text.contains("No subscription has begun yet."))
        #expect(!value.text.contains("<svg class=\"chart\""))
        let odd = try await browser.get("\(Self.base)/lifetime-value?product=%3Cscript%3E")
        #expect(odd.status == .ok && !odd.text.contains("<script>"), "\(odd.text)")
        let currency = try await browser.get("\(Self.base)/lifetime-value?currency=%22%3E")
        #expect(currency.status == .unprocessableContent, "\(currency.text)")
        #expect(currency.text.contains("Use the three-letter code of a currency"), "\(currency.text)")
        let small = try await browser.get("\(Self.base)/lifetime-value?currency=usd")
        #expect(small.text.contains("Lifetime value, USD"), "\(small.text)")
        for (month, says) in [
            ("2027-02", "This month has not begun yet."), ("2026-03", "Nothing was sold in these days"),
            ("2020-03", "Nothing was sold in these days"), ("2008-07", "Nothing was sold in these days"),
        ] {
            let proceeds = try await browser.get("\(Self.base)/proceeds?month=\(month)")
            #expect(proceeds.status == .ok && proceeds.text.contains(says), "\(month): \(proceeds.text)")
            #expect(!proceeds.text.contains("/reconciliation/"), "\(month): \(proceeds.text)")
        }
        for query in ["from=2027-01-01&to=2027-01-05", "from=2027-01-01&to=2027-01-05&environment=Sandbox"] {
            for path in [Self.base, "\(Self.base)/revenue"] {
                let future = try await browser.get("\(path)?\(query)").text
                #expect(future.contains("This time has not begun yet."), "\(future)")
                #expect(!future.contains("purser import"), "\(future)")
            }
        }
        let sandbox = try await browser.get("\(Self.base)?environment=Sandbox")
        #expect(sandbox.text.contains("There are no figures of the Sandbox for this time."), "\(sandbox.text)")
        #expect(!sandbox.text.contains("purser import"), "\(sandbox.text)")
        let charts = try await browser.get(Self.base)
        let nothing = "There are no figures for this time."
        #expect(charts.text.contains(nothing))
        #expect(try await browser.get("\(Self.base)/revenue").text.contains(nothing))
        try await self.stage.submit(SamplePayloads.consumable(), customer: "anna")
        #expect(try await !browser.get("\(Self.base)?range=365").text.contains(nothing))
        for title in ["Lifetime value</a>", "Proceeds</a>", "Refunds by outcome</a>"] {
            #expect(charts.text.contains(title), "\(title)")
        }
    }
}
