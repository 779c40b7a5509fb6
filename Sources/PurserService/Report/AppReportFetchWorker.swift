package import Ledger
package import Logging
import Metrics
import ServiceLifecycle

/// Fetches the reports of an app on schedule, and reconciles the days about which they have new data.
package actor AppReportFetchWorker {
    /// Compares days of an app with its reports.
    package typealias Reconcile = @Sendable (_ app: AppName, _ days: ClosedRange<PacificDay>) async -> Void

    /// The number of reports that one round fetches: more than one day has, and few enough for other apps to get their
    /// turn.
    private static let batch = 40
    /// The longest time between two checks, because reports are also imported manually.
    private static let longestRest = Span.hours(1)
    private static let storageRest = Span.minutes(1)
    /// The number of days that are compared at once.
    private static let mostDays: Int64 = 31
    /// The number of reports that are read at once to find new ones.
    private static let page = 500

    private let app: AppName
    private let fetch: ReportFetch?
    private let repository: any Repository
    private let ambient: Ambient
    private let logger: Logger
    private let reconcile: Reconcile
    /// The instants at which the schedule was read last and has to be read again.
    private var plan: (made: Instant, next: Instant)?
    /// The number of the last known report; later ones are new.
    private var seen: Int64?
    private var newest: [ReportKind: CivilDay] = [:]

    /// Creates a worker for an app.
    ///
    /// - Parameters:
    ///   - app: The app.
    ///   - fetch: Fetches the app's reports; `nil` where they are imported manually only.
    ///   - repository: The repository of reports.
    ///   - ambient: Provides the ledger's time.
    ///   - logger: The log of failures.
    ///   - reconcile: Compares days with new data.
    package init(
        for app: AppName,
        fetch: ReportFetch?,
        repository: any Repository,
        ambient: Ambient,
        logger: Logger,
        reconcile: @escaping Reconcile
    ) {
        self.app = app
        self.fetch = fetch
        self.repository = repository
        self.ambient = ambient
        self.logger = logger
        self.reconcile = reconcile
    }

    /// Fetches due reports up to a limit, and has days compared.
    ///
    /// - Returns: The number of requested reports; 0 means that no more are due now.
    @discardableResult
    package func round() async -> Int {
        await self.compareNewReports()
        guard let fetch = self.fetch else { return 0 }
        let now = self.ambient.now()
        self.showAges(at: now)
        if let plan = self.plan, now >= plan.made, now < plan.next { return 0 }
        let entries: [ReportSchedule.Entry]
        do {
            (entries, self.newest) = try await fetch.entriesAndNewestDays(at: now)
        } catch {
            self.logger.warning(
                "Which reports are due cannot be read now.",
                metadata: ["app": "\(self.app)", "code": "\(error.code)"]
            )
            self.plan = (now, now + Self.storageRest)
            return 0
        }
        let due = entries.filter { $0.dueAt <= now && fetch.fetchState.pause(of: $0.slot.kind, at: now) == nil }
        guard due.isEmpty else {
            self.plan = nil
            return await self.work(off: due.prefix(Self.batch), with: fetch)
        }
        let next = entries.lazy.map { max($0.dueAt, fetch.fetchState.pause(of: $0.slot.kind, at: now) ?? $0.dueAt) }
            .min()
        self.plan = (now, min(max(next ?? now + Self.longestRest, now), now + Self.longestRest))
        return 0
    }

    private func work(off entries: ArraySlice<ReportSchedule.Entry>, with fetch: ReportFetch) async -> Int {
        var silent: Set<PacificDay> = []
        var count = 0
        for entry in entries {
            // A stopping server does not wait; the other reports are due again after the next start.
            guard !Task.isShuttingDownGracefully, !Task.isCancelled else { break }
            guard fetch.fetchState.pause(of: entry.slot.kind, at: self.ambient.now()) == nil else { continue }
            let outcome = await fetch.fetch(entry.slot, by: .schedule)
            count += 1
            if entry.slot.kind == .sales, case .day(let day) = entry.slot.period, outcome == .absent(.noSales) {
                silent.insert(PacificDay(number: day.number))
            }
        }
        await self.compare(silent)
        await self.compareNewReports()
        return count
    }

    /// Compares the days of sales reports that arrived since the last time, fetched or imported.
    private func compareNewReports() async {
        do {
            let seen = self.seen
            let new = try await self.repository.read { view in
                try view.newSalesReports(of: self.app, after: seen, pageCount: Self.page)
            }
            self.seen = max(new.last, seen ?? 0)
            let days = new.reports.compactMap { record -> PacificDay? in
                guard case .day(let day) = record.slot.period else { return nil }
                return PacificDay(number: day.number)
            }
            await self.compare(Set(days))
        } catch {
            self.logger.warning(
                "Which reports are new cannot be read now.",
                metadata: ["app": "\(self.app)", "code": "\(error.code)"]
            )
        }
    }

    /// Compares days, consecutive ones together.
    private func compare(_ days: Set<PacificDay>) async {
        for span in PacificDay.spans(of: days, upTo: Self.mostDays) { await self.reconcile(self.app, span) }
    }

    /// Records the age of the newest reports as a metric, counted from the end of their last day.
    private func showAges(at now: Instant) {
        for (kind, day) in self.newest {
            Gauge(
                label: "purser_report_newest_age_seconds",
                dimensions: [("app", self.app.rawValue), ("kind", kind.rawValue)]
            ).record((now - PacificDay(number: day.number).end).milliseconds / 1000)
        }
    }
}

