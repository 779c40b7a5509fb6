import Ledger
import PurserService
import PurserTesting
import Testing

/// A fiscal month against Apple's finance report, through the service.
@Suite struct FiscalSettlementTests {
    private static let columns = [
        "Start Date", "End Date", "Vendor Identifier", "Quantity", "Partner Share", "Extended Partner Share",
        "Partner Share Currency", "Sales or Return", "Apple Identifier", "Title", "Product Type Identifier",
        "Country Of Sale", "Promo Code", "Customer Price", "Customer Currency",
    ]
    private static let month = FiscalMonth(of: ReconciliationStage.day)

    /// Stores a financial report of all regions with these rows: product, country, units and proceeds of one; products
    /// without a known type are consumables.
    private static func report(
        _ rows: [(String, String, Int, String)],
        _ types: [String: String] = [:],
        in stage: ReconciliationStage
    ) async throws {
        var text = Self.columns.joined(separator: "\t") + "\n"
        for (product, country, units, share) in rows {
            let cells = [
                "03/01/2026", "03/28/2026", product, "\(units)", share, share, "EUR", units < 0 ? "R" : "S", "1",
                "Gems",
                types[product] ?? "IA1", country, "", "4.99", "EUR",
            ]
            text += cells.joined(separator: "\t") + "\n"
        }
        _ = try await stage.reports.add(
            Array(text.utf8),
            named: "85123456_0626_ZZ.txt",
            to: stage.app,
            origin: .file,
            by: RequestOrigin(name: "erin")
        )
    }

    @Test("Settled amounts are owed, others are in transit, and settlements without a sale are reported")
    func settled() async throws {
        let stage = try ReconciliationStage()
        let month = try #require(Self.month.text == "2026-06" ? Self.month : nil)
        try await stage.sell("1", on: ReconciliationStage.day)
        try await stage.sell("2", on: ReconciliationStage.day)
        await #expect(throws: ReconciliationError.financeReportMissing(month)) {
            try await stage.service().settle(month, of: stage.app)
        }
        // `--month` is a calendar month, of which no finance report is made.
        let remedy = ReconciliationError.financeReportMissing(month).remedy
        #expect(remedy.hasSuffix("purser reports fetch --fiscal 2026-06"))
        try await Self.report(
            [("gems.600", "DE", 1, "2.94"), ("gems.600", "FR", 1, "2.94"), ("swords", "DE", 1, "9.00")],
            in: stage
        )
        let span = try await stage.service().settle(month, of: stage.app)
        #expect(span.found?.owed?["EUR"]?.totalMilliunits == 5880)
        #expect(span.foreignRowCount == 1)
        #expect(span.unexplainedCount == 1 && span.found?.state == .unexplained)
        let german = try #require(span.found?.groups.first { $0.line.storefront == "DE" })
        #expect(german.soldThousandths == 2000 && german.settledThousandths == 1000)
        #expect(german.carriedOutThousandths == 1000 && german.state == .explained)
        let french = try #require(span.found?.groups.first { $0.line.storefront == "FR" })
        #expect(french.differences.map(\.cause) == [.missingInLedger])
    }

    @Test("A sale of the month before the first compared one is not missing when it is settled")
    func soldBefore() async throws {
        let stage = try ReconciliationStage()
        try await stage.sell("1", on: (Self.month + -3).begin + 3)
        try await Self.report([("gems.600", "DE", 1, "2.94")], in: stage)
        let span = try await stage.service().settle(Self.month, of: stage.app)
        #expect(span.found?.groups.flatMap(\.differences).map(\.cause) == [.soldBefore])
        #expect(span.unexplainedCount == 0)
    }

    @Test("A quoted product is the ledger's, and rows other than in-app purchases are ignored")
    func products() async throws {
        let stage = try ReconciliationStage()
        try await stage.sell("1", on: ReconciliationStage.day)
        try await Self.report([("'gems.600'", "DE", 1, "2.94"), ("app", "DE", 5, "0.70")], ["app": "1F"], in: stage)
        let span = try await stage.service().settle(Self.month, of: stage.app)
        #expect(span.foreignRowCount == 0)
        #expect(span.found?.state == .matched)
        #expect(span.found?.owed?["EUR"]?.totalMilliunits == 2940)
    }

    @Test("A daily report that cannot be read is named, and the others count")
    func unreadable() async throws {
        let stage = try ReconciliationStage()
        for (number, day) in [ReconciliationStage.day, ReconciliationStage.day + 1].enumerated() {
            try await stage.sell("\(number)", on: day)
            try await stage.report(day, [ReconciliationStage.gems(1)])
        }
        let next = ReconciliationStage.day + 2
        let putting = try await stage.shop.repository.write { unit in
            try unit.put(
                ReportRecord(
                    number: 0,
                    slot: ReportRecord.Slot(kind: .sales, period: .day(CivilDay(number: next.number))),
                    digest: .number(1),
                    name: "broken.txt",
                    origin: .file,
                    rowCount: 1,
                    byteCount: 6,
                    unknownColumns: [],
                    importedAt: stage.shop.ambient.now(),
                    importedBy: "erin"
                ),
                bytes: Array("broken".utf8),
                of: stage.app
            )
        }
        guard case .new(let broken, _) = putting else { throw RepositoryError.unavailable }
        try await Self.report([("gems.600", "DE", 2, "2.94")], in: stage)
        let span = try await stage.service().settle(Self.month, of: stage.app)
        #expect(span.unreadable == [broken])
        // The units of both days are one sum.
        #expect(span.found?.groups.map(\.reportedThousandths) == [2000])
        #expect(span.found?.groups.map(\.soldThousandths) == [2000])
    }
}
