import AppStore
package import Ledger

/// Closes months.
extension ProceedsService {
    /// The number of fiscal months after a month that may settle its sales.
    private static let laterMonths = 2

    /// Makes the close of a month.
    ///
    /// - Parameters:
    ///   - month: The month.
    ///   - app: The app.
    ///   - terms: The rates of the estimate of days without a report.
    ///   - wantsDeferred: Whether the close includes deferred revenue, for which the reports of a year are read.
    /// - Returns: The close.
    /// - Throws: The reason why the close could not be made.
    package func close(
        _ month: ProceedsPeriod,
        of app: AppName,
        by terms: ProceedsTerms,
        wantsDeferred: Bool = false
    ) async throws(ProceedsError) -> MonthClose {
        let proceeds = try await self.proceeds(of: app, in: month, by: terms)
        let states: [DayState]
        do throws(RepositoryError) {
            states = try await self.repository.read { view in try view.dayStates(of: app, within: month.days) }
        } catch {
            throw .storage(error)
        }
        return MonthClose(
            app: app,
            madeAt: self.ambient.now(),
            proceeds: proceeds,
            finance: try await self.finance(month, of: app, proceeds),
            states: states,
            deferred: wantsDeferred ? try await self.deferred(after: month, of: app, by: terms) : nil
        )
    }

    /// Returns the amounts that customers paid for service after a month; only payments that last beyond it are kept in
    /// memory.
    private func deferred(
        after month: ProceedsPeriod,
        of app: AppName,
        by terms: ProceedsTerms
    ) async throws(ProceedsError) -> [String: Int64] {
        let (first, last) = (month.days.lowerBound, month.days.upperBound)
        var deferred = DeferredRevenue()
        let before = try await self.chosen(app, (first + -JournalReading.longestService)...(first + -1))
        let within = try await self.chosen(app, month.days)
        for record in before.reports + within.reports {
            try await self.forEachRow(of: record, app) { deferred.add($0, lastingUntil: last + 1) }
        }
        let reported = within.days.union(try await self.daysWithoutSales(app, month))
        let estimated = self.estimatedDays(month, reported)
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
        _ proceeds: ProceedsReport
    ) async throws(ProceedsError) -> MonthClose.Finance? {
        // The fifteenth of a month is always in the fiscal month of the same name.
        let fiscal = FiscalMonth(of: month.days.lowerBound + 14)
        if let settled = try await self.settled(month, fiscal, of: app) {
            return MonthClose.Finance(
                basis: .detail,
                days: month.days,
                daysWithoutReport: month.all.count - proceeds.reportedDays.count,
                lines: Self.lines(proceeds.reported.netProceeds, settled)
            )
        }
        guard let settled = try await self.settled(in: fiscal, of: app),
            let period = ProceedsPeriod(from: fiscal.days.lowerBound, through: fiscal.days.upperBound)
        else { return nil }
        let chosen = try await self.chosen(app, period.days)
        var statement = ProceedsStatement()
        for record in chosen.reports {
            try await self.forEachRow(of: record, app) { statement.add($0) }
        }
        let reported = chosen.days.union(try await self.daysWithoutSales(app, period))
        return MonthClose.Finance(
            basis: .fiscalMonth(fiscal),
            days: period.days,
            daysWithoutReport: period.all.count { !reported.contains($0) },
            lines: Self.lines(statement.netProceeds, settled)
        )
    }

    /// Returns the amount of a month's sales that detailed reports settled, by currency; `nil` where no report of the
    /// fiscal month is stored.
    private func settled(
        _ month: ProceedsPeriod,
        _ fiscal: FiscalMonth,
        of app: AppName
    ) async throws(ProceedsError) -> [String: Int64]? {
        let span =
            CivilDay(
                number: (fiscal + -1).begin.number
            )...CivilDay(
                number: (fiscal + Self.laterMonths).begin.number
            )
        let records = Self.newest(try await self.finance(.financeDetail, of: app, within: span))
        // Most sales of a month are settled with it: reports of other months alone would show most as unsettled.
        guard records.contains(where: { $0.slot.period == .fiscalMonth(fiscal) }) else { return nil }
        var settled: [String: Int64] = [:]
        for record in records {
            try await self.forEachFinanceRow(of: record, app) { row in
                guard let day = PacificDay(text: row.beginDate.text), month.days.contains(day) else { return }
                settled[row.shareCurrency, default: 0] &+= row.totalShareMilliunits
            }
        }
        return settled
    }

    /// Returns the amount that Apple settled in a fiscal month, by currency; `nil` where no report of it is stored.
    private func settled(
        in fiscal: FiscalMonth,
        of app: AppName
    ) async throws(ProceedsError) -> [String: Int64]? {
        let begin = CivilDay(number: fiscal.begin.number)
        var records = Self.newest(try await self.finance(.financial, of: app, within: begin...begin))
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

    private func finance(
        _ kind: ReportKind,
        of app: AppName,
        within days: ClosedRange<CivilDay>
    ) async throws(ProceedsError) -> [ReportRecord] {
        do throws(RepositoryError) {
            return try await self.reports.current(kind, of: app, within: days)
        } catch {
            throw .storage(error)
        }
    }

    /// Returns the report of each period and region that was imported last.
    private static func newest(_ records: [ReportRecord]) -> [ReportRecord] {
        records.newest { $0.slot.period.text + $0.slot.region }.values.sorted { $0.number < $1.number }
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
