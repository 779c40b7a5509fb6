import Foundation
import HTTPTypes
import Ledger
import PurserHTTP
import PurserService
import PurserTesting
import Testing

/// The spans of charts: their names, the one that is not over, and the events that are behind them.
@Suite struct DashboardChartTimeTests {
    private static let base = "/dashboard/apps/shop/charts"

    /// A stage, at noon of 1 March 2026 in UTC, whose app has a time zone.
    private static func stage(in timeZone: String = "UTC") throws -> DashboardStage {
        let app = ServedApp(
            name: Sample.app,
            verifier: try TestShop().app.verifier,
            catalog: Catalog(timeZone: timeZone)
        )
        return try DashboardStage(app: app)
    }

    /// Records subscriptions that begin at these instants and run for 30 days.
    private static func begin(_ instants: [String], in stage: DashboardStage) async throws {
        for (place, text) in instants.enumerated() {
            let at = try #require(Instant(rfc3339: text))
            let period = Sample.period("\(place + 1)", of: "\(place + 1)", at: at)
            _ = try await stage.services.repository.record(Sample.notification(UInt64(place + 1), about: period))
        }
    }

    private static func lines(_ answer: TestServer.TestResponse) -> [String] {
        answer.text.split(separator: "\r\n").map(String.init)
    }

    // MARK: Spans

    @Test("The first month and week are those of the first day, also at the end of a month", arguments: 28...31)
    func first(day: Int) async throws {
        let stage = try Self.stage()
        try await Self.begin(["2026-01-30T00:00:00Z"], in: stage)
        let browser = try await stage.signedIn("ada", .viewer)
        let path = "\(Self.base)/movement?from=2026-01-\(day)&to=2026-02-28&export=csv"
        let months = Self.lines(try await browser.get("\(path)&by=month"))
        #expect(Array(months.dropFirst()) == ["2026-01,1,0,0,0", "2026-02,0,0,0,0"], "\(months)")
        let weeks = Self.lines(try await browser.get("\(path)&by=week"))
        #expect(weeks.count == 6 && weeks[1] == "2026-01-26,1,0,0,0", "\(weeks)")
    }

    @Test(
        "A file has each span with its year, and each hour with its offset from UTC",
        arguments: [("UTC", "+00:00"), ("Asia/Kathmandu", "+05:45"), ("America/St_Johns", "-03:30")]
    )
    func names(zone: String, offset: String) async throws {
        let browser = try await Self.stage(in: zone).signedIn("ada", .viewer)
        let path = "\(Self.base)/movement?from=2025-12-31&to=2026-01-01"
        let days = Self.lines(try await browser.get("\(path)&by=day&export=csv"))
        #expect(Array(days.dropFirst()) == ["2025-12-31,0,0,0,0", "2026-01-01,0,0,0,0"], "\(days)")
        let hours = try await browser.get("\(path)&by=hour&export=json")
        for text in ["2025-12-31T00:00:00\(offset)", "2026-01-01T23:00:00\(offset)"] {
            #expect(hours.text.contains("\"when\":\"\(text)\""), "\(hours.text)")
        }
        #expect(hours.text.components(separatedBy: "\"when\"").count == 49)
        let page = try await browser.get("\(path)&by=hour")
        #expect(page.text.contains("2026-01-01 23:00"), "\(page.text)")
    }

    @Test("A span that is not over is hatched in the table, and the line to it is dashed")
    func incomplete() async throws {
        let stage = try Self.stage()
        try await Self.begin(["2026-02-20T00:00:00Z"], in: stage)
        let browser = try await stage.signedIn("ada", .viewer)
        let dashed = "<path class=\"s1 incomplete\" d=\"M"
        let running = try await browser.get("\(Self.base)/mrr?from=2026-02-20&to=2026-03-01&by=day")
        #expect(running.text.components(separatedBy: "num hatched").count == 2, "\(running.text)")
        #expect(running.text.components(separatedBy: dashed).count == 2, "\(running.text)")
        let over = try await browser.get("\(Self.base)/mrr?from=2026-02-20&to=2026-02-28&by=day")
        #expect(over.text.contains("<path class=\"s1\" d=\"M"), "\(over.text)")
        #expect(!over.text.contains("hatched") && !over.text.contains(dashed), "\(over.text)")
    }

