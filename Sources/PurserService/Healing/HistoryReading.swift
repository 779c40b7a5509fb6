package import AppStore
package import Ledger
package import Logging

/// A reading of Apple's notification history of an app, which compares it with the ledger and ingests what is missing.
///
/// A notification that is known costs one lookup and is neither verified nor written again, so the cost of a reading
/// depends on what is missing. A reading that was interrupted continues where it stopped, in this process or the next.
package struct HistoryReading: Sendable {
    /// The number of windows read at a time.
    package static let concurrency = 4
    /// The timeout of one page, including retries.
    package static let pageDeadline: Duration = .seconds(120)

    let repository: any Repository
    let ingest: Ingest
    /// The app.
    package let app: ServedApp
    let client: AppStoreClient
    let ambient: Ambient
    let logger: Logger

    /// Creates the readings of an app's history.
    package init(
        repository: any Repository,
        ingest: Ingest,
        app: ServedApp,
        client: AppStoreClient,
        ambient: Ambient,
        logger: Logger
    ) {
        self.repository = repository
        self.ingest = ingest
        self.app = app
        self.client = client
        self.ambient = ambient
        self.logger = logger
    }

    /// The result of reading windows.
    private struct Outcome: Sendable {
        /// The counts of the comparison with the ledger.
        var count = HistoryCount()
        /// Whether the quarantine had room for everything that must wait.
        var hasRoom = true

        /// Returns the sum of both results.
        static func + (one: Self, other: Self) -> Self {
            Self(count: one.count + other.count, hasRoom: one.hasRoom && other.hasRoom)
        }
    }

    /// Reads the history from the end of the last reading up to now, and returns the counts of the comparison.
    ///
    /// If the quarantine has no room for a notification that must wait, all others are ingested first. Then the method
    /// throws `IngestError.quarantineFull`, and the next reading continues from the page with that notification.
    package func run(
        _ environment: StoreEnvironment,
        report: @Sendable (HistoryReport) -> Void = { _ in }
    ) async throws(HealingError) -> HistoryCount {
        var windows = try await self.plan(environment)
        let horizon = HistoryHorizon()
        var total = Outcome()
        let totalWindows = windows.count
        while let rank = windows.first?.rank {
            // A window of a later rank waits, so that refund requests are read first in any case.
            let group = windows.prefix { $0.rank == rank }
            for start in stride(from: 0, to: group.count, by: Self.concurrency) {
                let batch = Array(group.dropFirst(start).prefix(Self.concurrency))
                total = total + (try await self.read(batch, in: environment, horizon))
                report(
                    HistoryReport(
                        app: self.app.name,
                        environment: environment,
                        count: total.count,
                        openWindows: max(0, windows.count - start - batch.count),
                        totalWindows: totalWindows
                    )
                )
            }
            windows.removeFirst(group.count)
        }
        guard total.hasRoom else { throw .evidence(.quarantineFull) }
        return total.count
    }

    /// Plans the windows up to now, and returns all that are to be read, including those of earlier plans.
    private func plan(_ environment: StoreEnvironment) async throws(HealingError) -> [HistoryWindow] {
        let now = self.ambient.now()
        do throws(RepositoryError) {
            let progress = try await self.repository.read { view in
                try view.history(of: self.app.name, environment: environment)
            }
            if HistoryPlan(after: progress, at: now).isBeyondReach {
                self.logger.warning(
                    "More time has passed than Apple's notification history covers; the server checks every chain.",
                    metadata: ["app": "\(self.app.name)", "environment": "\(environment.rawValue)"]
                )
                // This is written first, so that after a crash the same plan results again; it takes many units of
                // work, so it cannot be part of the one below.
                try await self.repository.askAboutAll(of: self.app.name, environment: environment, at: now)
            }
            return try await self.repository.write { unit in
                let progress = try unit.history(of: self.app.name, environment: environment)
                let plan = HistoryPlan(after: progress, at: now)
                try unit.planHistory(
                    of: self.app.name,
                    environment: environment,
                    windows: plan.windows,
                    through: plan.through,
                    deepAt: plan.deepAt
                )
                return try unit.history(of: self.app.name, environment: environment).windows
            }
        } catch {
            throw .storage(error)
        }
    }

    private func read(
        _ windows: [HistoryWindow],
        in environment: StoreEnvironment,
        _ horizon: HistoryHorizon
    ) async throws(HealingError) -> Outcome {
        let results = await withTaskGroup(of: Result<Outcome, HealingError>.self) { group in
            for window in windows { group.addTask { await self.result(of: window, in: environment, horizon) } }
            return await group.reduce(into: []) { $0.append($1) }
        }
        var total = Outcome()
        for result in results { total = total + (try result.get()) }
        return total
    }

    private func result(
        of window: HistoryWindow,
        in environment: StoreEnvironment,
        _ horizon: HistoryHorizon
    ) async -> Result<Outcome, HealingError> {
        do throws(HealingError) {
            return .success(try await self.read(window, in: environment, horizon))
        } catch {
            return .failure(error)
        }
    }

    /// Reads one window to its end, as long as each answer makes progress.
    private func read(
        _ first: HistoryWindow,
        in environment: StoreEnvironment,
        _ horizon: HistoryHorizon
    ) async throws(HealingError) -> Outcome {
        var window: HistoryWindow? = first
        // The first page with a notification for which there was no room: the window stays there, while its rest is
        // read.
        var leftOver: HistoryWindow?
        var total = Outcome()
        var progress = PageProgress()
        while let current = window {
            let page: NotificationHistoryResponse
            do {
                page = try await self.client.send(
                    self.request(current),
                    to: AppStoreEnvironment(environment),
                    within: Self.pageDeadline
                )
            } catch {
                switch error.number {
                case .invalidPaginationToken? where current.page != nil,
                    .paginationTokenExpired? where current.page != nil:
                    guard progress.mayRestart() else { throw .appStore(error) }
                    // The notifications read so far are known by now, so starting the window again costs little.
                    window = try await self.move(
                        leftOver ?? current,
                        to: current.at(page: nil),
                        HistoryCount(),
                        in: environment
                    )
                    leftOver = nil
                    continue
                case .startDateTooFarInPast?:
                    window = try await self.shorten(leftOver ?? current, after: error, in: environment, horizon)
                    leftOver = nil
                    continue
                case .startDateAfterEndDate? where current.from < current.through:
                    self.ingest.clocks?.noteBehind(by: self.ambient.now() - current.from)
                    throw .appStore(error)
                default: throw .appStore(error)
                }
            }
            let items = page.notificationHistory ?? []
            let (count, hasRoom) = try await self.take(items, in: environment)
            total = total + Outcome(count: count)
            if !hasRoom { leftOver = leftOver ?? current }
            let reached = leftOver ?? current
            guard page.hasMore == true, let token = page.paginationToken else {
                _ = try await self.move(reached, to: leftOver, count, in: environment)
                break
            }
            guard progress.advances(to: token, listing: items.count) else {
                // The next reading starts this window again, after a pause.
                _ = try await self.move(reached, to: current.at(page: nil), count, in: environment)
                throw .appStore(.unreadableAnswer)
            }
            let next = current.at(page: token)
            _ = try await self.move(reached, to: leftOver ?? next, count, in: environment)
            window = next
        }
        total.hasRoom = leftOver == nil
        return total
    }

    /// Returns the request for a window's next page.
    func request(_ window: HistoryWindow) -> AppStoreRequest<NotificationHistoryResponse> {
        .notificationHistory(
            window.type.map { .type(NotificationType(rawValue: $0)) } ?? .all,
            from: Timestamp(milliseconds: window.from.milliseconds),
            to: Timestamp(milliseconds: window.through.milliseconds),
            after: window.page
        )
    }

    /// Records how far a window has been read.
    func move(
        _ window: HistoryWindow,
        to next: HistoryWindow?,
        _ count: HistoryCount,
        in environment: StoreEnvironment
    ) async throws(HealingError) -> HistoryWindow? {
        do {
            try await self.repository.write { unit in
                try unit.readHistory(
                    window,
                    of: self.app.name,
                    environment: environment,
                    to: next,
                    count: count
                )
            }
        } catch {
            throw .storage(error)
        }
        return next
    }
}

