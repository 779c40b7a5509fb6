package import Ledger
import Synchronization

/// Takes samples of what this process counts and measures.
///
/// A counter is sampled as its growth since the last sample, a gauge only where it was recorded since then. Each node
/// has one sampler as long as it lives, because a growth is handed out once.
package final class MetricSampler: Sendable {
    /// What one series of a metric has come to.
    package struct Reading: Sendable {
        /// What the value is.
        package enum Value: Sendable {
            /// The total since the process began.
            case total(Double)
            /// The state, and how often it was recorded since the process began.
            case state(Double, recordings: Int64)
        }

        /// The metric's name; a timer is read as `NAME_count` and `NAME_sum`.
        package let name: String
        /// The labels by name.
        package let labels: [String: String]
        /// What it has come to.
        package let value: Value

        /// A reading of these values.
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

    /// Within what the values of a bounded label are counted.
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

    /// The value of a bounded label for what comes after the most values, of counters; of gauges that is left out.
    package static let other = "other"

    private let selections: [String: MetricSelection]
    private let names: Set<String>
    private let refreshing: @Sendable () async -> Void
    private let read: @Sendable (_ names: Set<String>) -> [Reading]
    private let state = Mutex(State())
    private let leads = Atomic(false)

    /// A sampler of these metrics.
    ///
    /// - Parameters:
    ///   - selection: The metrics and their labels.
    ///   - refresh: Records what is only looked up when somebody asks, before each sample.
    ///   - read: Returns what the series of the named metrics have come to.
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

    /// A sampler of what a registry of metrics holds.
    ///
    /// - Parameters:
    ///   - visit: Hands over each series of the named metrics: what only goes up with its total, what goes up and down
    ///     with its state and how often that was recorded.
    ///   - refresh: Records what is only looked up when somebody asks, before each sample.
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

    /// The room that the history has for the metrics of this sampler on a server of so many apps.
    package func room(apps: Int) -> MetricQuota {
        let selections = self.selections
        return MetricQuota(limit: MetricHistory.greatestSeriesCount, apps: apps) {
            selections[$0.metric]?.isNeeded ?? false
        }
    }

    /// How many series of gauges the newest sample lacks, because a bounded label has too many values.
    package var leftOutCount: Int { self.state.withLock { $0.leftOut.count } }

    /// Takes note of the series that the history has, so that each keeps its own when a node starts.
    package func remember(_ keys: [MetricKey]) {
        self.state.withLock { state in
            for key in keys {
                if let selection = self.selections[key.metric] { _ = state.bounded(key, selection) }
            }
        }
    }

    /// Records what is only looked up when somebody asks.
    package func refresh() async { await self.refreshing() }

    /// Returns what was counted and measured since the last sample, as the sample of a minute.
    ///
    /// A counter that exists is there also when it grew by 0.
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
    /// Returns what a series adds to the sample, and remembers it as handed out; `nil` for nothing.
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

    /// Returns the series to which one is added up where its bounded label has too many values; `nil` for none.
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
