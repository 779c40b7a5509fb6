import AppStore
import AppStoreSimulator
import Testing

@Suite struct SubscriptionReportTests {
    @Test("The subscriber report has each charge and each refund of a subscription, under a number for each customer")
    func subscribers() throws {
        let quarter = try ReportQuarter()
        let client = ReportClient(world: quarter.world)
        let subscriptions: Set<String> = ["pro.monthly", "basic.monthly", "club.yearly"]
        for day in ReportQuarter.days {
            let truth = (quarter.truth[day] ?? [:]).filter { subscriptions.contains($0.key.product) }
            let answer = client.sales(day, type: "SUBSCRIBER", subType: "DETAILED")
            guard !truth.isEmpty else {
                #expect(answer.status == 404, "\(day)")
                continue
            }
            let rows = try ReportClient.subscriberRows(answer)
            #expect(rows.reduce(0) { $0 + $1.unitsThousandths } == truth.values.reduce(0) { $0 + $1.units }, "\(day)")
            let money = rows.reduce(Int64(0)) { sum, row in
                sum + (abs(row.customerPriceMilliunits) * row.unitsThousandths + 500) / 1000
            }
            #expect(money == truth.values.reduce(0) { $0 + $1.price }, "\(day)")
            #expect(rows.allSatisfy { $0.date.text == day && !$0.subscriberID.isEmpty })
            #expect(rows.contains(where: \.isRefund) == truth.keys.contains(where: \.isRefund))
            #expect(rows.allSatisfy { $0.isRefund == ($0.purchaseDate != nil) })
        }
    }

    @Test("The subscription report counts the subscriptions at the end of a day")
    func states() throws {
        let world = try RichShop.world()
        try world.shop("anna", "pro.monthly")
        try world.shop("bert", "basic.monthly")
        try world.shop("carl", "basic.monthly")
        try world.advance(by: .days(8))
        try world.act(.declineCard) { $0.customer = "bert" }
        try world.act(.cancel, "carl", "basic.monthly")
        try world.advance(by: .months(1))
        let client = ReportClient(world: world)
        func counts(_ day: String) throws -> [String: Int] {
            let rows = try ReportClient.rows(client.sales(day, type: "SUBSCRIPTION"))
            let names = [
                "Active Standard Price Subscriptions", "Active Free Trial Introductory Offer Subscriptions",
                "Billing Retry", "Subscribers",
            ]
            return Dictionary(
                uniqueKeysWithValues: names.map { name in
                    (name, rows.reduce(0) { $0 + (Int($1[name] ?? "") ?? 0) })
                }
            )
        }
        #expect(
            try counts("2026-01-31") == [
                "Active Standard Price Subscriptions": 2, "Active Free Trial Introductory Offer Subscriptions": 1,
                "Billing Retry": 0, "Subscribers": 3,
            ]
        )
        #expect(
            try counts("2026-03-05") == [
                "Active Standard Price Subscriptions": 1, "Active Free Trial Introductory Offer Subscriptions": 0,
                "Billing Retry": 1, "Subscribers": 1,
            ]
        )
    }

    @Test("The event report counts what happened on a day")
    func events() throws {
        let world = try RichShop.world()
        try world.shop("anna", "pro.monthly")
        try world.shop("bert", "basic.monthly")
        let purchase = try #require(try world.shop("carl", "basic.monthly"))
        try world.advance(by: .seconds(3600))
        try world.refund(purchase.transactionId)
        try world.advance(by: .days(8))
        try world.act(.cancel, "bert", "basic.monthly")
        try world.advance(by: .months(1))
        let client = ReportClient(world: world)
        func events(_ day: String) throws -> [String] {
            try ReportClient.rows(client.sales(day, type: "SUBSCRIPTION_EVENT")).map {
                "\($0["Event"] ?? "") \($0["Subscription Name"] ?? "") \($0["Quantity"] ?? "")"
            }
        }
        #expect(
            try events("2026-01-31") == [
                "Refund basic.monthly 1", "Start Introductory Offer pro.monthly 1", "Subscribe basic.monthly 2",
            ]
        )
        #expect(try events("2026-02-07") == ["Paid Subscription from Introductory Offer pro.monthly 1"])
        #expect(try events("2026-02-28") == ["Cancel basic.monthly 1"])
    }
}
