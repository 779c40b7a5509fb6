import Foundation
import Ledger
import Logging
import Metrics
import Observability
import PersistenceSQL
import PersistenceSQLite
import PurserService

/// The cost of monitoring: sampling, aggregating and evaluating the maximum number of series, each minute, in SQLite.
struct WatchBenchmark {
    /// The folder for the database.
    let folder: String

    private static let series = MetricHistory.greatestSeriesCount
    /// The number of measured minutes; every hour, monitoring does more than in other minutes.
    private static let minutes: Int64 = 180
    private static let beginning = Instant(milliseconds: 1_780_005_600_000)
    private static let apps = (0..<24).map { "app\($0)" }
    private static let logger = Logger(label: "benchmark") { _ in SwiftLogNoOpLogHandler() }

    /// Measures with a history of five weeks.
    func measure() async throws -> [Measurement] {
        let repository = try SQLiteRepository(path: "\(self.folder)/watch.db", logger: Self.logger) { error in
            preconditionFailure("The disk failed: \(error.code)")
        }
        let registry = MetricsRegistry()
        let metrics = Self.metrics()
        let sampler = MetricSampler(visiting: registry.visit)
        Self.count(metrics, in: registry)
        let keys = sampler.sample(minute: 0).values.map { ($0.key, $0.kind) }
        try await repository.write { unit in try unit.aggregate(Self.past(keys), removing: [], droppingBefore: [:]) }
        let watch = WatchWorker(
            settings: WatchSettings(),
            apps: Self.apps.map { AppName($0) },
            sampler: sampler,
            repository: repository,
            ambient: Ambient(now: { Self.beginning }, randomBytes: { [UInt8](repeating: 7, count: $0) }),
            node: NodeID(rawValue: "benchmark"),
            logger: Self.logger,
            clock: ContinuousClock()
        )
        Self.count(metrics, in: registry)
        let loading = await Self.seconds { await watch.tick(at: Self.beginning + .minutes(1)) }
        var ticks: [Double] = []
        for minute in 2...(Self.minutes + 1) {
            Self.count(metrics, in: registry)
            ticks.append(await Self.seconds { await watch.tick(at: Self.beginning + .minutes(minute)) })
        }
        let aggregated = try await repository.read { view in try view.metricKeys() }.count
        await repository.close()
        let mean = ticks.reduce(0, +) / Double(ticks.count)
        let share = mean / 60 * 100
        return [
            .judged(
                "the watch of \(aggregated) series, share of a core",
                "\(share.rounded2) %",
                target: "< 1 %",
                share < 1 && aggregated >= Self.series * 9 / 10
            ),
            .scale("  processor time of a minute", "\((mean * 1000).rounded1) ms"),
            .scale("  of the most expensive one", "\(((ticks.max() ?? 0) * 1000).rounded1) ms"),
            .scale("  of the first, which loads the history", "\((loading * 1000).rounded1) ms"),
        ]
    }

    /// Returns the processor time of this process for some work.
    private static func seconds(_ work: () async -> Void) async -> Double {
        let before = Self.processorSeconds()
        await work()
        return Self.processorSeconds() - before
    }

    private static func processorSeconds() -> Double {
        var usage = rusage()
        unsafe getrusage(__rusage_who_t(RUSAGE_SELF.rawValue), &usage)
        func seconds(_ time: timeval) -> Double { Double(time.tv_sec) + Double(time.tv_usec) / 1_000_000 }
        return seconds(usage.ru_utime) + seconds(usage.ru_stime)
    }

    // MARK: What is counted

    /// A series of a metric.
    private struct Metric {
        let selection: MetricSelection
        let labels: [(String, String)]

        var isTimer: Bool { self.selection.metric.hasSuffix("_seconds") && self.selection.kind == .count }
    }

    /// Returns as many series as the history keeps, a few of every metric.
    private static func metrics() -> [Metric] {
        var metrics: [Metric] = []
        var left = Self.series
        for round in Self.apps.indices {
            for selection in MetricSelection.all where round == 0 || !selection.labels.isEmpty {
                let labels = selection.labels.map { name in
                    switch name {
                    case "app": (name, Self.apps[round])
                    case "environment": (name, "Production")
                    default: (name, "value\(round)")
                    }
                }
                let metric = Metric(selection: selection, labels: labels)
                left -= metric.isTimer ? 2 : 1
                guard left >= 0 else { return metrics }
                metrics.append(metric)
            }
        }
        return metrics
    }

    private static func count(_ metrics: [Metric], in registry: MetricsRegistry) {
        for metric in metrics {
            let (name, labels) = (metric.selection.metric, metric.labels)
            if metric.isTimer {
                Timer(label: name, dimensions: labels, factory: registry).recordNanoseconds(20_000_000)
            } else if metric.selection.kind == .count {
                Counter(label: name, dimensions: labels, factory: registry).increment(by: 3)
            } else {
                Gauge(label: name, dimensions: labels, factory: registry).record(1)
            }
        }
    }

    /// Returns rows with every point of a day by minutes, and of five weeks by hours.
    private static func past(_ keys: [(MetricKey, MetricKind)]) -> [MetricRow] {
        let resolutions: [(MetricResolution, Int)] = [
            (.minute, MetricHistory.minuteCount), (.fiveMinutes, MetricHistory.minuteCount / 5),
            (.hour, MetricHistory.hourCount),
        ]
        var rows: [MetricRow.ID: MetricRow] = [:]
        for (resolution, count) in resolutions {
            let last = resolution.point(of: Self.beginning) - 1
            for (key, kind) in keys {
                for point in (last - Int64(count) + 1)...last {
                    let id = MetricRow.ID(key, resolution, resolution.row(ofPoint: point))
                    rows[id, default: MetricRow(id, kind)].add(Double(point % 7), atPoint: point)
                }
            }
        }
        return Array(rows.values)
    }
}
