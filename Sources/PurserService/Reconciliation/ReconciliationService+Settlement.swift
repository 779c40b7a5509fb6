import AppStore
package import Ledger

/// Compares fiscal months with Apple's finance reports.
extension ReconciliationService {
    /// What Apple settled in a fiscal month against what was sold, with the months before it that may reach into it.
    ///
    /// - Returns: The settlement through the month, and how many rows of finance reports are about products that this
    ///   app does not have.
    /// - Throws: Why nothing was compared; `reportMissing` where the month has no finance report.
    package func settle(
        _ month: FiscalMonth,
        of app: AppName
    ) async throws(ReconciliationError) -> SettledSpan {
        guard let served = self.apps[app] else { throw .appUnknown(app) }
        let months = (month + -Settlement.patience)...month
        let hasAllSales = try await Self.stored { () throws(RepositoryError) in
            try await self.repository.hasAllSales()
        }
        guard hasAllSales else { throw .salesIncomplete }
        var sold: [SoldUnits] = []
        var reported: [SoldUnits] = []
        for number in 0...Settlement.patience {
            let month = months.lowerBound + number
            sold += SoldUnits.all(in: try await self.ours(app, month.days, on: month.begin))
            var reports = try await self.reportedDays(app, around: month.days)
            for day in reports.daily.keys.sorted() where month.days.contains(day) {
                reported += SoldUnits.all(in: try await self.theirs(served, day, &reports) ?? SalesTally())
            }
        }
        let products = Set(served.catalogue.products.keys)
            .union(sold.map(\.line.product)).union(reported.map(\.line.product))
        var settled: [SettledSale] = []
        var foreignRowCount = 0
        var settledMonths: Set<FiscalMonth> = []
        for (month, record) in try await self.financeReports(app, months) {
            settledMonths.insert(month)
            for sale in try await self.settled(in: record, month, app) {
                if products.contains(sale.line.product) { settled.append(sale) } else { foreignRowCount += 1 }
            }
        }
        guard settledMonths.contains(month) else { throw .financeReportMissing(month) }
        return SettledSpan(
            month: month,
            settlement: Settlement(
                sold: sold,
                reported: reported,
                settled: settled,
                months: months,
                settledMonths: settledMonths
            ),
            foreignRowCount: foreignRowCount
        )
    }

    /// The finance reports of months: the detailed one, else that of all regions, else those of each region.
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
            let all = records.filter { $0.slot.period == .fiscalMonth(year: month.year, month: month.month) }
            // The report that was imported last counts, with a vendor's number or without.
            let regions = Dictionary(all.map { ($0.slot.region, $0) }) { $0.number > $1.number ? $0 : $1 }
            let detail = all.filter { $0.slot.kind == .financeDetail }.max { $0.number < $1.number }
            let whole = detail ?? regions["ZZ"]
            let chosen = whole.map { [$0] } ?? regions.values.sorted { $0.slot.region < $1.slot.region }
            found += chosen.map { (month, $0) }
        }
        return found
    }

    /// The rows of a finance report.
    private func settled(
        in record: ReportRecord,
        _ month: FiscalMonth,
        _ app: AppName
    ) async throws(ReconciliationError) -> [SettledSale] {
        do throws(ReportRefusal) {
            return try await self.reports.read(record, of: app) { table throws(ReportError) in
                let report = try FinancialReport(table)
                var rows: [SettledSale] = []
                try report.forEachRow { row throws(ReportError) in
                    let day = report.form == .detail ? PacificDay(text: row.beginDate.text) : nil
                    rows.append(
                        SettledSale(
                            month: month,
                            soldOn: day,
                            line: SettlementLine(
                                product: ProductID(row.product),
                                storefront: row.country,
                                direction: row.isReturn ? .refund : .sale
                            ),
                            unitsThousandths: row.quantityThousandths,
                            unitShareMilliunits: row.shareMilliunits,
                            shareMilliunits: row.totalShareMilliunits,
                            currency: row.shareCurrency
                        )
                    )
                }
                return rows
            }
        } catch {
            if case .storage(let cause) = error { throw .storage(cause) }
            throw .reportUnreadable(record.number)
        }
    }
}
