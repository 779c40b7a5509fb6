package import Ledger
import ServiceLifecycle

/// Reports the work that other nodes committed to a shared database, and settings that they changed, to this node's
/// workers.
///
/// It asks one question for all kinds of work, so that an idle node sends one query where each worker would send its
/// own. PostgreSQL's `LISTEN` and `NOTIFY` are not used: CockroachDB and YugabyteDB lack them, Citus does not deliver
/// them between its nodes, and a connection pooler may drop them.
package struct SharedWorkWatch<C: Clock<Duration>>: Service {
    /// The interval between two questions while nothing changes: an idle node sends one query a second, and the first
    /// work after a pause waits at most this long for a worker on another node.
    package static var longestInterval: Duration { .seconds(1) }
    /// The interval between two questions after a change, because more work usually follows; it doubles with each
    /// question that finds no change.
    package static var shortestInterval: Duration { .milliseconds(100) }

    private let apps: Set<AppName>
    private let repository: any Repository
    private let signals: WorkSignals
    private let clock: C

    /// Creates a watch for the work of these apps.
    package init(apps: [AppName], repository: any Repository, signals: WorkSignals, clock: C) {
        self.apps = Set(apps)
        self.repository = repository
        self.signals = signals
        self.clock = clock
    }

    /// Watches until the server stops.
    package func run() async throws {
        var known: WorkReading?
        var interval = Self.shortestInterval
        while !Task.isShuttingDownGracefully, !Task.isCancelled {
            let reading = try? await self.repository.read { view in try view.waitingWork(of: self.apps) }
            if let reading {
                self.signals.report(Self.news(in: reading, after: known))
                interval = reading == known ? min(interval * 2, Self.longestInterval) : Self.shortestInterval
                known = reading
            } else {
                // The database does not answer, and the workers say so.
                interval = Self.longestInterval
            }
            let pause = interval
            try? await cancelWhenGracefulShutdown { try await self.clock.sleep(for: pause) }
        }
    }

    /// Returns the work to report: all work that waits, because a worker ignores dates that it knows, and data that has
    /// changed since the previous reading.
    static func news(in reading: WorkReading, after known: WorkReading?) -> DueWork {
        var news = reading.due
        guard let known else { return news }
        for (kind, revision) in reading.revisions where known.revisions[kind] != revision {
            news.add(kind, dueAt: DueWork.atOnce)
        }
        return news
    }
}
