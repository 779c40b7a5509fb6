import AppStore
import AppStoreSimulator
import Testing

@Suite struct SalesReportTests {
    @Test("Every day of a quarter reports what its notifications contained, by product, country and currency")
    func days() throws {
        let quarter = try ReportQuarter()
        let client = ReportClient(world: quarter.world)
        for day in ReportQuarter.days {
            let rows = try client.salesRows(day)
            #expect(ReportQuarter.sums(rows) == quarter.truth[day] ?? [:], "\(day)")
            for row in rows {
                #expect(row.beginDate.text == day && row.endDate.text == day)
                #expect(row.customerPriceMilliunits <= 0 || !row.isRefund)
                #expect(row.proceedsMilliunits >= 0)
            }
        }
        let all = quarter.truth.values.flatMap(\.keys)
        #expect(all.contains { $0.isRefund && $0.currency == "JPY" } && all.contains { $0.currency == "GBP" })
        // Three in the morning in Greenwich is the day before in Los Angeles.
        #expect(try client.salesRows("2026-02-10").contains { $0.sku == "coins.100" && $0.unitsThousandths == 1000 })
    }

    @Test("Weeks, months and the year are the sums of their days")
    func periods() throws {
        let quarter = try ReportQuarter()
        let world = quarter.world
        let client = ReportClient(world: world)
        func truth(_ days: ClosedRange<String>) -> [ReportQuarter.Key: ReportQuarter.Sum] {
            ReportQuarter.sums(quarter.truth.filter { days.contains($0.key) }.map(\.value))
        }
        let week = try client.salesRows("2026-02-15", "WEEKLY")
        #expect(ReportQuarter.sums(week) == truth("2026-02-09"..."2026-02-15"))
        #expect(week.allSatisfy { $0.beginDate.text == "2026-02-09" && $0.endDate.text == "2026-02-15" })
        #expect(ReportQuarter.sums(try client.salesRows("2026-02", "MONTHLY")) == truth("2026-02-01"..."2026-02-28"))
        #expect(ReportQuarter.sums(try client.salesRows("2026-03", "MONTHLY")) == truth("2026-03-01"..."2026-03-31"))
        try world.advance(to: Timestamp(milliseconds: Shop.day("2027-01-06").milliseconds))
        #expect(try ReportClient.error(client.sales("2026", "YEARLY")).detail.hasPrefix("Report is not available yet."))
        try world.advance(by: .seconds(6 * 3600))
        let year = try client.salesRows("2026", "YEARLY")
        #expect(year.contains { $0.endDate.text == "2026-12-31" && $0.isRefund })
        let first = truth("2026-01-01"..."2026-05-14")
        for (key, sum) in ReportQuarter.sums(year) where key.isRefund { #expect(sum == first[key]) }
    }

    @Test("The columns are Apple's 28 in their order, and the same question has the same bytes as answer")
    func columns() throws {
        let client = ReportClient(world: try ReportQuarter().world)
        let answer = client.sales("2026-01-31")
        let text = String(decoding: try StoredGzip.content(answer.body), as: UTF8.self)
        let header = try #require(text.split(separator: "\n").first).split(separator: "\t").map(String.init)
        #expect(header.count == 28)
        #expect(header.prefix(3) == ["Provider", "Provider Country", "SKU"])
        #expect(header.suffix(3) == ["Preserved Pricing", "Client", "Order Type"])
        #expect(client.sales("2026-01-31").body == answer.body)
        #expect(ReportClient(world: try ReportQuarter().world).sales("2026-01-31").body == answer.body)
    }

    @Test("Proceeds are 70 percent, and 85 after a year of service; trials cost nothing; offers are named")
    func rates() throws {
        let world = try RichShop.world()
        try world.shop("anna", "basic.monthly")
        try world.shop("bert", "pro.monthly")
        try world.act(.redeem) {
            $0.customer = "carl"
            $0.code = "HELLO"
        }
        let client = ReportClient(world: world)
        try world.advance(to: Shop.day("2027-02-08"))
        let first = try client.salesRows("2026-02", "MONTHLY").filter { $0.sku == "basic.monthly" }
        #expect(first.map(\.proceedsMilliunits) == [3_500] && first.map(\.proceedsReason) == [""])
        #expect(first.map(\.subscription) == ["Renewal"] && first.map(\.period) == ["1 Month"])
        let later = try client.salesRows("2027-01", "MONTHLY").filter { $0.sku == "basic.monthly" }
        #expect(later.map(\.proceedsMilliunits) == [4_250] && later.map(\.proceedsReason) == ["Rate After One Year"])
    }

    @Test("A trial has no amount, an offer its order type, and a preserved price is marked")
    func terms() throws {
        let world = try RichShop.world()
        try world.shop("anna", "basic.monthly")
        try world.shop("bert", "pro.monthly")
        try world.act(.redeem) {
            $0.customer = "carl"
            $0.code = "HELLO"
        }
        try world.act(.changePrice) {
            $0.product = "basic.monthly"
            $0.price = 6_000
            $0.enabled = false
        }
        try world.advance(to: Shop.day("2026-03-10"))
        let client = ReportClient(world: world)
        let first = try client.salesRows("2026-01-31").filter { $0.sku == "pro.monthly" }
        #expect(
            first.contains { $0.customerPriceMilliunits == 0 && $0.proceedsMilliunits == 0 && $0.orderType.isEmpty }
        )
        #expect(first.allSatisfy { $0.subscription == "New" && $0.productType.kind == .autoRenewableSubscription })
        #expect(first.contains { $0.orderType == "Pay Up Front" && $0.customerPriceMilliunits == 9_000 })
        let kept = try client.salesRows("2026-02", "MONTHLY").filter { $0.sku == "basic.monthly" }
        #expect(kept.map(\.preservedPricing) == ["Yes"] && kept.map(\.customerPriceMilliunits) == [5_000])
    }