/// The progress of reading a notification history, for display.
package struct HistoryReport: Hashable, Sendable {
    /// The app.
    package let app: AppName
    /// The environment.
    package let environment: StoreEnvironment
    /// The counts of this reading so far.
    package let count: HistoryCount
    /// The number of windows still to be read.
    package let openWindows: Int
    /// The number of windows at the beginning.
    package let totalWindows: Int
}

/// A detector of a server that answers page after page without progress.
///
/// It finds repeating tokens with Brent's algorithm (R. P. Brent, "An improved Monte Carlo factorization algorithm",
/// BIT 20, 1980, section 3), which stores a single token and finds each cycle within about three rounds of it.
struct PageProgress {
    /// The maximum number of consecutive pages that list nothing and promise more.
    static let maximumEmptyPages = 3
    /// The maximum number of times that a window is started again because its token is no longer accepted.
    static let maximumRestarts = 3

    /// A token that was seen; seeing it again closes a cycle.
    private var landmark: String?
    private var stepsSinceLandmark = 0
    private var stepLimit = 1
    private var emptyPages = 0
    private var restarts = 0

    /// Records a page with this many notifications and a token for the next page; returns whether that is progress.
    mutating func advances(to token: String, listing count: Int) -> Bool {
        self.emptyPages = count == 0 ? self.emptyPages + 1 : 0
        guard self.emptyPages <= Self.maximumEmptyPages, token != self.landmark else { return false }
        self.stepsSinceLandmark += 1
        if self.stepsSinceLandmark == self.stepLimit {
            self.landmark = token
            self.stepsSinceLandmark = 0
            self.stepLimit *= 2
        }
        return true
    }

    /// Records that the window is to be started again; returns whether it may be.
    mutating func mayRestart() -> Bool {
        self.landmark = nil
        self.stepsSinceLandmark = 0
        self.stepLimit = 1
        self.emptyPages = 0
        self.restarts += 1
        return self.restarts <= Self.maximumRestarts
    }
}
