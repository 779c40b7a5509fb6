import AppStore
package import Ledger
package import Logging
import ServiceLifecycle
import Synchronization

/// The worker that asks Apple about the rows of imports and records the answers, one import after the other, many rows
/// at once.
///
/// A row is settled once everything that Apple answered about it, and the row's new state, is on disk. If the process
/// ends before, the row is requested again; recording the same evidence twice changes nothing. One answer contains
/// everything that an Apple account bought in the app, so all rows that it contains are settled together with one
/// request. The client's request budget limits the speed.
package struct ImportWorker<C: Clock<Duration>>: Service {
    /// The shortest time between two looks for work, and the pause when Apple cannot be reached.
    package static var interval: Duration { .seconds(2) }
    /// The number of such intervals between two removals of abandoned rows.
    private static var removalStep: Int { 30 }
    /// The number of abandoned rows removed in one unit of work.
    package static var removedRows: Int { 1000 }
    /// The number of rows read at once.
    package static var pageRows: Int { 2000 }
    /// The number of concurrent requests: as many as 50 requests a second need if an answer takes two seconds.
    package static var concurrency: Int { 100 }
    /// The number of settled rows that share a commit.
    package static var settleRows: Int { 100 }
    /// The number of consecutive rows without an answer after which the worker pauses.
    package static var outage: Int { 20 }
    /// The timeout of one request, including a pause that Apple ordered, which is one hour at most.
    package static var deadline: Duration { .seconds(3660) }

    let app: ServedApp
    let client: AppStoreClient
    let environments: [AppStoreEnvironment]
    let ingest: Ingest
    let catchUp: (@Sendable () async throws -> Void)?
    let signals: WorkSignals?
    let logger: Logger
    let clock: C
    let attempts = ImportAttempts()

    /// Creates a worker for the imports of one app, or returns `nil` for an app about which Apple cannot be asked.
    ///
    /// - Parameters:
    ///   - app: The app.
    ///   - ingest: Ingests what Apple signed.
    ///   - catchUp: Awaited before a wrong clock is reported, if the time is a simulated one.
    ///   - signals: The signals that wake the worker; without them it looks for work at each interval.
    ///   - logger: Logs what an operator should know.
    ///   - clock: Paces the worker.
    package init?(
        app: ServedApp,
        ingest: Ingest,
        catchUp: (@Sendable () async throws -> Void)? = nil,
        signals: WorkSignals? = nil,
        logger: Logger,
        clock: C
    ) {
        guard let client = app.appStore, !app.askable.isEmpty else { return nil }
        self.app = app
        self.client = client
        // A row's id is looked up in the environments in this order.
        self.environments = app.askable.map(AppStoreEnvironment.init)
        self.ingest = ingest
        self.catchUp = catchUp
        self.signals = signals
        self.logger = logger
        self.clock = clock
    }

    /// Works until the server stops.
    package func run() async throws {
        await withDiscardingTaskGroup { group in
            group.addTask {
                let loop = WorkLoop(
                    kinds: [.imports],
                    signals: self.signals,
                    interval: Self.interval,
                    clock: self.clock,
                    now: self.ingest.ambient.now
                )
                await loop.run {
                    // The shutdown does not wait for Apple: rows whose requests are interrupted stay waiting and are
                    // requested again.
                    await cancelWhenGracefulShutdown { await self.work() }
                } nextDueAt: {
                    try await self.ingest.repository.nextDueAt(of: .imports, apps: [self.app.name])
                }
            }
            group.addTask {
                await PollingLoop(interval: Self.interval * Self.removalStep, clock: self.clock).run {
                    await self.removeAbandonedRows()
                }
            }
        }
    }

    /// Removes some waiting rows of imports that have ended; returns whether there may be more.
    package func removeAbandonedRows() async -> Bool {
        do throws(RepositoryError) {
            let repository = self.ingest.repository
            let count = try await repository.write { unit in
                try unit.removeAbandonedImportRows(of: self.app.name, limit: Self.removedRows)
            }
            return count == Self.removedRows
        } catch {
            self.logger.warning(
                "Rows of ended imports could not be removed; the server tries again.",
                metadata: ["code": "\(error.code)"]
            )
            return false
        }
    }

    /// Works on the oldest import that has work; returns whether there may be more to do at once.
    package func work() async -> Bool {
        do throws(RepositoryError) {
            let jobs = try await self.ingest.repository.read { view in
                try view.importJobs(of: self.app.name, in: .working, limit: 1)
            }
            guard let job = jobs.first else { return false }
            return try await self.work(on: job)
        } catch {
            self.logger.error("An import cannot continue now.", metadata: ["code": "\(error.code)"])
            return false
        }
    }

    /// Works through the waiting rows, page by page; returns whether any row was settled.
    private func work(on job: ImportJob) async throws(RepositoryError) -> Bool {
        var position = ImportRow.Position.beginning
        var hasMoved = false
        while !Task.isCancelled {
            let rows = try await self.ingest.repository.read { [position] view in
                try view.pendingImportRows(
                    of: job.id,
                    in: job.app,
                    after: position,
                    limit: Self.pageRows
                )
            }
            guard let last = rows.last else { break }
            position = last.position
            let page = try await self.bring(Self.spread(rows), of: job)
            hasMoved = hasMoved || page.hasMoved
            guard page.goesOn else { return page.hasMoved && !page.isOutage }
        }
        return hasMoved
    }

    /// Returns the rows in an order in which neighbors are far apart: the rows of one customer are usually adjacent,
    /// and the first of them settles the others before they are requested.
    package static func spread(_ rows: [ImportRow]) -> [ImportRow] {
        let step = max(1, rows.count / Self.concurrency)
        return (0..<step).flatMap { first in
            stride(from: first, to: rows.count, by: step).map { rows[$0] }
        }
    }
}

/// The number of attempts of each row that Apple could not answer; kept in memory, because a restart may start again.
final class ImportAttempts: Sendable {
    /// The number of attempts for a row that Apple does not answer now.
    static let maximum = 3
    /// The maximum number of rows in the map; beyond it the map is cleared, and rows are tried more often.
    private static let limit = 10_000

    private struct Key: Hashable {
        let job: ImportJobID
        let position: ImportRow.Position
    }

    private let counts = Mutex<[Key: Int]>([:])

    /// Creates an empty map.
    init() {}

    /// Counts an attempt; returns whether it was the last one.
    func isLast(_ position: ImportRow.Position, of job: ImportJobID) -> Bool {
        self.counts.withLock { counts in
            if counts.count >= Self.limit { counts = [:] }
            let key = Key(job: job, position: position)
            let count = counts[key, default: 0] + 1
            counts[key] = count < Self.maximum ? count : nil
            return count >= Self.maximum
        }
    }
}
