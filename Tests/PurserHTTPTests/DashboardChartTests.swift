import AppStore
import Foundation
import HTTPTypes
import Ledger
import PurserHTTP
import PurserService
import PurserTesting
import Testing

@Suite struct DashboardChartTests {
    let stage: DashboardStage

    init() throws {
        self.stage = try DashboardStage()
    }

    /// Sells three subscriptions at 9.99 and refunds half of one.
    private func sell() async throws {
        for number in 1...3 {
            let id = "200000000000000\(number)"
            try await self.stage.submit(SamplePayloads.transaction(id: id, originalID: id), customer: "anna")
        }
        var refunded = SamplePayloads.transaction(id: "2000000000000003", originalID: "2000000000000003")
        refunded.revocationDate = refunded.signedDate
        refunded.revocationReason = .other
        refunded.revocationPercentage = 50_000
        refunded.signedDate = Timestamp(milliseconds: SamplePayloads.signedAt.milliseconds + 1)
        try await self.stage.submit(refunded, customer: "anna")
    }

    @Test("The overview shows the money and the purchases of today, and the subscriptions by state")
    func today() async throws {
        try await self.sell()
        let browser = try await self.stage.signedIn("ada", .viewer)
        let page = try await browser.get("/dashboard")
        #expect(page.status == .ok)
        #expect(page.text.contains("<b>USD 24.98</b>"), "\(page.text)")
        #expect(page.text.contains("<b>3</b>") && page.text.contains("Purchases today"))
        #expect(page.text.contains("33.3 %") && page.text.contains("sales of 30 days: 1 / 3"))
        #expect(page.text.contains("<svg class=\"chart\""))
        let chinese = try await browser.get("/dashboard", language: "zh-Hans")
        #expect(chinese.text.contains("今日收入") && !chinese.text.contains("Revenue today"))
    }

