package import Ledger
import Synchronization

/// Samples the metrics of this process.
///
/// A counter is sampled as its increase since the last sample, a gauge only where it was recorded since then. Each node
/// has one sampler, because each increase is returned once.
package final class MetricSampler: Sendable {
    /// The current value of one series of a metric.
    package struct Reading: Sendable {
        /// The value of a series.
        package enum Value: Sendable {
            /// The total since the start of the process.
            case total(Double)
            /// The state, and the number of its recordings since the start of the process.
            case state(Double, recordings: Int64)
        }

        /// The metric's name; a timer is read as `NAME_count` and `NAME_sum`.
        package let name: String
        /// The labels by name.
        package let labels: [String: String]
        /// The current value.
        package let value: Value

        /// Creates a reading.
        package init(_ name: String, _ labels: [String: String], _ value: Value) {
            self.name = name
            self.labels = labels
            self.value = value
        }
    }

    fileprivate struct SeriesID: Hashable {
        let name: String
        let labels: [String: String]
    }

    /// The scope within which the values of a bounded label are counted.
    fileprivate struct Scope: Hashable {
        let metric: String
        let app: String?
        let environment: String?
    }

    fileprivate struct State {
        var totals: [SeriesID: Double] = [:]
        var recordings: [SeriesID: Int64] = [:]
        var bounded: [Scope: Set<String>] = [:]
        var leftOut: Set<MetricKey> = []
    }

    /// The value of a bounded label for all values beyond the limit, of counters; gauges beyond it are left out.
    package static let other = "other"

    private let selections: [String: MetricSelection]
    private let names: Set<String>
    private let refreshing: @Sendable () async -> Void
    private let read: @Sendable (_ names: Set<String>) -> [Reading]
    private let state = Mutex(State())
    private let leads = Atomic(false)

    /// Creates a sampler of these metrics.
    ///
    /// - Parameters:
    ///   - selection: The metrics and their labels.
    ///   - refresh: Records values that are only computed on demand, before each sample.
    ///   - read: Returns the current values of the named metrics' series.
    package init(
        selection: [MetricSelection] = MetricSelection.all,
        refresh: @escaping @Sendable () async -> Void = {},
        read: @escaping @Sendable (_ names: Set<String>) -> [Reading]
    ) {
        var selections: [String: MetricSelection] = [:]
        for entry in selection {
            for suffix in ["", "_count", "_sum"] { selections[entry.metric + suffix] = entry }
        }
        self.selections = selections
        self.names = Set(selection.map(\.metric))
        self.refreshing = refresh
        self.read = read
    }

    /// Creates a sampler of the metrics in a registry.
    ///
    /// - Parameters:
    ///   - visit: Visits each series of the named metrics: a counter with its total, a gauge with its state and the
    ///     number of its recordings.
    ///   - refresh: Records values that are only computed on demand, before each sample.
    package convenience init(
        visiting visit:
            @escaping @Sendable (
                _ names: Set<String>,
                _ total: (_ name: String, _ labels: [String: String], _ value: Double) -> Void,
                _ state: (_ name: String, _ labels: [String: String], _ value: Double, _ recordings: Int64) -> Void
            ) -> Void,
        refresh: @escaping @Sendable () async -> Void = {}
    ) {
        self.init(
            refresh: refresh,
            read: { names in
                var readings: [Reading] = []
                visit(
                    names,
                    { name, labels, value in readings.append(Reading(name, labels, .total(value))) },
                    { name, labels, value, recordings in
                        readings.append(Reading(name, labels, .state(value, recordings: recordings)))
                    }
                )
                return readings
            }
        )
    }

    /// Whether the leader's tick takes the samples of this node, so that `MetricSamplingWorker` takes none.
    package var isLeading: Bool {
        get { self.leads.load(ordering: .acquiring) }
        set { self.leads.store(newValue, ordering: .releasing) }
    }

    /// Returns the quota of the history for the metrics of this sampler on a server with a number of apps.
    package func room(apps: Int) -> MetricQuota {
        let selections = self.selections
        return MetricQuota(limit: MetricHistory.greatestSeriesCount, apps: apps) {
            selections[$0.metric]?.isNeeded ?? false
        }
    }

    /// The number of gauge series that the newest sample lacks, because a bounded label has too many values.
    package var leftOutCount: Int { self.state.withLock { $0.leftOut.count } }

    /// Registers the series of the history, so that bounded labels keep their values when a node starts.
    package func remember(_ keys: [MetricKey]) {
        self.state.withLock { state in
            for key in keys {
                if let selection = self.selections[key.metric] { _ = state.bounded(key, selection) }
            }
        }
    }

    /// Records values that are only computed on demand.
    package func refresh() async { await self.refreshing() }

    /// Returns the values since the last sample, as the sample of a minute.
    ///
    /// A counter is included even where it grew by 0.
    package func sample(minute: Int64) -> MetricSample {
        let readings = self.read(self.names)
        let values = self.state.withLock { state in
            var values: [MetricKey: MetricSample.Value] = [:]
            state.leftOut = []
            for reading in readings {
                guard let selection = self.selections[reading.name], let (kind, value) = state.take(reading) else {
                    continue
                }
                guard let whole = selection.key(reading.name, reading.labels),
                    let key = state.bounded(whole, selection)
                else { continue }
                let sum = values[key].map { kind.combined($0.value, value) } ?? value
                values[key] = MetricSample.Value(key, kind, sum)
            }
            return values
        }
        return MetricSample(minute: minute, values: values.values.sorted { $0.key < $1.key })
    }
}

extension MetricSampler.State {
    /// Returns the value that a series adds to the sample, and marks it as returned; `nil` for none.
    fileprivate mutating func take(_ reading: MetricSampler.Reading) -> (MetricKind, Double)? {
        let id = MetricSampler.SeriesID(name: reading.name, labels: reading.labels)
        switch reading.value {
        case .total(let total):
            guard total.isFinite else { return nil }
            let growth = total - (self.totals.updateValue(total, forKey: id) ?? 0)
            return (.count, max(growth, 0))
        case .state(let value, let recordings):
            let known = self.recordings.updateValue(recordings, forKey: id) ?? 0
            guard value.isFinite, recordings != known else { return nil }
            return (.gauge, value)
        }
    }

    /// Returns the series to which a series is added where its bounded label has too many values; `nil` for none.
    fileprivate mutating func bounded(_ key: MetricKey, _ selection: MetricSelection) -> MetricKey? {
        guard let bound = selection.bound, let value = key[bound.label], value != MetricSampler.other else {
            return key
        }
        let scope = MetricSampler.Scope(metric: key.metric, app: key["app"], environment: key["environment"])
        if self.bounded[scope]?.contains(value) ?? false { return key }
        if self.bounded[scope]?.count ?? 0 < bound.limit {
            self.bounded[scope, default: []].insert(value)
            return key
        }
        guard selection.kind == .count else {
            self.leftOut.insert(key)
            return nil
        }
        let labels = key.labels.map { $0.name == bound.label ? MetricKey.Label($0.name, MetricSampler.other) : $0 }
        return MetricKey(key.metric, labels)
    }
}
