package import Ledger
package import Logging

/// Compares the ledger's sales with Apple's daily sales reports, stores the state of each day, and records the
/// acceptance of days.
///
/// The service reads sales page by page and sums them in groups, so that memory grows with the groups of three weeks,
/// not with the number of sales. It compares each day in its own context, whatever days are requested: the same sales
/// and reports give a day the same statement, which a person accepts.
package struct ReconciliationService: Sendable {
    /// The maximum number of days of one comparison.
    package static let maximumDays: Int64 = 400
    /// The number of sales that are read at once.
    static let pageCount = 5000

    let repository: any Repository
    let reports: ReportService
    let apps: [AppName: ServedApp]
    let skus: [AppName: String]
    let readings: [HistoryReading]
    /// The locks that allow one comparison of an app at a time.
    package let locks = ReconciliationLocks()
    /// The cache of the last comparisons of days.
    let cache = ReconciledDayCache()
    let ambient: Ambient
    let audit: AuditLog
    let logger: Logger

    /// Creates a service for these apps.
    ///
    /// - Parameters:
    ///   - repository: The repository of sales, reports and states.
    ///   - reports: The service that reads reports.
    ///   - apps: The apps.
    ///   - skus: The SKUs of apps in App Store Connect; for an app without one, all rows of a report are compared.
    ///   - readings: The readers of Apple's notification history, for apps that have a key for it.
    ///   - ambient: Provides the ledger's time.
    ///   - audit: The audit log, which records acceptances.
    ///   - logger: The log, for example of reopened days.
    package init(
        repository: any Repository,
        reports: ReportService,
        apps: [ServedApp],
        skus: [AppName: String] = [:],
        readings: [HistoryReading] = [],
        ambient: Ambient,
        audit: AuditLog,
        logger: Logger = Logger(label: "purser")
    ) {
        self.repository = repository
        self.reports = reports
        self.apps = Dictionary(apps.map { ($0.name, $0) }) { first, _ in first }
        self.skus = skus
        self.readings = readings
        self.ambient = ambient
        self.audit = audit
        self.logger = logger
    }

    /// The current day.
    package var today: PacificDay { PacificDay(of: self.ambient.now()) }

    /// The default days of a comparison: the month that ends yesterday.
    package var usualDays: ClosedRange<PacificDay> { (self.today + -31)...(self.today + -1) }

    /// Compares days, stores their states and returns the result.
    ///
    /// - Parameters:
    ///   - app: The app.
    ///   - days: The days.
    ///   - comparesLonger: Whether the reports of weeks, months and years are compared too.
    /// - Returns: The result.
    /// - Throws: The reason why nothing was compared; stored states do not change then.
    package func reconcile(
        _ app: AppName,
        days: ClosedRange<PacificDay>,
        comparesLonger: Bool = true
    ) async throws(ReconciliationError) -> ReconciliationResult {
        guard let served = self.apps[app] else { throw .appUnknown(app) }
        guard days.upperBound - days.lowerBound < Self.maximumDays else { throw .spanInvalid }
        await self.locks.take(app)
        let result: Result<ReconciliationResult, ReconciliationError>
        do throws(ReconciliationError) {
            result = .success(try await self.compare(served, days, comparesLonger: comparesLonger))
        } catch {
            result = .failure(error)
        }
        await self.locks.leave(app)
        return try result.get()
    }

    private func compare(
        _ app: ServedApp,
        _ days: ClosedRange<PacificDay>,
        comparesLonger: Bool
    ) async throws(ReconciliationError) -> ReconciliationResult {
        let begunAt = self.ambient.now()
        // A report never changes, so its file can be read later than the list.
        var reported = try await Self.stored { () throws(RepositoryError) in
            try await self.repository.read { view in try view.reportedDays(of: app.name, around: days) }
        }
        let found = try await self.found(app, days, &reported)
        let longer = comparesLonger ? try await self.longer(app, days, reported) : []
        let states = try await self.keep(found, of: app.name, days, begunAt: begunAt)
        self.cache.keep(found, of: app.name)
        await self.recordMetrics(of: app.name)
        return ReconciliationResult(
            span: days,
            days: found,
            states: states,
            gaps: reported.gaps(of: days, at: self.ambient.now()),
            longer: longer,
            isOfAllApps: self.skus[app.name] == nil
        )
    }

    /// Compares week by week, so that only the sums of three weeks are in memory at a time.
    private func found(
        _ app: ServedApp,
        _ days: ClosedRange<PacificDay>,
        _ reported: inout ReportedDays
    ) async throws(ReconciliationError) -> [ReconciledDay] {
        var ours: [PacificDay: SalesTally] = [:]
        var theirs: [PacificDay: SalesTally] = [:]
        var found: [ReconciledDay] = []
        for week in Self.weeks(of: days) {
            let window = (week.lowerBound + -Reconciliation.reach)...(week.upperBound + Reconciliation.reach)
            ours = ours.filter { window.contains($0.key) }
            theirs = theirs.filter { window.contains($0.key) }
            guard reported.days.contains(where: { week.contains($0) && days.contains($0) }) else { continue }
            for day in reported.days.sorted() where window.contains(day) && theirs[day] == nil {
                guard let tally = try await self.theirs(app, day, &reported) else { continue }
                theirs[day] = tally
            }
            for day in reported.neighbors(within: window) where ours[day] == nil {
                ours[day] = try await self.ours(app.name, day...day)
            }
            let reconciliation = Reconciliation(
                ours: ours.values.reduce(into: SalesTally()) { $0 += $1 },
                theirs: theirs.values.reduce(into: SalesTally()) { $0 += $1 },
                reported: Set(theirs.keys),
                products: Set(app.catalog.products.keys),
                within: week
            )
            found += reconciliation.days.filter { days.contains($0.day) }
        }
        return found
    }

    /// Returns the calendar weeks of days, each from Monday to Sunday.
    static func weeks(of days: ClosedRange<PacificDay>) -> [ClosedRange<PacificDay>] {
        stride(from: days.lowerBound.monday.number, through: days.upperBound.number, by: 7).map { number in
            PacificDay(number: number)...PacificDay(number: number + 6)
        }
    }

    /// Calls the repository and throws its errors as errors of this service.
    static func stored<Value>(
        _ work: () async throws(RepositoryError) -> Value
    ) async throws(ReconciliationError) -> Value {
        do throws(RepositoryError) {
            return try await work()
        } catch {
            throw .storage(error)
        }
    }
}

/// Allows one comparison of an app at a time, so that overlapping comparisons never overwrite a newer result.
package actor ReconciliationLocks {
    private var busy: Set<AppName> = []
    private var waiting: [AppName: [CheckedContinuation<Void, Never>]] = [:]

    /// Creates locks, none of which is held.
    package init() {}

    /// The number of waiting comparisons.
    package var waitingCount: Int { self.waiting.values.reduce(0) { $0 + $1.count } }

    /// Acquires the lock of an app, after waiting for its other comparisons; the caller releases it with `leave`.
    package func take(_ app: AppName) async {
        guard !self.busy.insert(app).inserted else { return }
        await withCheckedContinuation { self.waiting[app, default: []].append($0) }
    }

    /// Releases the lock of an app to the comparison that has waited longest.
    package func leave(_ app: AppName) {
        guard var queue = self.waiting[app], !queue.isEmpty else {
            self.busy.remove(app)
            return
        }
        let next = queue.removeFirst()
        self.waiting[app] = queue.isEmpty ? nil : queue
        next.resume()
    }
}