    @Test("The page with all charts has each with its definition, and the same numbers as a table")
    func all() async throws {
        try await self.sell()
        let browser = try await self.stage.signedIn("ada", .viewer)
        let page = try await browser.get("/dashboard/apps/shop/charts?range=365")
        #expect(page.status == .ok)
        for title in ["Revenue, USD", "MRR, USD", "Churn", "Trial conversion", "Cohort retention", "Offers that began"]
        {
            #expect(page.text.contains("\(title)</a>"), "\(title)")
        }
        #expect(page.text.contains("price × 30.436875 / days"))
        let (bars, values) = ("<g class=\"s1\"><path d=\"M", "<rect class=\"s1\" x=")
        #expect(page.text.contains(bars), "The bars of a series are one shape where all charts are.")
        let one = try await browser.get("/dashboard/apps/shop/charts/revenue?range=365")
        #expect(one.text.contains(values) && !one.text.contains(bars), "Each bar states its value.")
        let identifiers = page.text.matches(of: #/ id="([^"]+)"/#).map { String($0.output.1) }
        #expect(Set(identifiers).count == identifiers.count)
    }

    @Test("The charts of a week with sales in each hour stay small, and a split by product is by day")
    func week() async throws {
        // The time is noon of 1 March 2026.
        let first = try #require(Instant(rfc3339: "2026-02-23T00:00:00Z"))
        for number in Int64(0)..<150 {
            let id = "\(100 + number)"
            var period = Sample.period(id, of: id, at: first + .hours(number))
            period.productID = ProductID("pro.\(number % 7)")
            period.storefront = ["USA", "DEU", "JPN", "FRA", "GBR", "CHN", "BRA"][Int(number % 7)]
            _ = try await self.stage.services.repository.record(Sample.notification(UInt64(number) + 1, about: period))
        }
        let browser = try await self.stage.signedIn("ada", .viewer)
        let base = "/dashboard/apps/shop/charts"
        // With the style sheet, the script and the icon a page has at most 100 KB.
        let maximum = 76_000
        let page = try await browser.get("\(base)?range=7")
        #expect(page.status == .ok && page.text.utf8.count < maximum, "\(page.text.utf8.count)")
        #expect(page.text.contains("longer spans than you chose") && page.text.contains(">02-27 04:00<"))
        #expect(page.text.contains("hours are not kept of each product"))
        let month = try await browser.get("\(base)?range=30")
        #expect(month.text.utf8.count < maximum, "\(month.text.utf8.count)")
        #expect(!month.text.contains("longer spans than you chose") && !month.text.contains("hours are not kept"))
        let one = try await browser.get("\(base)/purchases?range=7")
        #expect(one.text.contains("2026-02-28 23:00") && !one.text.contains("hours are not kept"))
        #expect(one.text.utf8.count < maximum, "\(one.text.utf8.count)")
        for chosen in ["products?range=7", "purchases?range=7&product=pro.1", "purchases?range=7&storefront=USA"] {
            let split = try await browser.get("\(base)/\(chosen)")
            #expect(split.text.contains("hours are not kept"), "\(chosen)")
            #expect(split.text.contains(">2026-02-28</a>") && !split.text.contains("23:00"), "\(chosen)")
        }
    }

    @Test("Numbers of all currencies are added up, and amounts are those of the currency with the most sales")
    func currencies() async throws {
        let first = try #require(Instant(rfc3339: "2026-02-25T00:00:00Z"))
        for (number, currency) in ["USD", "EUR", "EUR", "JPY"].enumerated() {
            var period = Sample.period("\(number + 1)", of: "\(number + 1)", at: first + .hours(Int64(number)))
            period.price = Money(amountMilliunits: 1000, currency: currency)
            _ = try await self.stage.services.repository.record(Sample.notification(UInt64(number) + 1, about: period))
        }
        let browser = try await self.stage.signedIn("ada", .viewer)
        let base = "/dashboard/apps/shop/charts"
        let purchases = try await browser.get("\(base)/purchases?from=2026-02-25&to=2026-02-25&by=day&export=csv")
        #expect(purchases.text.contains("2026-02-25,4,0,0"), "\(purchases.text)")
        let amounts = [
            ("", "2.00", "0.00"), ("&currency=USD", "1.00", "0.00"), ("&currency=JPY", "1", "0"),
            ("&currency=GBP", "0.00", "0.00"),
        ]
        for (chosen, amount, zero) in amounts {
            let path = "\(base)/revenue?from=2026-02-25&to=2026-02-25&by=day\(chosen)"
            let revenue = try await browser.get("\(path)&export=csv")
            #expect(revenue.text.contains("2026-02-25,\(amount),\(zero),\(zero),\(zero)"), "\(revenue.text)")
            let page = try await browser.get(path)
            #expect(page.text.contains("<td class=\"num\">\(amount)</td>"), "\(chosen): \(page.text)")
            for currency in ["EUR", "JPY", "USD"] { #expect(page.text.contains(">\(currency)</a>"), "\(chosen)") }
        }
        let counts = try await browser.get("\(base)/purchases?currency=JPY")
        #expect(!counts.text.contains(">EUR</a>"), "Numbers are of all currencies, so there is nothing to choose.")
        let all = try await browser.get("\(base)?currency=JPY")
        for path in ["lifetime-value", "proceeds"] {
            #expect(all.text.contains("/charts/\(path)?currency=JPY\""), "\(all.text)")
        }
        let same = try await browser.get(base)
        #expect(same.text.contains("/charts/proceeds?currency=EUR\""), "The others begin with the same currency.")
    }

    @Test("A chart's file has the numbers of its formula: sales on their day, refunds below zero")
    func file() async throws {
        try await self.sell()
        let browser = try await self.stage.signedIn("ada", .finance)
        let file = try await browser.get("/dashboard/apps/shop/charts/revenue?range=365&export=csv")
        #expect(file.headers[.contentType] == "text/csv; charset=utf-8")
        let lines = file.text.split(separator: "\r\n").map(String.init)
        #expect(lines.first == "when,new,renewals,one-time,refunded,currency")
        let fields = try #require(lines.last).split(separator: ",").map(String.init)
        try #require(fields.count == 6)
        #expect(fields[5] == "USD" && file.headers[.contentDisposition]?.contains("revenue-USD.csv") == true)
        #expect(fields[1] == "29.97" && fields[2] == "0.00" && fields[3] == "0.00")
        #expect(fields[0] == "2026-03" && fields[4] == "-4.995", "\(fields)")
        let active = "/dashboard/apps/shop/charts/active?range=365&export=json"
        let json = try await browser.get(active)
        #expect(json.text.contains("\"paid\":2,"), "A refund ends the period, also one of half the price.")
        let chinese = try await browser.get("/dashboard/apps/shop/charts/revenue?range=365", language: "zh-Hans")
        #expect(chinese.text.contains("新购") && chinese.text.contains("续期"), "\(chinese.text)")
        #expect(chinese.text.contains("收入，USD") && !chinese.text.contains("收入, USD"), "\(chinese.text)")
        let revenue = "/dashboard/apps/shop/charts/revenue?range=365&export=csv"
        #expect(try await browser.get(revenue, language: "zh-Hans").text == file.text)
        #expect(try await browser.get(active, language: "zh-Hans").text == json.text)
    }

    @Test("Charts of one product have its figures alone, and lead to the events behind them")
    func product() async throws {
        try await self.sell()
        let browser = try await self.stage.signedIn("ada", .viewer)
        let page = try await browser.get("/dashboard/apps/shop/charts/purchases?product=other&export=json")
        #expect(page.text.contains("\"new\":0,") && !page.text.contains("\"new\":3,"))
        let split = try await browser.get("/dashboard/apps/shop/charts/products")
        #expect(split.text.contains("pro.monthly"))
        let events = "/events?type=transaction.recorded&amp;since=2026-01-31&amp;until=2026-03-01\""
        #expect(split.text.contains(events), "\(split.text)")
        let cohorts = try await browser.get("/dashboard/apps/shop/charts/cohorts")
        #expect(cohorts.text.contains("Began in"))
        let month = "since=2026-03-01&amp;until=2026-03-31&amp;product=pro.monthly\">2026-03</a>"
        #expect(cohorts.text.contains("/events?type=subscription.started&amp;\(month)"), "\(cohorts.text)")
    }

    @Test("A value of a line between days without one is a dot")
    func dot() async throws {
        try await self.sell()
        let browser = try await self.stage.signedIn("ada", .viewer)
        let page = try await browser.get("/dashboard/apps/shop/charts/refund-rate")
        let dots = page.text.split(separator: "a2 2 0 1 0 4 0").count - 1
        #expect(dots == 2, "Only one day has sales, and there are two lines: \(page.text)")
    }

    @Test("A chart that there is not, a time with too many spans and an empty app have their page")
    func odd() async throws {
        let browser = try await self.stage.signedIn("ada", .viewer)
        let base = "/dashboard/apps/shop/charts"
        #expect(try await browser.get("\(base)/none").status == .notFound)
        let long = try await browser.get("\(base)/revenue?from=2001-01-01&to=2026-01-01&by=hour")
        #expect(long.status == .ok && long.text.contains("longer than you chose"), "\(long.text)")
        #expect(long.text.contains(">2026-01<") && long.text.contains("value=\"hour\" selected"))
        let tooLong = try await browser.get("\(base)/revenue?from=1901-01-01&to=2026-01-01")
        #expect(tooLong.status == .unprocessableContent && tooLong.text.contains("too many spans"))
        #expect(tooLong.text.contains("name=\"from\" value=\"1901-01-01\""), "The controls are still there.")
        #expect(try await browser.get(base).status == .ok)
        for query in ["?storefront=%3Cscript%3E", "?currency=%22%3E", "?product=%3Cscript%3E"] {
            let page = try await browser.get("\(base)\(query)")
            #expect(!page.text.contains("<script>") && !page.text.contains("=\"\">\""), "\(query)")
        }
        #expect(try await browser.get("\(base)/cohorts").text.contains("No subscription has begun yet."))
    }

    @Test(
        "What cannot be a choice is refused by its field, on the page where it can be corrected",
        arguments: [
            ("from=2026-02-17&to=2026-01-01", "From: The first day must not be after the last one, 2026-01-01."),
            ("from=2026-02-30&to=2026-03-01", "From: Enter a day such as 2026-11-27."),
            ("to=x", "To: Enter a day such as 2026-11-27."), ("by=z", "By: Choose a value from the list."),
            ("range=9", "Choose a value from the list."),
            ("storefront=zz", "Storefront: Use the three-letter code of a storefront, such as CHN or USA."),
            ("currency=us", "Currency: Use the three-letter code of a currency, such as USD."),
        ]
    )
    func mistakes(query: String, says: String) async throws {
        let browser = try await self.stage.signedIn("ada", .viewer)
        for path in ["charts", "charts/revenue"] {
            let page = try await browser.get("/dashboard/apps/shop/\(path)?\(query)")
            #expect(page.status == .unprocessableContent && page.text.contains(says), "\(page.text)")
            #expect(page.text.contains("<details class=\"controls\" open>"), "\(page.text)")
        }
    }

    @Test("A storefront may be written small and with two letters, and what has no figures is named")
    func storefronts() async throws {
        try await self.sell()
        let browser = try await self.stage.signedIn("ada", .viewer)
        let path = "/dashboard/apps/shop/charts/purchases?range=365&export=csv"
        let all = try await browser.get("\(path)&storefront=USA").text
        #expect(all.contains("2026-03,3,0,0"), "\(all)")
        for storefront in ["usa", "us", "US"] {
            #expect(try await browser.get("\(path)&storefront=\(storefront)").text == all, "\(storefront)")
        }
        let revenue = "/dashboard/apps/shop/charts/revenue?range=365"
        let product = try await browser.get("\(revenue)&product=nope")
        #expect(product.status == .ok && product.text.contains("The catalog has no product nope"), "\(product.text)")
        #expect(product.text.contains("<option value=\"nope\" selected>"), "The form keeps it: \(product.text)")
        for chart in ["cohorts", "lifetime-value"] {
            let page = try await browser.get("/dashboard/apps/shop/charts/\(chart)?product=nope")
            #expect(page.status == .ok && page.text.contains("The catalog has no product nope"), "\(page.text)")
            #expect(!page.text.contains(">2026-03</a>"), "No other product stands for it: \(page.text)")
        }
        let currency = try await browser.get("\(revenue)&currency=XXX")
        #expect(currency.text.contains("no money in XXX in this time. There is some in: USD."), "\(currency.text)")
    }

    @Test("Churn has what was recovered between gross and net")
    func churn() async throws {
        let browser = try await self.stage.signedIn("ada", .viewer)
        let file = try await browser.get("/dashboard/apps/shop/charts/churn?export=csv")
        #expect(file.text.hasPrefix("when,gross,recovered,net\r\n"), "\(file.text)")
    }

    @Test("A cell of the cohorts is hatched until its last member has had the time to get there")
    func incompleteCohorts() async throws {
        // The time is 1 March 2026.
        let periods = [
            ("1", "1", "2025-11-15T00:00:00Z"), ("2", "1", "2025-12-15T00:00:00Z"), ("3", "3", "2026-02-10T00:00:00Z"),
        ]
        func stage(period: CalendarPeriod?) async throws -> DashboardStage {
            let repository = InMemoryRepository()
            for (id, original, begunAt) in periods {
                let at = try #require(Instant(rfc3339: begunAt))
                let period = Sample.period(id, of: original, at: at, reason: id == "2" ? .renewal : .purchase)
                _ = try await repository.record(Sample.facts([period]))
            }
            let product = Product(id: Self.monthly, kind: .autoRenewable, group: "plus", period: period)
            let app = ServedApp(
                name: Sample.app,
                verifier: try TestShop().app.verifier,
                catalog: Catalog(products: [product.id: product])
            )
            return try DashboardStage(repository: repository, app: app)
        }
        let path = "/dashboard/apps/shop/charts/cohorts"
        let browser = try await stage(period: CalendarPeriod("P1M")).signedIn("ada", .viewer)
        let page = try await browser.get(path)
        #expect(page.text.components(separatedBy: "num hatched").count == 2, "\(page.text)")
        #expect(page.text.contains("0 %<small>0</small><span class=\"sr\"> not complete yet</span>"), "\(page.text)")
        #expect(page.text.contains("Hatched: not complete yet"))
        let chinese = try await browser.get(path, language: "zh-Hans")
        #expect(chinese.text.contains("斜线：尚不完整") && chinese.text.contains("<span class=\"sr\"> 尚不完整</span>"))
        let file = try await browser.get("\(path)?export=csv")
        #expect(file.text.contains("2026-02,1,1,0,1") && file.text.contains("2025-11,1,1,1,4"), "\(file.text)")
        let untimed = try await stage(period: nil).signedIn("ada", .viewer).get(path)
        #expect(!untimed.text.contains("hatched") && untimed.text.contains("does not state the period"))
    }

    @Test("A page of cohorts has 24 months and leads to those before them, and a file has all of them")
    func earlierCohorts() async throws {
        let repository = InMemoryRepository()
        // The time is 1 March 2026.
        for (id, begunAt) in [("1", "2023-05-15T00:00:00Z"), ("2", "2026-02-10T00:00:00Z")] {
            let at = try #require(Instant(rfc3339: begunAt))
            _ = try await repository.record(Sample.facts([Sample.period(id, of: id, at: at)]))
        }
        let browser = try await DashboardStage(repository: repository).signedIn("ada", .viewer)
        for chart in ["cohorts", "lifetime-value"] {
            let path = "/dashboard/apps/shop/charts/\(chart)"
            let page = try await browser.get(path)
            let next = "cursor=2023-05\" rel=\"next\""
            #expect(page.text.contains("2026-02") && page.text.contains(next), "\(page.text)")
            let earlier = try await browser.get("\(path)?cursor=2023-05")
            #expect(earlier.text.contains(">2023-05</a>"), "\(earlier.text)")
            #expect(!earlier.text.contains("2026-02") && !earlier.text.contains("rel=\"next\""), "\(earlier.text)")
            let file = try await browser.get("\(path)?export=csv")
            #expect(file.text.contains("\r\n2026-02,1,") && file.text.contains("\r\n2023-05,1,"), "\(file.text)")
            #expect(try await browser.get("\(path)?cursor=soon").status == .unprocessableContent)
        }
    }

    @Test("Where nothing began for 24 months, the page of cohorts says so and leads to the months before them")
    func dormantCohorts() async throws {
        let repository = InMemoryRepository()
        let at = try #require(Instant(rfc3339: "2023-05-15T00:00:00Z"))
        _ = try await repository.record(Sample.facts([Sample.period("1", of: "1", at: at)]))
        let browser = try await DashboardStage(repository: repository).signedIn("ada", .viewer)
        for chart in ["cohorts", "lifetime-value"] {
            let path = "/dashboard/apps/shop/charts/\(chart)"
            let page = try await browser.get(path)
            #expect(page.text.contains("No subscription began in the last 24 months."), "\(page.text)")
            let earlier = try await browser.get("\(path)?cursor=2023-05")
            #expect(earlier.text.contains(">2023-05</a>"), "\(earlier.text)")
            let file = try await browser.get("\(path)?export=csv")
            #expect(file.text.contains("\r\n2023-05,1,"), "\(file.text)")
        }
    }

    @Test("Lifetime value stays in the currency that is asked for, on pages and in files where others began too")
    func lifetimeCurrency() async throws {
        let repository = InMemoryRepository()
        for (id, begunAt, currency) in [
            ("1", "2023-05-15T00:00:00Z", "EUR"), ("2", "2023-04-15T00:00:00Z", "USD"),
            ("3", "2023-03-15T00:00:00Z", "USD"), ("4", "2026-02-10T00:00:00Z", "EUR"),
        ] {
            var period = Sample.period(id, of: id, at: try #require(Instant(rfc3339: begunAt)))
            period.price = Money(amountMilliunits: 9990, currency: currency)
            _ = try await repository.record(Sample.facts([period]))
        }
        let browser = try await DashboardStage(repository: repository).signedIn("ada", .viewer)
        let path = "/dashboard/apps/shop/charts/lifetime-value"
        let newest = try await browser.get("\(path)?currency=USD")
        #expect(newest.text.contains("Lifetime value, USD") && !newest.text.contains(">2026-02</a>"), "\(newest.text)")
        #expect(newest.text.contains("No subscription of these months began in this currency."), "\(newest.text)")
        // Most subscriptions of the earlier months began in USD, but those of the newest months decide.
        let earlier = try await browser.get("\(path)?cursor=2023-05")
        #expect(earlier.text.contains("Lifetime value, EUR"), "\(earlier.text)")
        #expect(!earlier.text.contains(">2023-04</a>"), "\(earlier.text)")
        let file = try await browser.get("\(path)?currency=USD&export=csv")
        #expect(file.text.contains("\r\n2023-04,1,") && !file.text.contains("\r\n2023-05"), "\(file.text)")
    }

    private static let monthly = ProductID("com.example.plus.monthly")
}
