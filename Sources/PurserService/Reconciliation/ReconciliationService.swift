package import Ledger
package import Logging

/// Compares the ledger's sales with Apple's daily sales reports, keeps how far each day has come, and lets people
/// accept days as they are.
///
/// Sales are read page by page and added up to groups, so that memory grows with the groups of three weeks and never
/// with the number of sales. Each day is compared in its own context, whatever days are asked for: the same sales and
/// reports give a day the same statement, which is what a person accepts.
package struct ReconciliationService: Sendable {
    /// The most days of one comparison.
    package static let maximumDays: Int64 = 400
    /// How many sales are read at once.
    static let pageCount = 5000

    let repository: any Repository
    let reports: ReportService
    let apps: [AppName: ServedApp]
    let skus: [AppName: String]
    let readings: [HistoryReading]
    /// Lets one comparison of an app run at a time.
    package let locks = ReconciliationLocks()
    let ambient: Ambient
    let audit: AuditLog
    let logger: Logger

    /// A service of these apps.
    ///
    /// - Parameters:
    ///   - repository: Keeps sales, reports and states.
    ///   - reports: Reads the reports.
    ///   - apps: The apps.
    ///   - skus: The SKUs of apps in App Store Connect; reports are compared whole for apps without one.
    ///   - readings: Reads Apple's notification history of apps that have a key for it.
    ///   - ambient: Its time is that of the ledger.
    ///   - audit: Records who accepted what.
    ///   - logger: Logs when a day is reopened.
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

    /// The day that is not over yet.
    package var today: PacificDay { PacificDay(of: self.ambient.now()) }

    /// The days that are meant where none are named: a month that ends yesterday.
    package var usualDays: ClosedRange<PacificDay> { (self.today + -31)...(self.today + -1) }

    /// Compares days, keeps their states and returns what was found.
    ///
    /// - Throws: Why nothing was compared; states that were kept before stay.
    package func reconcile(
        _ app: AppName,
        days: ClosedRange<PacificDay>
    ) async throws(ReconciliationError) -> ReconciliationResult {
        guard let served = self.apps[app] else { throw .appUnknown(app) }
        guard days.upperBound - days.lowerBound < Self.maximumDays else { throw .spanInvalid }
        await self.locks.take(app)
        let result: Result<ReconciliationResult, ReconciliationError>
        do throws(ReconciliationError) {
            result = .success(try await self.compare(served, days))
        } catch {
            result = .failure(error)
        }
        await self.locks.leave(app)
        return try result.get()
    }

    private func compare(
        _ app: ServedApp,
        _ days: ClosedRange<PacificDay>
    ) async throws(ReconciliationError) -> ReconciliationResult {
        let begunAt = self.ambient.now()
        var reported = try await self.reportedDays(app.name, around: days)
        let found = try await self.found(app, days, &reported)
        let longer = try await self.longer(app, days, reported)
        let states = try await self.keep(found, of: app.name, days, begunAt: begunAt)
        await self.recordMetrics(of: app.name)
        return ReconciliationResult(
            span: days,
            days: found,
            states: states,
            gaps: reported.gaps(of: days, today: self.today),
            longer: longer,
            isOfAllApps: self.skus[app.name] == nil
        )
    }

    /// Compares week by week, so that only the sums of three weeks are held at a time.
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

    /// The calendar weeks that days lie in, each from its Monday to its Sunday.
    static func weeks(of days: ClosedRange<PacificDay>) -> [ClosedRange<PacificDay>] {
        stride(from: days.lowerBound.monday.number, through: days.upperBound.number, by: 7).map { number in
            PacificDay(number: number)...PacificDay(number: number + 6)
        }
    }

    /// Does work of the repository.
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

/// Lets one comparison of an app run at a time, so that comparisons that overlap never overwrite what a later one
/// found.
package actor ReconciliationLocks {
    private var busy: Set<AppName> = []
    private var waiting: [AppName: [CheckedContinuation<Void, Never>]] = [:]

    /// Creates turns of which none is taken.
    package init() {}

    /// How many wait for their turn.
    package var waitingCount: Int { self.waiting.values.reduce(0) { $0 + $1.count } }

    /// Waits until no other comparison of the app runs; the caller ends the turn with `leave`.
    package func take(_ app: AppName) async {
        guard !self.busy.insert(app).inserted else { return }
        await withCheckedContinuation { self.waiting[app, default: []].append($0) }
    }

    /// Ends a turn; the next goes to the comparison that has waited longest.
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
