import AppStore
package import Ledger
package import Logging
import ServiceLifecycle
import Synchronization

/// Asks Apple about the rows of imports and records what it says, one job after the other, many rows at once.
///
/// A row is done once everything that Apple said about it is on disk and that is on disk too; whatever ends the process
/// in between, the row is asked for again, and recording the same twice changes nothing. One answer holds everything
/// that an Apple Account bought in the app, so the rows that it names are settled together and asked for once. How fast
/// it goes is the client's budget to say.
package struct ImportWorker<C: Clock<Duration>>: Service {
    /// How often the ledger is asked for work, and how long to rest when Apple cannot be asked.
    package static var interval: Duration { .seconds(2) }
    /// How many looks for work there are between two looks for rows that nothing waits for any longer.
    private static var removalStep: Int { 30 }
    /// How many such rows are removed in one unit of work.
    package static var removedRows: Int { 1000 }
    /// How many rows are read at once.
    package static var pageRows: Int { 2000 }
    /// How many rows are asked for at once: what a rate of 50 a second needs when an answer takes two seconds.
    package static var concurrency: Int { 100 }
    /// How many settled rows share a commit.
    package static var settleRows: Int { 100 }
    /// After how many rows in a row that Apple could not answer it is left alone for a while.
    package static var outage: Int { 20 }
    /// How long one request may wait, a pause that Apple ordered included; it orders an hour at most.
    package static var deadline: Duration { .seconds(3660) }

    let app: ServedApp
    let client: AppStoreClient
    let environments: [AppStoreEnvironment]
    let ingest: Ingest
    let catchUp: (@Sendable () async throws -> Void)?
    let logger: Logger
    let clock: C
    let attempts = ImportAttempts()

    /// A worker for the imports of one app, or `nil` for an app that Apple cannot be asked about.
    ///
    /// - Parameters:
    ///   - app: The app.
    ///   - ingest: Takes in what Apple signed.
    ///   - catchUp: Awaited before the clock is called wrong, where the time is somebody else's.
    ///   - logger: Where to tell what an operator should know.
    ///   - clock: Paces the looks for work.
    package init?(
        app: ServedApp,
        ingest: Ingest,
        catchUp: (@Sendable () async throws -> Void)? = nil,
        logger: Logger,
        clock: C
    ) {
        guard let client = app.appStore, !app.askable.isEmpty else { return nil }
        self.app = app
        self.client = client
        // A row's id is looked for in this order.
        self.environments = app.askable.map(AppStoreEnvironment.init)
        self.ingest = ingest
        self.catchUp = catchUp
        self.logger = logger
        self.clock = clock
    }

    /// Works until the server stops.
    package func run() async throws {
        await withDiscardingTaskGroup { group in
            group.addTask {
                await PollingLoop(interval: Self.interval, clock: self.clock).run {
                    // Nobody waits for Apple when the server stops: what is asked for then stays as it was and is asked
                    // for again.
                    await cancelWhenGracefulShutdown { await self.work() }
                }
            }
            group.addTask {
                await PollingLoop(interval: Self.interval * Self.removalStep, clock: self.clock).run {
                    await self.removeAbandonedRows()
                }
            }
        }
    }

    /// Removes some rows that wait in imports that go on no longer, and says whether there may be more.
    package func removeAbandonedRows() async -> Bool {
        do throws(RepositoryError) {
            let repository = self.ingest.repository
            let count = try await repository.removeAbandonedImportRows(of: self.app.name, limit: Self.removedRows)
            return count == Self.removedRows
        } catch {
            self.logger.warning(
                "Rows of imports that go on no longer could not be removed; it is tried again.",
                metadata: ["code": "\(error.code)"]
            )
            return false
        }
    }

    /// Works on the oldest import that wants it, and says whether there may be more to do at once.
    package func work() async -> Bool {
        do throws(RepositoryError) {
            let jobs = try await self.ingest.repository.importJobs(of: self.app.name, in: .working, limit: 1)
            guard let job = jobs.first else { return false }
            return try await self.work(on: job)
        } catch {
            self.logger.error("An import cannot go on now.", metadata: ["code": "\(error.code)"])
            return false
        }
    }

    /// Goes through the rows that wait, page by page, and says whether anything has come of it.
    private func work(on job: ImportJob) async throws(RepositoryError) -> Bool {
        var position = ImportRow.Position.beginning
        var hasMoved = false
        while !Task.isCancelled {
            let rows = try await self.ingest.repository.pendingImportRows(
                of: job.id,
                in: job.app,
                after: position,
                limit: Self.pageRows
            )
            guard let last = rows.last else { break }
            position = last.position
            let page = try await self.bring(Self.spread(rows), of: job)
            hasMoved = hasMoved || page.hasMoved
            guard page.goesOn else { return page.hasMoved && !page.isOutage }
        }
        return hasMoved
    }

    /// The rows in an order in which neighbors are far apart: those of one customer mostly lie together, and the first
    /// of them brings the others before their turn.
    package static func spread(_ rows: [ImportRow]) -> [ImportRow] {
        let step = max(1, rows.count / Self.concurrency)
        return (0..<step).flatMap { first in
            stride(from: first, to: rows.count, by: step).map { rows[$0] }
        }
    }
}

/// How often each row that Apple could not answer was tried; in memory, because a new beginning is fair after a
/// restart.
final class ImportAttempts: Sendable {
    /// How often a row is tried that Apple refuses to answer now.
    static let maximum = 3
    /// How many rows are remembered; beyond it everything is forgotten, and rows are tried more often.
    private static let limit = 10_000

    private struct Key: Hashable {
        let job: ImportJobID
        let position: ImportRow.Position
    }

    private let counts = Mutex<[Key: Int]>([:])

    /// Nothing tried yet.
    init() {}

    /// Counts a try and says whether it was the last that is worth it.
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
