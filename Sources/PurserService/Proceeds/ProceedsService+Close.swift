import AppStore
package import Ledger

/// Closes months.
extension ProceedsService {
    /// Makes the close of a month.
    ///
    /// - Parameters:
    ///   - month: The month.
    ///   - app: The app.
    ///   - terms: The rates of the estimate of days without a report.
    ///   - wantsDeferred: Whether the close includes deferred revenue, for which the reports of a year are read.
    ///   - maximumSales: The maximum number of sales to estimate; where the days without a report have more, they are
    ///     left out of all sums. `nil` estimates all of them.
    /// - Returns: The close.
    /// - Throws: The reason why the close could not be made.
    package func close(
        _ month: ProceedsPeriod,
        of app: AppName,
        by terms: ProceedsTerms,
        wantsDeferred: Bool = false,
        maximumSales: Int? = nil
    ) async throws(ProceedsError) -> MonthClose {
        _ = try self.served(app)
        let reports = try await self.read { view in
            try view.closingReports(of: app, month, wantsDeferred: wantsDeferred)
        }
        let isEstimated = try await self.isEstimable(month, of: app, reports.sales, by: terms, maximumSales)
        var proceeds = try await self.proceeds(of: app, in: month, reports.sales, by: terms, isEstimated: isEstimated)
        proceeds.leaveOut(before: reports.firstDay)
        return MonthClose(
            app: app,
            madeAt: self.ambient.now(),
            proceeds: proceeds,
            finance: try await self.finance(month, of: app, proceeds, reports),
            states: reports.states,
            deferred: wantsDeferred ? try await self.deferred(after: month, of: app, reports, by: terms) : nil
        )
    }

    /// Returns whether the days without a report have at most so many sales.
    private func isEstimable(
        _ month: ProceedsPeriod,
        of app: AppName,
        _ coverage: SalesCoverage,
        by terms: ProceedsTerms,
        _ maximumSales: Int?
    ) async throws(ProceedsError) -> Bool {
        guard let maximumSales else { return true }
        let days = self.estimatedDays(month, coverage.days)
        do throws(ProceedsError) {
            try await self.requireLookups(days, of: app, for: .program(terms), maximumSales: maximumSales)
            return true
        } catch {
            guard case .estimateTooLarge = error else { throw error }
            return false
        }
    }

    /// Returns the amounts that customers paid for service after a month; only payments that last beyond it are kept in
    /// memory.
    private func deferred(
        after month: ProceedsPeriod,
        of app: AppName,
        _ reports: ClosingReports,
        by terms: ProceedsTerms
    ) async throws(ProceedsError) -> [String: Int64] {
        let last = month.days.upperBound
        var deferred = DeferredRevenue()
        for record in reports.earlier + reports.sales.reports {
            try await self.forEachRow(of: record, app) { deferred.add($0, lastingUntil: last + 1) }
        }
        let estimated = self.estimatedDays(month, reports.sales.days)
        try await self.requireLookups(estimated, of: app, for: .service)
        for day in estimated {
            try await self.estimate(day, of: app, by: terms, for: .service) { row, _ in
                deferred.add(row, lastingUntil: last + 1)
            } leftOut: {
            }
        }
        return deferred.remaining(after: last)
    }

    // MARK: Finance

    private func finance(
        _ month: ProceedsPeriod,
        of app: AppName,
        _ proceeds: ProceedsReport,
        _ reports: ClosingReports
    ) async throws(ProceedsError) -> MonthClose.Finance? {
        if let settled = try await self.settled(month, of: app, reports) {
            return MonthClose.Finance(
                basis: .detail,
                days: month.days,
                daysWithoutReport: month.all.count - proceeds.reportedDays.count,
                lines: Self.lines(proceeds.reported.netProceeds, settled)
            )
        }
        guard let settled = try await self.settled(of: app, reports) else { return nil }
        var statement = ProceedsStatement()
        for record in reports.fiscalSales.reports {
            try await self.forEachRow(of: record, app) { statement.add($0) }
        }
        return MonthClose.Finance(
            basis: .fiscalMonth(reports.fiscal),
            days: reports.fiscal.days,
            daysWithoutReport: reports.fiscalSales.missingCount(within: reports.fiscal.days),
            lines: Self.lines(statement.netProceeds, settled)
        )
    }

    /// Returns the amount of a month's sales that detailed reports settled, by currency; `nil` where no report of the
    /// fiscal month is stored.
    private func settled(
        _ month: ProceedsPeriod,
        of app: AppName,
        _ reports: ClosingReports
    ) async throws(ProceedsError) -> [String: Int64]? {
        let records = reports.financeDetails
        // Most sales of a month are settled with it: reports of other months alone would show most as unsettled.
        guard records.contains(where: { $0.slot.period == .fiscalMonth(reports.fiscal) }) else { return nil }
        var settled: [String: Int64] = [:]
        for record in records {
            try await self.forEachFinanceRow(of: record, app) { row in
                guard let day = PacificDay(text: row.beginDate.text), month.days.contains(day) else { return }
                settled[row.shareCurrency, default: 0] &+= row.totalShareMilliunits
            }
        }
        return settled
    }

