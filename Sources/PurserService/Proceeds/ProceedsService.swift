import AppStore
package import Ledger

/// Returns Apple's proceeds from the stored sales reports, and as an estimate for days without a report.
///
/// The service reads one report at a time, so memory grows with the largest report and the number of storefronts, not
/// with the number of days. It stores no sums. Which reports count is read from one view; a report never changes, so its
/// file can be read later.
package struct ProceedsService: Sendable {
    /// The maximum number of sales that are estimated while a person waits for a page.
    package static let pageSales = 1000

    let repository: any Repository
    let reports: ReportService
    let apps: [AppName: ServedApp]
    let skus: [AppName: String]
    private let terms: [AppName: ProceedsTerms]
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
    ///   - terms: The rates and programs of apps, for estimates; the published rates for an app without.
    ///   - maximumLookups: The maximum number of subscription sales that an estimate looks up in their chains.
    ///   - ambient: Provides the ledger's time.
    package init(
        repository: any Repository,
        reports: ReportService,
        apps: [ServedApp],
        skus: [AppName: String] = [:],
        terms: [AppName: ProceedsTerms] = [:],
        maximumLookups: Int = Self.maximumLookups,
        ambient: Ambient
    ) {
        self.repository = repository
        self.reports = reports
        self.apps = Dictionary(apps.map { ($0.name, $0) }) { first, _ in first }
        self.skus = skus
        self.terms = terms
        self.maximumLookups = maximumLookups
        self.ambient = ambient
    }

    /// Returns the rates of an app's estimates; the day of a request takes precedence over the configured one.
    package func terms(of app: AppName, smallBusinessFrom day: PacificDay? = nil) -> ProceedsTerms {
        (self.terms[app] ?? ProceedsTerms()).with(smallBusinessFrom: day)
    }

    /// Adds up the proceeds of days.
    ///
    /// - Parameters:
    ///   - app: The app.
    ///   - period: The days.
    ///   - terms: The rates of the estimate.
    ///   - isEstimated: Whether days without a report are estimated; otherwise they are left out.
    ///   - maximumSales: The maximum number of sales to estimate.
    /// - Returns: The sums.
    /// - Throws: The reason why the proceeds could not be computed.
    package func proceeds(
        of app: AppName,
        in period: ProceedsPeriod,
        by terms: ProceedsTerms,
        isEstimated: Bool = true,
        maximumSales: Int = .max
    ) async throws(ProceedsError) -> ProceedsReport {
        _ = try self.served(app)
        let coverage = try await self.read { view in try view.salesCoverage(of: app, within: period.days) }
        return try await self.proceeds(
            of: app,
            in: period,
            coverage,
            by: terms,
            isEstimated: isEstimated,
            maximumSales: maximumSales
        )
    }

    /// Adds up the proceeds of days from these reports, and estimates those of the days without one.
    func proceeds(
        of app: AppName,
        in period: ProceedsPeriod,
        _ coverage: SalesCoverage,
        by terms: ProceedsTerms,
        isEstimated: Bool = true,
        maximumSales: Int = .max
    ) async throws(ProceedsError) -> ProceedsReport {
        let served = try self.served(app)
        var report = ProceedsReport(period: period)
        let unreported = self.estimatedDays(period, coverage.days)
        let estimated = isEstimated ? unreported : []
        if !isEstimated { report.unestimatedDays = unreported }
        try await self.requireLookups(estimated, of: app, for: .program(terms), maximumSales: maximumSales)
        var prices = OfferPrices(of: served)
        for record in coverage.reports {
            try await self.forEachRow(of: record, app) { row in
                prices.add(row, to: &report.reported)
                report.addDay(of: row)
            }
            try await prices.addWaiting(to: &report.reported, by: self)
            report.reports.append(record.number)
        }
        report.reportedDays = period.all.filter(coverage.days.contains)
        for day in estimated {
            try await self.estimate(day, of: app, by: terms, for: .program(terms)) { row, rule in
                report.estimate.statement.add(row)
                report.addDay(of: row)
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

    /// Returns the sums of the rows of one sales report; `nil` for a report of another kind.
    ///
    /// - Parameters:
    ///   - record: The report.
    ///   - app: The app, whose rows count.
    /// - Returns: The sums.
    /// - Throws: The reason why the report cannot be read.
    package func totals(
        of record: ReportRecord,
        app: AppName
    ) async throws(ProceedsError) -> ProceedsStatement? {
        let served = try self.served(app)
        guard record.slot.kind == .sales else { return nil }
        var statement = ProceedsStatement()
        var prices = OfferPrices(of: served)
        try await self.forEachRow(of: record, app) { row in prices.add(row, to: &statement) }
        try await prices.addWaiting(to: &statement, by: self)
        return statement
    }

    // MARK: Reports

    /// Returns the app of a name.
    func served(_ app: AppName) throws(ProceedsError) -> ServedApp {
        guard let served = self.apps[app] else { throw .appUnknown(app) }
        return served
    }

    /// Reads from one consistent view of the ledger, and throws the repository's errors as errors of this service.
    func read<Outcome: Sendable>(
        name: StaticString = #function,
        _ work: @escaping @Sendable (any ReadView) throws -> Outcome
    ) async throws(ProceedsError) -> Outcome {
        do throws(RepositoryError) {
            return try await self.repository.read(as: name, work)
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

    /// Returns the past days that are not among the reported ones.
    func estimatedDays(_ period: ProceedsPeriod, _ reported: Set<PacificDay>) -> [PacificDay] {
        let today = PacificDay(of: self.ambient.now())
        return period.all.filter { !reported.contains($0) && $0 < today }
    }
}
