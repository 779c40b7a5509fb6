package import AppStore
package import Ledger
package import Logging

/// Reads Apple's history of an app's notifications, compares it with the ledger, and takes in what is missing.
///
/// What is known already costs one lookup and is neither verified nor written again, so that a reading costs what is
/// missing, not what ever came. A reading that is broken off goes on where it stopped, in this process or the next.
package struct HistoryReading: Sendable {
    /// How many windows are read at a time.
    package static let concurrency = 4
    /// How long one page may take, with all its repetitions.
    package static let pageDeadline: Duration = .seconds(120)

    let repository: any Repository
    let ingest: Ingest
    let app: ServedApp
    let client: AppStoreClient
    let ambient: Ambient
    let logger: Logger

    /// Readings of an app's history.
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

    /// What reading windows has shown.
    private struct Outcome: Sendable {
        /// What the comparison with the ledger has shown.
        var count = HistoryCount()
        /// Whether everything that must wait found room.
        var hasRoom = true

        /// Both together.
        static func + (one: Self, other: Self) -> Self {
            Self(count: one.count + other.count, hasRoom: one.hasRoom && other.hasRoom)
        }
    }

    /// Reads everything from where the last reading ended up to now, and returns what it has shown.
    ///
    /// Where there is no room to hold a notification that must wait, all others are taken in first. Then this throws
    /// `IngestError.quarantineFull`, and the next reading goes on from the page with that notification.
    package func run(
        _ environment: StoreEnvironment,
        report: @Sendable (HistoryReport) -> Void = { _ in }
    ) async throws(HealingError) -> HistoryCount {
        try await self.plan(environment)
        let horizon = HistoryHorizon()
        var total = Outcome()
        var windows = try await self.progress(environment).windows
        let totalWindows = windows.count
        while let rank = windows.first?.rank {
            // A window of a later rank waits, so that refund requests come first whatever else there is.
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

    private func plan(_ environment: StoreEnvironment) async throws(HealingError) {
        let now = self.ambient.now()
        let plan = HistoryPlan(after: try await self.progress(environment), at: now)
        do throws(RepositoryError) {
            if plan.isBeyondReach {
                self.logger.warning(
                    "More time has passed than Apple's notification history tells of; every chain is asked about.",
                    metadata: ["app": "\(self.app.name)", "environment": "\(environment.rawValue)"]
                )
                // First, so that a process that dies here finds the same plan again.
                try await self.repository.askAboutAll(of: self.app.name, environment: environment, at: now)
            }
            try await self.repository.planHistory(
                of: self.app.name,
                environment: environment,
                windows: plan.windows,
                through: plan.through,
                deepAt: plan.deepAt
            )
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

    /// Reads one window to its end, as long as each answer brings the reading forward.
    private func read(
        _ first: HistoryWindow,
        in environment: StoreEnvironment,
        _ horizon: HistoryHorizon
    ) async throws(HealingError) -> Outcome {
        var window: HistoryWindow? = first
        // The first page with something that found no room: the window stays there, while the rest of it is read.
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
                    // What was read of it is known by now, so beginning anew costs little.
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
                // The next reading begins this window anew, after a rest.
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

    /// The check for a window's next page.
    func request(_ window: HistoryWindow) -> AppStoreRequest<NotificationHistoryResponse> {
        .notificationHistory(
            window.type.map { .type(NotificationType(rawValue: $0)) } ?? .all,
            from: Timestamp(milliseconds: window.from.milliseconds),
            to: Timestamp(milliseconds: window.through.milliseconds),
            after: window.page
        )
    }

    /// Writes down how far a window has been read.
    func move(
        _ window: HistoryWindow,
        to next: HistoryWindow?,
        _ count: HistoryCount,
        in environment: StoreEnvironment
    ) async throws(HealingError) -> HistoryWindow? {
        do {
            try await self.repository.readHistory(
                window,
                of: self.app.name,
                environment: environment,
                to: next,
                count: count
            )
        } catch {
            throw .storage(error)
        }
        return next
    }

    private func progress(_ environment: StoreEnvironment) async throws(HealingError) -> HistoryProgress {
        do {
            return try await self.repository.history(of: self.app.name, environment: environment)
        } catch {
            throw .storage(error)
        }
    }
}

/// How far the reading of a notification history has come, for whoever watches.
package struct HistoryReport: Hashable, Sendable {
    /// The app.
    package let app: AppName
    /// The environment.
    package let environment: StoreEnvironment
    /// What this reading has shown so far.
    package let count: HistoryCount
    /// How many windows are still to be read.
    package let openWindows: Int
    /// How many there were at the beginning.
    package let totalWindows: Int
}

/// Notices when a store that answers page after page makes no progress.
///
/// Tokens that repeat are found by Brent's algorithm (R. P. Brent, "An improved Monte Carlo factorization algorithm",
/// BIT 20, 1980, section 3), which remembers a single token and finds each cycle within about three rounds of it.
struct PageProgress {
    /// The most pages in a row that list nothing and promise more.
    static let maximumEmptyPages = 3
    /// How often a window may be begun again because its token is not accepted any more.
    static let maximumRestarts = 3

    /// A token that was seen; one that is seen again closes a cycle.
    private var landmark: String?
    private var stepsSinceLandmark = 0
    private var stepLimit = 1
    private var emptyPages = 0
    private var restarts = 0

    /// Takes note of a page that lists so much and promises more behind a token; returns whether that is progress.
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

    /// Takes note that the window is to be begun again; returns whether it may be.
    mutating func mayRestart() -> Bool {
        self.landmark = nil
        self.stepsSinceLandmark = 0
        self.stepLimit = 1
        self.emptyPages = 0
        self.restarts += 1
        return self.restarts <= Self.maximumRestarts
    }
}
