import AppStore
import AppStoreSimulator
import Testing

@Suite struct ReportFaultTests {
    private static func shop() throws -> World {
        let world = try RichShop.world()
        for name in ["anna", "bert", "carl", "dora"] { try world.shop(name, "coins.100") }
        try world.shop("anna", "theme.dark")
        // Eleven in the morning of the day after, in Los Angeles.
        try world.advance(to: Timestamp(milliseconds: 1_769_972_400_000))
        return world
    }

    private static func misbehave(_ world: World, _ effect: WorldFault.Effect, milliseconds: Int64? = nil) throws {
        var fault = WorldFault(effect)
        fault.milliseconds = milliseconds
        fault.match = "getSalesReports/SALES"
        try world.act(.addFault) { $0.fault = fault }
    }

    @Test("A late report becomes available later")
    func late() throws {
        let world = try Self.shop()
        let client = ReportClient(world: world)
        try Self.misbehave(world, .reportLate, milliseconds: 5 * 3_600_000)
        #expect(try ReportClient.error(client.sales("2026-01-31")).detail.hasPrefix("Report is not available yet."))
        try world.advance(by: .seconds(2 * 3600))
        #expect(client.sales("2026-01-31").status == 200)
        #expect(throws: WorldError.missingField("fault.milliseconds", action: "addFault")) {
            try Self.misbehave(world, .reportLate)
        }
    }

    @Test("A report that is corrected later lacks a row at first")
    func corrected() throws {
        let world = try Self.shop()
        let client = ReportClient(world: world)
        try Self.misbehave(world, .reportCorrected, milliseconds: 24 * 3_600_000)
        #expect(try ReportClient.salesRows(client.sales("2026-01-31")).count == 1)
        try world.advance(by: .days(1))
        #expect(try ReportClient.salesRows(client.sales("2026-01-31")).count == 2)
    }

    @Test("A row split by device adds up to the row")
    func split() throws {
        let world = try Self.shop()
        let client = ReportClient(world: world)
        let whole = try ReportClient.salesRows(client.sales("2026-01-31"))
        try Self.misbehave(world, .reportSplit)
        let split = try ReportClient.salesRows(client.sales("2026-01-31"))
        #expect(split.filter { $0.sku == "coins.100" }.map(\.unitsThousandths) == [2000, 2000])
        #expect(ReportQuarter.sums(split) == ReportQuarter.sums(whole))
        #expect(try ReportClient.rows(client.sales("2026-01-31")).map { $0["Device"] }.contains("iPad"))
    }

    @Test("A new column shifts the others, and readers by name do not mind")
    func column() throws {
        let world = try Self.shop()
        let client = ReportClient(world: world)
        try Self.misbehave(world, .reportColumn)
        let report = try SalesReport(try ReportTable(try StoredGzip.content(client.sales("2026-01-31").body)))
        #expect(report.unknownColumns.map(\.name) == ["Sales Channel"])
        #expect(report.unknownColumns.map(\.position) == [4])
        var skus: [String] = []
        try report.forEachRow { row throws(ReportError) in skus.append(row.sku) }
        #expect(skus == ["coins.100", "theme.dark"])
    }

    @Test("Reports on subscriptions and on money go wrong in the same ways")
    func otherReports() throws {
        let world = try RichShop.world()
        for (name, storefront) in [("anna", "USA"), ("bert", "DEU"), ("carl", "JPN")] {
            try world.shop(name, "basic.monthly") { $0.storefront = storefront }
        }
        // The fiscal month of February, in which January's last day is settled, has its report by then.
        try world.advance(to: Shop.day("2026-04-03"))
        let client = ReportClient(world: world)
        func subscribers(_ fault: String?) -> AppleAPIResponse {
            let headers = fault.map { ["x-sim-fault": $0] } ?? [:]
            return client.sales("2026-01-31", type: "SUBSCRIBER", subType: "DETAILED", headers: headers)
        }
        func finance(_ effect: WorldFault.Effect?, milliseconds: Int64? = nil) throws -> AppleAPIResponse {
            if let effect {
                var fault = WorldFault(effect)
                fault.milliseconds = milliseconds
                fault.match = "getFinanceReports/FINANCIAL"
                try world.act(.addFault) { $0.fault = fault }
            }
            let answer = client.finance("2026-05")
            try world.act(.clearFaults)
            return answer
        }
        let year: Int64 = 365 * 86_400_000
        let rows = try ReportClient.subscriberRows(subscribers(nil)).count
        let lines = try ReportClient.financialRows(finance(nil)).count
        #expect(rows == 3 && lines >= 3)
        #expect(subscribers("reportLate=\(year)").status == 404)
        #expect(try finance(.reportLate, milliseconds: year).status == 404)
        #expect(try ReportClient.subscriberRows(subscribers("reportCorrected=\(year)")).count == rows - 1)
        // Its totals are those of the rows that it has.
        #expect(try ReportClient.financialRows(finance(.reportCorrected, milliseconds: year)).count == lines - 1)
        #expect(try ReportClient.rows(subscribers("reportSplit")).map { $0["Device"] }.contains("iPad"))
        #expect(try ReportClient.rows(subscribers("reportColumn")).allSatisfy { $0["Sales Channel"] == "App Store" })
        let wide = try FinancialReport(try StoredGzip.content(try finance(.reportColumn).body))
        #expect(wide.unknownColumns.map(\.name) == ["Sales Channel"])
        for cut in [subscribers("reportCut"), try finance(.reportCut)] {
            #expect(cut.status == 200)
            #expect(throws: StoredGzip.Mistake.self) { try StoredGzip.content(cut.body) }
        }
    }

    @Test("A truncated file is invalid, by fault and by header")
    func cut() throws {
        let world = try Self.shop()
        let client = ReportClient(world: world)
        let cut = client.sales("2026-01-31", headers: ["x-sim-fault": "reportCut"])
        #expect(cut.status == 200)
        #expect(throws: StoredGzip.Mistake.self) { try StoredGzip.content(cut.body) }
        #expect(try ReportClient.salesRows(client.sales("2026-01-31")).count == 2)
        try Self.misbehave(world, .reportCut)
        #expect(client.sales("2026-01-31").body == cut.body)
        let other = client.sales("2026-01-31", headers: ["x-sim-fault": "error=503"])
        #expect(other.status == 503)
    }
}