    @Test("A share below zero has a minus sign on a page, and a hyphen in a file")
    func negativeShare() async throws {
        let stage = try Self.stage()
        // One subscription runs, and another one returns after a gap.
        try await Self.begin(["2025-12-01T00:00:00Z", "2026-01-25T00:00:00Z"], in: stage)
        let again = Sample.period("3", of: "1", at: try #require(Instant(rfc3339: "2026-02-10T00:00:00Z")))
        _ = try await stage.services.repository.record(Sample.notification(3, about: again))
        let browser = try await stage.signedIn("ada", .viewer)
        let path = "\(Self.base)/churn?from=2026-02-10&to=2026-02-10&by=day"
        let page = try await browser.get(path)
        #expect(page.text.contains(">−100 %<") && !page.text.contains("-100 %"), "\(page.text)")
        let file = Self.lines(try await browser.get("\(path)&export=csv"))
        #expect(file.last == "2026-02-10,0.0,100.0,-100.0", "\(file)")
    }

    @Test(
        "A span is hatched until the trials that began in it can be over",
        arguments: [(nil, 13), ("P1W", 0), ("P1Y", 13)] as [(String?, Int)]
    )
    func trials(period: String?, hatched: Int) async throws {
        let product = Product(
            id: ProductID("plus"),
            kind: .autoRenewable,
            group: "plus",
            period: period.flatMap { CalendarPeriod($0) },
            hasIntroductoryOffer: true
        )
        let app = ServedApp(
            name: Sample.app,
            verifier: try TestShop().app.verifier,
            catalog: Catalog(products: [product.id: product])
        )
        let browser = try await DashboardStage(app: app).signedIn("ada", .viewer)
        // The time is noon of 1 March 2026, so 31 days before it is noon of 29 January.
        let days = "from=2026-01-20&to=2026-02-10&by=day"
        let page = try await browser.get("\(Self.base)/trial-conversion?\(days)").text
        #expect(page.components(separatedBy: "num hatched").count - 1 == hatched, "\(page)")
        let sandbox = try await browser.get("\(Self.base)/trial-conversion?\(days)&environment=Sandbox").text
        #expect(!sandbox.contains("num hatched"), "\(sandbox)")
        #expect(!(try await browser.get("\(Self.base)/trials?\(days)").text.contains("num hatched")))
    }

    @Test("Trials that began and payments after trials are lines, because their sum means nothing")
    func trialLines() async throws {
        let stage = try Self.stage()
        try await Self.begin(["2026-02-02T00:00:00Z"], in: stage)
        let browser = try await stage.signedIn("ada", .viewer)
        let page = try await browser.get("\(Self.base)/trials?from=2026-02-01&to=2026-02-10&by=day").text
        #expect(page.contains("<path class=\"s1\" d=\"M") && page.contains("<path class=\"s2\" d=\"M"), "\(page)")
        #expect(!page.contains("<rect class=\"s1\" x="), "\(page)")
        let axis = page.matches(of: #/<text x="56" y="[^"]+">([^<]+)</#).map { String($0.output.1) }
        #expect(axis == ["0", "1"], "A number of trials is whole: \(page)")
    }

    @Test(
        "Only the time that is shown is marked, and the days that whole weeks and months add are named",
        arguments: [
            ("range=84&from=2026-01-01&to=2026-02-10&by=day", nil, nil),
            ("from=2026-01-31&to=2026-03-01&by=day", "30 days", nil), ("range=7&by=day", "7 days", nil),
            (
                "from=2026-02-03&to=2026-02-10&by=week", nil,
                "Weeks are whole, from Monday: the days shown are 2026-02-02 to 2026-02-15."
            ),
            ("from=2026-02-02&to=2026-02-15&by=week", nil, nil),
            (
                "from=2026-02-03&to=2026-03-01&by=month", nil,
                "Months are whole: the days shown are 2026-02-01 to 2026-03-01."
            ),
            ("from=2026-02-01&to=2026-03-20&by=month", nil, nil), ("from=2026-03-04&to=2026-03-05&by=week", nil, nil),
        ] as [(String, String?, String?)]
    )
    func chosen(query: String, current: String?, says: String?) async throws {
        let stage = try Self.stage()
        try await Self.begin(["2026-02-02T00:00:00Z"], in: stage)
        let browser = try await stage.signedIn("ada", .viewer)
        for path in [Self.base, "\(Self.base)/movement"] {
            let page = try await browser.get("\(path)?\(query)").text
            let filters = try #require(page.firstMatch(of: #/<p class="filters".*?<\/p>/#)?.output)
            let marked = filters.firstMatch(of: #/aria-current="true">([^<]+)</#).map { String($0.output.1) }
            #expect(marked == current, "\(filters)")
            if let says { #expect(page.contains(says), "\(page)") } else { #expect(!page.contains("are whole")) }
        }
    }

    @Test("The switch of the environment keeps what was chosen, without the place in a list")
    func environment() async throws {
        let browser = try await Self.stage().signedIn("ada", .viewer)
        let chosen = "by=week&from=2026-02-02&product=one"
        let page = try await browser.get("\(Self.base)/movement?\(chosen)&cursor=2&done=doneSaved").text
        let address = "\(Self.base)/movement?\(chosen)".replacing("&", with: "&amp;")
        #expect(page.contains("href=\"\(address)\" aria-current"), "\(page)")
        let sandbox = "by=week&environment=Sandbox&from=2026-02-02&product=one".replacing("&", with: "&amp;")
        #expect(page.contains("href=\"\(Self.base)/movement?\(sandbox)\""), "\(page)")
    }

    @Test("The overview compares active subscriptions with the same time of day a week ago")
    func sameTime() async throws {
        let stage = try DashboardStage()
        // The second one began a week ago, later in the day.
        try await Self.begin(["2026-02-15T00:00:00Z", "2026-02-22T18:00:00Z"], in: stage)
        let page = try await stage.signedIn("ada", .viewer).get("/dashboard")
        #expect(page.text.contains("▲ 100 % against a week ago at 12:00"), "\(page.text)")
        let chinese = try await stage.signedIn("bert", .viewer).get("/dashboard", language: "zh-Hans")
        #expect(chinese.text.contains("▲ 100 % 与一周前 12:00 时相比"), "\(chinese.text)")
    }

    // MARK: Events

    @Test(
        "A chart leads to the events that its figures count",
        arguments: [
            (
                "movement",
                [
                    "subscription.started", "subscription.expired", "subscription.entered_retry",
                    "subscription.revoked", "subscription.resumed", "subscription.recovered",
                ]
            ),
            (
                "churn",
                [
                    "subscription.expired", "subscription.entered_retry", "subscription.revoked",
                    "subscription.resumed", "subscription.recovered",
                ]
            ),
            ("churn-reasons", ["subscription.expired", "subscription.entered_retry", "subscription.revoked"]),
            ("trials", ["subscription.started", "subscription.renewed"]),
            ("trial-conversion", ["subscription.started", "subscription.renewed"]),
        ]
    )
    func events(chart: String, expected: [String]) async throws {
        let browser = try await Self.stage().signedIn("ada", .viewer)
        let page = try await browser.get("\(Self.base)/\(chart)?from=2026-02-01&to=2026-02-10&by=day")
        let links = page.text.matches(of: #/events\?type=([a-z_.]+)&amp;since=2026-02-01&amp;until=2026-02-10"/#)
        #expect(links.map { String($0.output.1) } == expected, "\(page.text)")
    }

    @Test(
        "The events behind a chart are those of its days in UTC, which are those of whole spans",
        arguments: [
            ("UTC", "day", "2026-02-01", "2026-02-10"), ("Asia/Kathmandu", "day", "2026-01-31", "2026-02-10"),
            ("America/Los_Angeles", "day", "2026-02-01", "2026-02-11"), ("UTC", "month", "2026-02-01", "2026-02-28"),
        ]
    )
    func days(zone: String, unit: String, first: String, last: String) async throws {
        let stage = try Self.stage(in: zone)
        try await Self.begin(["2026-01-20T00:00:00Z", "2026-02-09T00:00:00Z", "2026-03-01T06:00:00Z"], in: stage)
        let browser = try await stage.signedIn("ada", .viewer)
        let page = try await browser.get("\(Self.base)/movement?from=2026-02-01&to=2026-02-10&by=\(unit)")
        let path = "/dashboard/apps/shop/events?type=subscription.started&since=\(first)&until=\(last)"
        #expect(page.text.contains("\(path.replacing("&", with: "&amp;"))\""), "\(page.text)")
        let list = try await browser.get(path)
        #expect(list.status == .ok && list.text.contains("chn_Production_2_"), "\(list.text)")
        #expect(!list.text.contains("chn_Production_1_") && !list.text.contains("chn_Production_3_"), "\(list.text)")
    }

    @Test("A day of the table leads to its events of the chosen product and storefront, and an hour to none")
    func rows() async throws {
        let stage = try Self.stage()
        let at = try #require(Instant(rfc3339: "2026-02-09T08:00:00Z"))
        for (number, product) in [(Int64(1), "one"), (2, "two"), (3, "one")] {
            // The third one began a day later.
            var period = Sample.period("\(number)", of: "\(number)", at: at + .days(number / 3))
            period.productID = ProductID(product)
            _ = try await stage.services.repository.record(Sample.notification(UInt64(number), about: period))
        }
        let browser = try await stage.signedIn("ada", .viewer)
        for (chart, event) in [("movement", 2), ("purchases", 1)] {
            let path = "\(Self.base)/\(chart)?from=2026-02-01&to=2026-02-10&product=one&storefront=usa"
            let page = try await browser.get("\(path)&by=day")
            let link = try #require(
                page.text.firstMatch(of: #/href="([^"]+)">2026-02-09<\/a>/#)?.output.1,
                "\(page.text)"
            )
            let list = try await browser.get(String(link).replacing("&amp;", with: "&"))
            let events = list.text.matches(of: #/\/events\/(chn_Production_[0-9_]+)"/#).map { String($0.output.1) }
            #expect(events == ["chn_Production_1_\(event)"], "\(link) \(list.text)")
            let says = page.text.contains("Only purchases state a storefront")
            #expect(says == (chart == "movement"), "\(page.text)")
        }
        let revenue = try await browser.get("\(Self.base)/revenue?from=2026-02-01&to=2026-02-10&by=day&currency=EUR")
        let behind = "&amp;until=2026-02-10&amp;currency=EUR\""
        #expect(revenue.text.components(separatedBy: behind).count == 4, "Two lists, and the last day: \(revenue.text)")
        #expect(!revenue.text.contains("Only purchases and refunds state a currency"), "\(revenue.text)")
        let recurring = try await browser.get("\(Self.base)/mrr?from=2026-02-01&to=2026-02-10&by=day&currency=EUR")
        #expect(recurring.text.contains("Only purchases and refunds state a currency"), "\(recurring.text)")
        let hours = try await browser.get("\(Self.base)/movement?from=2026-02-09&to=2026-02-09&by=hour")
        #expect(hours.text.contains("<td>2026-02-09 08:00</td>"), "\(hours.text)")
    }
}
