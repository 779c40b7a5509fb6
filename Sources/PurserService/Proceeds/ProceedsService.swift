import AppStore
package import Ledger

/// Says what Apple pays: from the sales reports that are kept, and as an estimate for days that have none.
///
/// Reports are read one at a time, so memory grows with the largest report and the number of storefronts, never with
/// the length of the time that is asked about. No sums are kept.
package struct ProceedsService: Sendable {
    let repository: any Repository
    let reports: ReportService
    let apps: [AppName: ServedApp]
    let skus: [AppName: String]
    private let smallBusiness: [AppName: PacificDay]
    /// How many sales of subscriptions an estimate may look up in their chains.
    let maximumLookups: Int
    let ambient: Ambient

    /// A service of these apps.
    ///
    /// - Parameters:
    ///   - repository: Keeps sales, chains, and how far days are compared.
    ///   - reports: Reads the reports.
    ///   - apps: The apps.
    ///   - skus: The SKUs of apps in App Store Connect; all rows of a report count for apps without one.
    ///   - smallBusiness: Since when the developers of apps are in the Small Business Program.
    ///   - maximumLookups: How many sales of subscriptions an estimate may look up in their chains.
    ///   - ambient: Its time is that of the ledger.
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

    /// The rates of an app's estimates; a day that a request names counts instead of the configured one.
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
    /// - Throws: Why nothing could be added up.
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

    // MARK: Reading

    /// The app of a name.
    func served(_ app: AppName) throws(ProceedsError) -> ServedApp {
        guard let served = self.apps[app] else { throw .appUnknown(app) }
        return served
    }

    /// The sales reports that cover days.
    func chosen(_ app: AppName, _ days: ClosedRange<PacificDay>) async throws(ProceedsError) -> ChosenReports {
        let civil = CivilDay(number: days.lowerBound.number)...CivilDay(number: days.upperBound.number)
        do throws(RepositoryError) {
            return ChosenReports(try await self.reports.current(.sales, of: app, within: civil), within: days)
        } catch {
            throw .storage(error)
        }
    }

    /// Calls the closure with each row of a sales report that is about money.
    func forEachRow(
        of record: ReportRecord,
        _ app: AppName,
        _ body: (ProceedsRow) -> Void
    ) async throws(ProceedsError) {
        try await self.read(record, app) { table throws(ReportError) in
            try SalesSheet(table, of: self.skus[app]).forEachRow(body)
        }
    }

    /// Reads a report when this process reads no other.
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

    /// The days on which there were no sales, as Apple says.
    func daysWithoutSales(_ app: AppName, _ period: ProceedsPeriod) async throws(ProceedsError) -> Set<PacificDay> {
        do throws(RepositoryError) {
            let absences = try await self.repository.absences(of: app, within: period.civilDays)
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

    /// Returns the days that are over and that no report covers.
    func estimatedDays(_ period: ProceedsPeriod, _ reported: Set<PacificDay>) -> [PacificDay] {
        let today = PacificDay(of: self.ambient.now())
        return period.all.filter { !reported.contains($0) && $0 < today }
    }

    /// The price of a product without an offer where and when it was sold, as the catalog says.
    private static func ownPrice(of row: ProceedsRow, _ app: ServedApp) -> Money? {
        guard let storefront = Storefront(alpha2: row.country) else { return nil }
        let prices = app.catalog.products[row.product]?.prices
        return prices?.price(in: storefront.code, at: row.day.begin)?.price
    }
}
