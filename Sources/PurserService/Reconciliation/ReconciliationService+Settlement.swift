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
        let records = try await self.financeReports(app.name, months)
        guard records.contains(where: { $0.0 == month }) else { throw .financeReportMissing(month) }
        var (sold, reported) = (SoldUnitSums(), SoldUnitSums())
        var unreadable: [Int64] = []
        for number in 0...(month - knownFrom) {
            let month = knownFrom + number
            sold.add(try await self.ours(app.name, month.days, on: month.begin))
            guard months.contains(month) else { continue }
            var reports = try await self.reportedDays(app.name, around: month.days)
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

    /// Returns the finance reports of months: the detailed one, or that of all regions, or those of each region.
    private func financeReports(
        _ app: AppName,
        _ months: ClosedRange<FiscalMonth>
    ) async throws(ReconciliationError) -> [(FiscalMonth, ReportRecord)] {
        let days = CivilDay(number: months.lowerBound.begin.number)...CivilDay(number: months.upperBound.begin.number)
        var records: [ReportRecord] = []
        for kind in [ReportKind.financeDetail, .financial] {
            records += try await Self.stored { () throws(RepositoryError) in
                try await self.reports.current(kind, of: app, within: days)
            }
        }
        var found: [(FiscalMonth, ReportRecord)] = []
        for number in 0...(months.upperBound - months.lowerBound) {
            let month = months.lowerBound + number
            let all = records.filter { $0.slot.period == .fiscalMonth(month) }
            let regions = all.newest(by: \.slot.region)
            let detail = all.filter { $0.slot.kind == .financeDetail }.max { $0.number < $1.number }
            let whole = detail ?? regions["ZZ"]
            let chosen = whole.map { [$0] } ?? regions.values.sorted { $0.slot.region < $1.slot.region }
            found += chosen.map { (month, $0) }
        }
        return found
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
