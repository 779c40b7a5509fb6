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

    @Test("A late report comes later")
    func late() throws {
        let world = try Self.shop()
        let desk = ReportDesk(world: world)
        try Self.misbehave(world, .reportLate, milliseconds: 5 * 3_600_000)
        #expect(try ReportDesk.error(desk.sales("2026-01-31")).detail.hasPrefix("Report is not available yet."))
        try world.advance(by: .seconds(2 * 3600))
        #expect(desk.sales("2026-01-31").status == 200)
        #expect(throws: WorldError.missingField("fault.milliseconds", action: "addFault")) {
            try Self.misbehave(world, .reportLate)
        }
    }

    @Test("A report that is corrected later lacks a row at first")
    func corrected() throws {
        let world = try Self.shop()
        let desk = ReportDesk(world: world)
        try Self.misbehave(world, .reportCorrected, milliseconds: 24 * 3_600_000)
        #expect(try ReportDesk.salesRows(desk.sales("2026-01-31")).count == 1)
        try world.advance(by: .days(1))
        #expect(try ReportDesk.salesRows(desk.sales("2026-01-31")).count == 2)
    }

    @Test("A row split by device adds up to the row")
    func split() throws {
        let world = try Self.shop()
        let desk = ReportDesk(world: world)
        let whole = try ReportDesk.salesRows(desk.sales("2026-01-31"))
        try Self.misbehave(world, .reportSplit)
        let split = try ReportDesk.salesRows(desk.sales("2026-01-31"))
        #expect(split.filter { $0.sku == "coins.100" }.map(\.unitsThousandths) == [2000, 2000])
        #expect(ReportQuarter.sums(split) == ReportQuarter.sums(whole))
        #expect(try ReportDesk.rows(desk.sales("2026-01-31")).map { $0["Device"] }.contains("iPad"))
    }

    @Test("A new column shifts the others, and readers by name do not mind")
    func column() throws {
        let world = try Self.shop()
        let desk = ReportDesk(world: world)
        try Self.misbehave(world, .reportColumn)
        let report = try SalesReport(try ReportTable(try StoredGzip.content(desk.sales("2026-01-31").body)))
        #expect(report.unknownColumns.map(\.name) == ["Sales Channel"])
        #expect(report.unknownColumns.map(\.position) == [4])
        var skus: [String] = []
        try report.forEachRow { row throws(ReportError) in skus.append(row.sku) }
        #expect(skus == ["coins.100", "theme.dark"])
    }

    @Test("A cut file is no file, once, by rule and by header")
    func cut() throws {
        let world = try Self.shop()
        let desk = ReportDesk(world: world)
        let cut = desk.sales("2026-01-31", headers: ["x-sim-fault": "reportCut"])
        #expect(cut.status == 200)
        #expect(throws: StoredGzip.Mistake.self) { try StoredGzip.content(cut.body) }
        #expect(try ReportDesk.salesRows(desk.sales("2026-01-31")).count == 2)
        try Self.misbehave(world, .reportCut)
        #expect(desk.sales("2026-01-31").body == cut.body)
        let other = desk.sales("2026-01-31", headers: ["x-sim-fault": "error=503"])
        #expect(other.status == 503)
    }
}
