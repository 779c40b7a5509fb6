import AppStore
package import Ledger

/// Compares fiscal months with Apple's finance reports.
extension ReconciliationService {
    /// Compares the amount that Apple settled in a fiscal month with the sales, including earlier months that it may
    /// settle.
    ///
    /// - Returns: The settlement through the month, the number of rows of finance reports about products that this
    ///   app does not have, and the sales reports that could not be read.
    /// - Throws: The reason why nothing was compared; `financeReportMissing` where the month has no finance report.
    package func settle(
        _ month: FiscalMonth,
        of app: AppName
    ) async throws(ReconciliationError) -> SettledSpan {
        guard let served = self.apps[app] else { throw .appUnknown(app) }
        await self.locks.take(app)
        let result: Result<SettledSpan, ReconciliationError>
        do throws(ReconciliationError) {
            result = .success(try await self.settle(month, of: served))
        } catch {
            result = .failure(error)
        }
        await self.locks.leave(app)
        return try result.get()
    }

    private func settle(
        _ month: FiscalMonth,
        of app: ServedApp
    ) async throws(ReconciliationError) -> SettledSpan {
        let months = (month + -Settlement.overdueMonths)...month
        // These months may settle the sales of the two months before.
        let knownFrom = months.lowerBound + -Settlement.overdueMonths
        let (records, reportedDays) = try await Self.stored { () throws(RepositoryError) in
            try await self.repository.read { view in
                (
                    try view.financeReports(of: app.name, months),
                    try months.all.map { try view.reportedDays(of: app.name, around: $0.days) }
                )
            }
        }
        guard records.contains(where: { $0.0 == month }) else { throw .financeReportMissing(month) }
        var (sold, reported) = (SoldUnitSums(), SoldUnitSums())
        var unreadable: [Int64] = []
        for month in (knownFrom...month).all {
            sold.add(try await self.ours(app.name, month.days, on: month.begin))
        }
        for (month, reports) in zip(months.all, reportedDays) {
            var reports = reports
            for (day, record) in reports.daily.sorted(by: { $0.key < $1.key }) where month.days.contains(day) {
                if let tally = try await self.theirs(app, day, &reports) {
                    reported.add(tally)
                } else {
                    unreadable.append(record.number)
                }
            }
        }
        let products = Set(app.catalog.products.keys).union(sold.products).union(reported.products)
        var settled: [SettledSale] = []
        var foreignRowCount = 0
        for (month, record) in records {
            for sale in try await self.settled(in: record, month, app.name) {
                if products.contains(sale.line.product) { settled.append(sale) } else { foreignRowCount += 1 }
            }
        }
        return SettledSpan(
            month: month,
            settlement: Settlement(
                sold: sold.units,
                reported: reported.units,
                settled: settled,
                months: months,
                knownFrom: knownFrom,
                settledMonths: Set(records.map { $0.0 })
            ),
            foreignRowCount: foreignRowCount,
            unreadable: unreadable
        )
    }

    /// Returns the rows of a finance report.
    private func settled(
        in record: ReportRecord,
        _ month: FiscalMonth,
        _ app: AppName
    ) async throws(ReconciliationError) -> [SettledSale] {
        do throws(ReportRefusal) {
            return try await self.reports.read(record, of: app) { table throws(ReportError) in
                try SettledSale.all(in: FinancialReport(table), settledIn: month)
            }
        } catch {
            if case .storage(let cause) = error { throw .storage(cause) }
            throw .reportUnreadable(record.number)
        }
    }
}

extension ReadView {
    /// Returns the finance reports of months: the detailed one, or that of all regions, or those of each region.
    fileprivate func financeReports(
        of app: AppName,
        _ months: ClosedRange<FiscalMonth>
    ) throws -> [(FiscalMonth, ReportRecord)] {
        let days = CivilDay(number: months.lowerBound.begin.number)...CivilDay(number: months.upperBound.begin.number)
        let records = try [ReportKind.financeDetail, .financial].flatMap { kind in
            try self.currentReports(kind, of: app, within: days)
        }
        return months.all.flatMap { month in
            let all = records.filter { $0.slot.period == .fiscalMonth(month) }
            let regions = all.newest(by: \.slot.region)
            let detail = all.filter { $0.slot.kind == .financeDetail }.max { $0.number < $1.number }
            let whole = detail ?? regions["ZZ"]
            let chosen = whole.map { [$0] } ?? regions.values.sorted { $0.slot.region < $1.slot.region }
            return chosen.map { (month, $0) }
        }
    }
}

extension ClosedRange<FiscalMonth> {
    /// The months, ascending.
    fileprivate var all: [FiscalMonth] {
        (0...(self.upperBound - self.lowerBound)).map { self.lowerBound + $0 }
    }
}