extension ReadView {
    /// Returns the sales reports of an app with a greater number than this, and the number of the last one; 0 where
    /// there is none.
    ///
    /// Without a number no report is new: earlier ones have been compared, or a command compares them.
    fileprivate func newSalesReports(
        of app: AppName,
        after seen: Int64?,
        pageCount: Int
    ) throws -> (reports: [ReportRecord], last: Int64) {
        let filter = ReportFilter(kind: .sales, isCurrentOnly: false)
        let last = try self.reports(of: app, matching: filter, before: nil, limit: 1).first?.number ?? 0
        guard let seen, last > seen else { return ([], last) }
        var reports: [ReportRecord] = []
        while true {
            let page = try self.reports(of: app, matching: filter, before: reports.last?.number, limit: pageCount)
            let new = page.prefix { $0.number > seen }
            reports += new
            guard new.count == pageCount else { return (reports, last) }
        }
    }
}

/// Fetches Apple's reports on a schedule until the server stops.
package struct ReportFetchWorker<C: Clock<Duration>>: Service {
    /// The interval between two checks for due reports.
    package static var interval: Duration { .seconds(5) }

    private let workers: [AppReportFetchWorker]
    private let catchUp: (@Sendable () async throws -> Void)?
    private let clock: C

    /// Creates a worker of these per-app workers; `catchUp` is awaited before each round where the ledger follows a
    /// simulated clock.
    package init(
        workers: [AppReportFetchWorker],
        catchUp: (@Sendable () async throws -> Void)? = nil,
        clock: C
    ) {
        self.workers = workers
        self.catchUp = catchUp
        self.clock = clock
    }

    /// Fetches reports until the server stops.
    package func run() async throws {
        guard !self.workers.isEmpty else {
            // A worker that returns stops the server.
            try? await gracefulShutdown()
            return
        }
        await withDiscardingTaskGroup { group in
            for worker in self.workers {
                group.addTask {
                    await PollingLoop(interval: Self.interval, clock: self.clock, catchUp: self.catchUp).run {
                        _ = await cancelWhenGracefulShutdown { await worker.round() }
                        // The first start fetches a year, round by round, so that other apps get their turn.
                        return false
                    }
                }
            }
        }
    }
}
