import AppStore
import Ledger

/// Reads the reports and the ledger's sales.
extension ReconciliationService {
    /// Returns the ledger's sales of days, each on its own day or all on one day.
    ///
    /// The sales of a year would hold a view for long, so each page is a read of its own: a sale that arrives meanwhile
    /// is in the next comparison.
    func ours(
        _ app: AppName,
        _ days: ClosedRange<PacificDay>,
        on day: PacificDay? = nil
    ) async throws(ReconciliationError) -> SalesTally {
        let span = days.lowerBound.begin..<days.upperBound.end
        var tally = SalesTally()
        var pages = SalePages(in: self.repository, of: app, within: span, limit: Self.pageCount)
        while let sales = try await Self.stored({ () throws(RepositoryError) in try await pages.next() }) {
            for sale in sales { tally.add(day.map { sale.moved(to: $0) } ?? sale) }
        }
        return tally
    }

    /// Returns the report's sums of a day; `nil` after recording that the report cannot be read.
    func theirs(
        _ app: ServedApp,
        _ day: PacificDay,
        _ reported: inout ReportedDays
    ) async throws(ReconciliationError) -> SalesTally? {
        guard let record = reported.daily[day] else { return SalesTally() }
        switch try await self.sums(of: record, app, days: day...day) {
        case .success(let tally): return tally
        case .failure(let flaw):
            reported.unreadable[day] = .unreadable(record.number, flaw)
            return nil
        }
    }

    /// Returns the sums of a report, all on the last of its days; throws where it cannot be compared.
    func sums(
        of record: ReportRecord,
        _ app: ServedApp,
        days: ClosedRange<PacificDay>
    ) async throws(ReconciliationError) -> Result<SalesTally, SalesReportMismatch> {
        do throws(ReportRefusal) {
            return try await self.reports.read(record, of: app.name) { table throws(ReportError) in
                let report = try SalesReport(table)
                var tally = SalesTally()
                do throws(SalesReportMismatch) {
                    try tally.add(
                        report,
                        of: days.lowerBound,
                        through: days.upperBound,
                        appSKU: self.skus[app.name]
                    )
                } catch {
                    return .failure(error)
                }
                return .success(tally)
            }
        } catch {
            switch error {
            case .storage(let cause): throw .storage(cause)
            case .unreadable(let flaw): return .failure(.unreadable(flaw))
            default: return .failure(.refused(error))
            }
        }
    }

    /// Compares the reports of weeks, months and years whose days have no shorter reports.
    func longer(
        _ app: ServedApp,
        _ days: ClosedRange<PacificDay>,
        _ reported: ReportedDays
    ) async throws(ReconciliationError) -> [ReconciliationResult.Longer] {
        var covered = reported.days
        var found: [ReconciliationResult.Longer] = []
        for record in reported.longer {
            let span = record.slot.period.pacificDays
            let theirDays = Set((span.lowerBound.number...span.upperBound.number).map(PacificDay.init(number:)))
            guard covered.isDisjoint(with: theirDays), span.upperBound < self.today,
                case .success(let theirs) = try await self.sums(of: record, app, days: span)
            else {
                found.append(ReconciliationResult.Longer(report: record, found: nil))
                continue
            }
            covered.formUnion(theirDays)
            // All sales are on the last day, because renewals of the next day may have been charged on it.
            let (first, last) = (span.lowerBound, span.upperBound)
            var ours = try await self.ours(app.name, span, on: last)
            ours += try await self.ours(app.name, (last + 1)...(last + 1))
            let reconciliation = Reconciliation(
                ours: ours,
                theirs: theirs,
                reported: [last],
                products: Set(app.catalog.products.keys),
                early: EarlyRenewals(of: try await self.ours(app.name, first...first, on: last), before: first + -1)
            )
            found.append(ReconciliationResult.Longer(report: record, found: reconciliation.day(last)))
        }
        return found
    }
}

extension ReadView {
    /// Returns the reports for days and for the weeks around them.
    func reportedDays(of app: AppName, around days: ClosedRange<PacificDay>) throws -> ReportedDays {
        let first = CivilDay(number: days.lowerBound.number)
        let last = CivilDay(number: days.upperBound.number)
        // The week of a day extends at most six days beyond it.
        let reach = Reconciliation.reach + 6
        var reported = ReportedDays()
        let records = try self.currentReports(.sales, of: app, within: (first + -366)...(last + reach))
        let newest = records.newest(by: \.slot.period)
        let longer = newest.values.filter { record in
            record.slot.period.length != .day && record.slot.period.days.overlaps(first...last)
        }
        reported.longer = longer.sorted { one, other in
            let (left, right) = (one.slot.period, other.slot.period)
            let lengths = (left.end - left.begin, right.end - right.begin)
            return lengths.0 != lengths.1 ? lengths.0 < lengths.1 : left.begin < right.begin
        }
        var daily = records
        if let end = longer.map(\.slot.period.end).max(), end > last + reach {
            daily += try self.currentReports(.sales, of: app, within: (last + reach + 1)...end)
        }
        for (period, record) in daily.newest(by: \.slot.period) where period.length == .day {
            reported.daily[period.pacificDays.lowerBound] = record
        }
        for absence in try self.absences(of: app, within: (first + -reach)...(last + reach))
        where absence.slot.kind == .sales {
            guard case .day(let day) = absence.slot.period else { continue }
            let pacific = PacificDay(number: day.number)
            // A report takes precedence over the answer that there was none.
            if reported.daily[pacific] == nil { reported.absences[pacific] = absence.reason }
        }
        return reported
    }
}

extension Sale {
    /// Returns the same sale at the beginning of another day.
    fileprivate func moved(to day: PacificDay) -> Self {
        Self(
            at: day.begin,
            transactionID: self.transactionID,
            direction: self.direction,
            part: self.part,
            product: self.product,
            storefront: self.storefront,
            price: self.price,
            quantity: self.quantity,
            unitsThousandths: self.unitsThousandths,
            period: self.period,
            hasOffer: self.hasOffer
        )
    }
}