    @Test("An upgrade credits the rest of the period on its own day, and a later refund the remainder")
    func upgrade() throws {
        let world = try RichShop.world()
        let old = try #require(try world.shop("anna", "basic.monthly"))
        // Ten days of twenty-eight.
        try world.advance(by: .days(10))
        try world.shop("anna", "pro.monthly")
        try world.advance(by: .days(1))
        try world.refund(old.transactionId)
        try world.advance(by: .days(3))
        let client = ReportClient(world: world)
        let rows = try client.salesRows("2026-02-10")
        #expect(rows.map(\.sku) == ["basic.monthly", "pro.monthly"])
        #expect(rows.map(\.unitsThousandths) == [-640, 1000])
        #expect(rows.map(\.customerPriceMilliunits) == [-5_000, 10_000])
        #expect(rows.map(\.proceedsMilliunits) == [3_500, 7_000])
        #expect(rows.map(\.subscription) == ["New", "New"])
        #expect(try client.salesRows("2026-02-11").map(\.unitsThousandths) == [-360])
        let subscribers = try ReportClient.subscriberRows(
            client.sales("2026-02-10", type: "SUBSCRIBER", subType: "DETAILED")
        )
        #expect(subscribers.map(\.isRefund).contains(true) && subscribers.count == 2)
    }

    @Test("A downgrade credits nothing")
    func noCredit() throws {
        let world = try RichShop.world()
        try world.shop("anna", "pro.monthly")
        try world.advance(by: .days(2))
        try world.shop("anna", "basic.monthly")
        try world.advance(by: .days(12))
        for day in ["2026-01-31", "2026-02-02", "2026-02-07"] {
            #expect(try ReportClient(world: world).salesRows(day).allSatisfy { !$0.isRefund }, "\(day)")
        }
    }

    @Test("Restored purchases have no amount: a non-consumable is reported, a subscription is not")
    func restored() throws {
        let world = try RichShop.world()
        try world.shop("anna", "theme.dark")
        try world.shop("anna", "basic.monthly")
        try world.advance(by: .days(2))
        try world.act(.restore, "anna")
        try world.advance(by: .days(2))
        let rows = try ReportClient(world: world).salesRows("2026-02-02")
        #expect(rows.map(\.sku) == ["theme.dark"] && rows.map(\.productType.kind) == [.restored])
        #expect(rows.map(\.customerPriceMilliunits) == [0] && rows.map(\.proceedsMilliunits) == [0])
    }

    @Test("The Sandbox sells nothing")
    func sandbox() throws {
        let world = try RichShop.world(environment: .sandbox, behavior: .sandbox)
        try world.shop("anna", "coins.100")
        try world.advance(by: .days(2))
        #expect(try ReportClient(world: world).salesRows("2026-01-31").isEmpty)
    }
}