    /// Returns the amount that Apple settled in the fiscal month, by currency; `nil` where no report of it is stored.
    private func settled(
        of app: AppName,
        _ reports: ClosingReports
    ) async throws(ProceedsError) -> [String: Int64]? {
        var records = reports.finance
        // The report of all regions includes those of single regions.
        if records.contains(where: { $0.slot.region == "ZZ" }) { records.removeAll { $0.slot.region != "ZZ" } }
        guard !records.isEmpty else { return nil }
        var settled: [String: Int64] = [:]
        for record in records {
            try await self.forEachFinanceRow(of: record, app) { row in
                settled[row.shareCurrency, default: 0] &+= row.totalShareMilliunits
            }
        }
        return settled
    }

    /// Calls the closure with each row of a finance report that is about the app.
    ///
    /// These reports do not name the app of a purchase; where an SKU is configured, the SKU and the catalog decide.
    private func forEachFinanceRow(
        of record: ReportRecord,
        _ app: AppName,
        _ body: (FinancialRow) -> Void
    ) async throws(ProceedsError) {
        let products = try self.served(app).catalog.products
        let sku = self.skus[app]
        try await self.read(record, app) { table throws(ReportError) in
            try FinancialReport(table).forEachRow { row throws(ReportError) in
                let product = ProductID(reported: row.product)
                let isMeant = sku.map { products[product] != nil || row.product.hasSameBytes(as: $0) } ?? true
                if isMeant { body(row) }
            }
        }
    }

    private static func lines(_ sales: [String: Int64], _ settled: [String: Int64]) -> [MonthClose.Finance.Line] {
        Set(sales.keys).union(settled.keys).sorted().map { currency in
            MonthClose.Finance.Line(
                currency: currency,
                salesMilliunits: sales[currency] ?? 0,
                settledMilliunits: settled[currency] ?? 0
            )
        }
    }
}

/// The reports and the states of days of which a close is made, as of one view.
private struct ClosingReports: Sendable {
    /// The fiscal month of the same name.
    let fiscal: FiscalMonth
    /// The sales reports of the month.
    let sales: SalesCoverage
    /// The states of the compared days of the month.
    let states: [DayState]
    /// The detailed finance reports of the fiscal months that may settle the month's sales.
    let financeDetails: [ReportRecord]
    /// The other finance reports of the fiscal month.
    let finance: [ReportRecord]
    /// The sales reports of the fiscal month.
    let fiscalSales: SalesCoverage
    /// The first day of the month on which the app has, or may have had, a sale or a report; `nil` where it has none.
    let firstDay: PacificDay?
    /// The sales reports of the year before the month; empty where deferred revenue is not needed.
    let earlier: [ReportRecord]
}

extension ReadView {
    /// Returns the reports and the states of days of which the close of a month is made.
    fileprivate func closingReports(
        of app: AppName,
        _ month: ProceedsPeriod,
        wantsDeferred: Bool
    ) throws -> ClosingReports {
        let first = month.days.lowerBound
        let fiscal = MonthClose.fiscalMonth(of: month)
        let sales = try self.salesCoverage(of: app, within: month.days)
        let earlier = (first + -JournalReading.longestService)...(first + -1)
        return ClosingReports(
            fiscal: fiscal,
            sales: sales,
            states: try self.dayStates(of: app, within: month.days),
            // Two months after a month may settle its sales.
            financeDetails: try self.newestReports(.financeDetail, of: app, from: fiscal + -1, through: fiscal + 2),
            finance: try self.newestReports(.financial, of: app, from: fiscal, through: fiscal),
            fiscalSales: try self.salesCoverage(of: app, within: fiscal.days),
            firstDay: try self.firstDay(of: app, month, sales),
            earlier: wantsDeferred ? try self.chosenReports(of: app, within: earlier).reports : []
        )
    }

    /// Returns the first day of a month on which the app has a sale or a report: the first day of the month where it
    /// has an earlier one, and `nil` where it has none up to the end of the month.
    private func firstDay(of app: AppName, _ month: ProceedsPeriod, _ coverage: SalesCoverage) throws -> PacificDay? {
        let (first, last) = (month.days.lowerBound, month.days.upperBound)
        let sale = try self.sales(
            of: app,
            environment: .production,
            within: min(PacificDay(number: 0), first).begin..<last.end,
            after: nil,
            limit: 1
        ).sales.first.map { PacificDay(of: $0.at) }
        if let sale, sale <= first { return first }
        // Apple provides reports for a year, so that an older one has newer ones after it.
        let earlier = CivilDay(number: first.number - 366)...CivilDay(number: first.number - 1)
        let filter = ReportFilter(kind: .sales, begin: earlier)
        if try !self.reports(of: app, matching: filter, before: nil, limit: 1).isEmpty { return first }
        return [sale, coverage.reports.first?.slot.period.pacificDays.lowerBound].compactMap(\.self).min()
    }

    /// Returns the report of each fiscal month and region that was imported last.
    private func newestReports(
        _ kind: ReportKind,
        of app: AppName,
        from first: FiscalMonth,
        through last: FiscalMonth
    ) throws -> [ReportRecord] {
        let days = CivilDay(number: first.begin.number)...CivilDay(number: last.begin.number)
        return try self.currentReports(kind, of: app, within: days)
            .newest { $0.slot.period.text + $0.slot.region }.values.sorted { $0.number < $1.number }
    }
}
