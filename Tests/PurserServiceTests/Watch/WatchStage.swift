import Foundation
import Ledger
import Logging
import PersistenceSQLite
import PurserService
import PurserTesting
import Synchronization

/// Nodes that count and measure, one of which is the leader, by a clock that the test sets.
final class WatchStage: Sendable {
    /// The counts of a node, as a registry would store them.
    final class Metrics: Sendable {
        private struct State {
            var commits = 0.0
            var lag = 0.0
            var recordings: Int64 = 0
        }

        private let state = Mutex(State())
        private let each: Double

        /// A node without counts, which makes a number of commits before each sample.
        init(each: Double = 0) {
            self.each = each
        }

        /// Counts a number of commits.
        func commit(_ count: Double) { self.state.withLock { $0.commits += count } }

        /// Measures the number of waiting writes.
        func measure(_ waiting: Double) {
            self.state.withLock { state in
                state.lag = waiting
                state.recordings += 1
            }
        }

        /// The sampler of the node.
        func sampler() -> MetricSampler {
            MetricSampler { names in
                guard names.contains("purser_commits_total") else { return [] }
                let state = self.state.withLock { state in
                    state.commits += self.each
                    return state
                }
                return [
                    MetricSampler.Reading("purser_commits_total", [:], .total(state.commits)),
                    MetricSampler.Reading(
                        "purser_writes_waiting",
                        [:],
                        .state(state.lag, recordings: state.recordings)
                    ),
                ]
            }
        }
    }

    /// A gauge that runs a closure.
    struct Measuring: MinuteGauge {
        let work: @Sendable () async -> Void

        func record(at _: Instant) async { await self.work() }
    }

    /// A counter.
    final class Count: Sendable {
        private let count = Atomic<Int>(0)

        var value: Int { self.count.load(ordering: .sequentiallyConsistent) }
        func increment() { self.count.add(1, ordering: .sequentiallyConsistent) }
    }

    /// The series of commits.
    static let commits = MetricKey("purser_commits_total")
    /// The series of waiting writes.
    static let waiting = MetricKey("purser_writes_waiting")
    /// The beginning of the first minute, which begins an hour.
    static let beginning = Instant(milliseconds: 1_780_005_600_000)
    /// A log that is discarded.
    static let logger = Logger(label: "test") { _ in SwiftLogNoOpLogHandler() }

    /// The ledger's time.
    let time = SharedInstant(WatchStage.beginning)
    /// The clock that paces the services.
    let clock = ManualClock()
    /// The leader's metrics.
    let metrics = Metrics()
    /// The number of calls of `notify`.
    let deliveries = Count()

    /// The time as an ambient.
    var ambient: Ambient {
        Ambient(now: { self.time.now }, randomBytes: { Array(repeating: 0, count: $0) })
    }

    /// Creates a leader.
    func leader(
        _ repository: any Repository,
        gauges: [any MinuteGauge] = [],
        sampler: MetricSampler? = nil,
        settings: WatchSettings = WatchSettings(),
        isShared: Bool = true,
        logger: Logger = WatchStage.logger,
        forget: @escaping @Sendable (Set<String>) -> Void = { _ in }
    ) -> WatchWorker<ManualClock> {
        WatchWorker(
            settings: settings,
            apps: [AppName("shop")],
            sampler: sampler ?? self.metrics.sampler(),
            gauges: gauges,
            repository: repository,
            ambient: self.ambient,
            node: NodeID(rawValue: "leader"),
            isShared: isShared,
            notify: { _ in self.deliveries.increment() },
            forget: forget,
            logger: logger,
            clock: self.clock
        )
    }

    /// The worker of another node.
    func node(
        _ name: String,
        _ sampler: MetricSampler,
        _ repository: any Repository
    ) -> MetricSamplingWorker<ManualClock> {
        MetricSamplingWorker(
            sampler: sampler,
            node: NodeID(rawValue: name),
            repository: repository,
            ambient: self.ambient,
            logger: Self.logger,
            clock: self.clock
        )
    }

    /// A value of the history.
    static func value(
        _ key: MetricKey,
        _ resolution: MetricResolution,
        at instant: Instant,
        in repository: any Repository
    ) async throws -> Float? {
        let point = resolution.point(of: instant)
        let number = resolution.row(ofPoint: point)
        let row = try await repository.read { view in try view.metricRows(resolution, number...number, of: [key]) }
            .first
        let value = row?.points[Int(point - number * Int64(resolution.pointsPerRow))]
        return value.flatMap { $0.isNaN ? nil : $0 }
    }

    /// Runs a closure with a database in a new file, opened on each call.
    static func withFile(
        _ name: String,
        _ work: (_ open: () throws -> SQLiteRepository) async throws -> Void
    ) async throws {
        let folder = FileManager.default.temporaryDirectory.appending(path: "purser-watch-\(name)-\(getpid())").path
        try? FileManager.default.removeItem(atPath: folder)
        defer { try? FileManager.default.removeItem(atPath: folder) }
        try await work {
            try SQLiteRepository(path: "\(folder)/watch.db", logger: Self.logger) { _ in }
        }
    }
}
