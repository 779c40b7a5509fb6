import AppStore
package import Ledger

/// Returns Apple's proceeds from the stored sales reports, and as an estimate for days without a report.
///
/// The service reads one report at a time, so memory grows with the largest report and the number of storefronts, not
/// with the number of days. It stores no sums.
package struct ProceedsService: Sendable {
    let repository: any Repository
    let reports: ReportService
    let apps: [AppName: ServedApp]
    let skus: [AppName: String]
    private let smallBusiness: [AppName: PacificDay]
    /// The maximum number of subscription sales that an estimate looks up in their chains.
    let maximumLookups: Int
    let ambient: Ambient

    /// Creates a service for these apps.
    ///
    /// - Parameters:
    ///   - repository: The repository of sales, chains, and the states of compared days.
    ///   - reports: The service that reads reports.
    ///   - apps: The apps.
    ///   - skus: The SKUs of apps in App Store Connect; all rows of a report count for apps without one.
    ///   - smallBusiness: The days since which the developers of apps are in the Small Business Program.
    ///   - maximumLookups: The maximum number of subscription sales that an estimate looks up in their chains.
    ///   - ambient: Provides the ledger's time.
    package init(
        repository: any Repository,
        reports: ReportService,
        apps: [ServedApp],
        skus: [AppName: String] = [:],
        smallBusiness: [AppName: PacificDay] = [:],
        maximumLookups: Int = Self.maximumLookups,
        ambient: Ambient
    ) {
        self.repository = repository
        self.reports = reports
        self.apps = Dictionary(apps.map { ($0.name, $0) }) { first, _ in first }
        self.skus = skus
        self.smallBusiness = smallBusiness
        self.maximumLookups = maximumLookups
        self.ambient = ambient
    }

    /// Returns the rates of an app's estimates; the day of a request takes precedence over the configured one.
    package func terms(of app: AppName, smallBusinessFrom day: PacificDay? = nil) -> ProceedsTerms {
        ProceedsTerms(smallBusinessFrom: day ?? self.smallBusiness[app])
    }

    /// Adds up the proceeds of days.
    ///
    /// - Parameters:
    ///   - app: The app.
    ///   - period: The days.
    ///   - terms: The rates of the estimate.
    /// - Returns: The sums.
    /// - Throws: The reason why the proceeds could not be computed.
    package func proceeds(
        of app: AppName,
        in period: ProceedsPeriod,
        by terms: ProceedsTerms
    ) async throws(ProceedsError) -> ProceedsReport {
        let served = try self.served(app)
        let chosen = try await self.chosen(app, period.days)
        var report = ProceedsReport(period: period)
        for record in chosen.reports {
            try await self.forEachRow(of: record, app) { row in
                report.reported.add(row, ownPrice: row.hasOffer ? Self.ownPrice(of: row, served) : nil)
            }
            report.reports.append(record.number)
        }
        let reported = chosen.days.union(try await self.daysWithoutSales(app, period))
        report.reportedDays = period.all.filter(reported.contains)
        let estimated = self.estimatedDays(period, reported)
        try await self.requireLookups(estimated, of: app, for: .program(terms))
        for day in estimated {
            try await self.estimate(day, of: app, by: terms, for: .program(terms)) { row, rule in
                report.estimate.statement.add(row)
                report.estimate.rules[
                    ProceedsReport.Rule(country: row.country, rule: rule),
                    default: 0
                ] += Int64(clamping: row.unitsThousandths.magnitude)
            } leftOut: {
                report.estimate.leftOutCount += 1
            }
        }
        report.estimate.days = estimated
        return report
    }

    // MARK: Reports

    /// Returns the app of a name.
    func served(_ app: AppName) throws(ProceedsError) -> ServedApp {
        guard let served = self.apps[app] else { throw .appUnknown(app) }
        return served
    }

    /// Returns the sales reports that cover a range of days.
    func chosen(_ app: AppName, _ days: ClosedRange<PacificDay>) async throws(ProceedsError) -> ChosenReports {
        let civil = CivilDay(number: days.lowerBound.number)...CivilDay(number: days.upperBound.number)
        do throws(RepositoryError) {
            return ChosenReports(try await self.reports.current(.sales, of: app, within: civil), within: days)
        } catch {
            throw .storage(error)
        }
    }

    /// Calls the closure with each row of a sales report that has amounts.
    func forEachRow(
        of record: ReportRecord,
        _ app: AppName,
        _ body: (ProceedsRow) -> Void
    ) async throws(ProceedsError) {
        try await self.read(record, app) { table throws(ReportError) in
            try SalesSheet(table, of: self.skus[app]).forEachRow(body)
        }
    }

    /// Reads a report; this process reads one at a time.
    func read<Answer: Sendable>(
        _ record: ReportRecord,
        _ app: AppName,
        _ body: (ReportTable) throws(ReportError) -> Answer
    ) async throws(ProceedsError) -> Answer {
        do throws(ReportRefusal) {
            return try await self.reports.read(record, of: app, body)
        } catch {
            throw ProceedsError(reading: record.number, error)
        }
    }

    /// Returns the days on which there were no sales according to Apple.
    func daysWithoutSales(_ app: AppName, _ period: ProceedsPeriod) async throws(ProceedsError) -> Set<PacificDay> {
        do throws(RepositoryError) {
            let absences = try await self.repository.read { view in try view.absences(of: app, within: period.civilDays)
            }
            return Set(
                absences.compactMap { absence in
                    guard absence.slot.kind == .sales, absence.reason == .noSales,
                        case .day(let day) = absence.slot.period
                    else { return nil }
                    return PacificDay(number: day.number)
                }
            )
        } catch {
            throw .storage(error)
        }
    }

    /// Returns the past days that no report covers.
    func estimatedDays(_ period: ProceedsPeriod, _ reported: Set<PacificDay>) -> [PacificDay] {
        let today = PacificDay(of: self.ambient.now())
        return period.all.filter { !reported.contains($0) && $0 < today }
    }

    /// Returns the catalog's price of a product without an offer, where and when it was sold.
    private static func ownPrice(of row: ProceedsRow, _ app: ServedApp) -> Money? {
        guard let storefront = Storefront(alpha2: row.country) else { return nil }
        let prices = app.catalog.products[row.product]?.prices
        return prices?.price(in: storefront.code, at: row.day.begin)?.price
    }
}
