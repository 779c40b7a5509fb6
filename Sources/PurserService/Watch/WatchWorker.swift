package import Ledger
package import Logging
import Metrics
import ServiceLifecycle

/// Runs the leader's tick each minute: measures, aggregates the samples of all nodes, and evaluates the alarms.
///
/// One node at a time runs it. A clock that jumps over many minutes causes one tick; the minutes in between stay
/// unknown. Data that cannot be read or written now is processed with the next tick, and no heartbeat is sent in the
/// meantime.
package actor WatchWorker<C: Clock<Duration>>: Service {
    /// The interval between two looks at the clock.
    package static var interval: Duration { .seconds(1) }
    /// The time limit of the gauges.
    package static var measuringLimit: Duration { .seconds(20) }
    /// The maximum number of this node's samples that wait while the database cannot be written.
    private static var greatestWaitingCount: Int { 60 }

    private let sampler: MetricSampler
    private let round: GaugeRound<C>
    private let repository: any Repository
    private let ambient: Ambient
    private let node: NodeID
    private let notify: @Sendable (_ now: Instant) async -> Void
    private let patience: Duration
    private let catchUp: (@Sendable () async throws -> Void)?
    private let logger: Logger
    private let clock: C
    private let evaluation: AlarmEvaluation

    private var rules: AlarmRules
    private var roster: NodeRoster
    private var lostNodes: [NodeID] = []
    private var history = MetricHistory()
    /// The last aggregated minute; `nil` before the history was loaded.
    private var aggregated: Int64?
    private var isLoaded = false
    /// The minutes, from the current one on, that the clock has passed before; `nil` for none.
    private var again: ClosedRange<Int64>?
    /// Whether the clock is trusted; `nil` before the history was loaded.
    private var trust: ClockTrust?
    private var isTrusted = true
    private var dropped: [MetricResolution: Int64] = [:]
    /// The samples of this node that are not stored yet.
    private var own: [NodeSample] = []
    private var room: MetricQuota
    private var shownAlarms: Set<[String]> = []

    /// Creates a worker that begins with the next minute.
    ///
    /// - Parameters:
    ///   - settings: The settings of the configuration.
    ///   - apps: The apps that the server serves.
    ///   - sampler: The sampler of this node.
    ///   - gauges: The gauges that are measured once a minute.
    ///   - repository: The repository of metrics and alarms.
    ///   - ambient: Provides the ledger's time.
    ///   - node: This node.
    ///   - isShared: Whether other nodes may share the repository.
    ///   - notify: Called after the alarms were evaluated; it must return without waiting for sending.
    ///   - forget: Removes the metrics with these names when this node is no longer the leader.
    ///   - patience: The time after the boundary for which the worker waits for the samples of other nodes.
    ///   - catchUp: Awaited before each look at the clock where the ledger follows a simulated clock.
    ///   - logger: The log of failures to read or write.
    ///   - clock: The clock of the interval.
    package init(
        settings: WatchSettings,
        apps: [AppName],
        sampler: MetricSampler,
        gauges: [any MinuteGauge] = [],
        repository: any Repository,
        ambient: Ambient,
        node: NodeID,
        isShared: Bool = false,
        notify: @escaping @Sendable (_ now: Instant) async -> Void = { _ in },
        forget: @escaping @Sendable (_ names: Set<String>) -> Void = { _ in },
        patience: Duration = .zero,
        catchUp: (@Sendable () async throws -> Void)? = nil,
        logger: Logger,
        clock: C
    ) {
        self.sampler = sampler
        self.round = GaugeRound(
            gauges,
            limit: Self.measuringLimit,
            // A gauge that ends late must not remove the values of this node when it is the leader again.
            forget: { if !sampler.isLeading { forget(LeaderGauges.names) } },
            logger: logger,
            clock: clock
        )
        self.repository = repository
        self.ambient = ambient
        self.node = node
        self.roster = NodeRoster(isShared: isShared)
        self.notify = notify
        self.patience = patience
        self.catchUp = catchUp
        self.logger = logger
        self.clock = clock
        self.evaluation = AlarmEvaluation(settings.thresholds, channels: settings.channels.map(\.rawValue))
        self.rules = AlarmRules(settings.thresholds, apps: apps)
        self.room = sampler.room(apps: apps.count)
    }

    /// Ticks until the server stops or another node becomes the leader.
    package nonisolated func run() async throws {
        self.sampler.isLeading = true
        var boundaries = MinuteBoundaries()
        await PollingLoop(interval: Self.interval, clock: self.clock, catchUp: self.catchUp).run {
            let now = self.ambient.now()
            if boundaries.ended(at: now) != nil { await self.tick(at: now) }
            return false
        }
        await self.leave()
        self.sampler.isLeading = false
        self.round.end()
    }

    /// Performs the work at the end of a minute, once.
    package func tick(at now: Instant) async {
        let minute = MetricResolution.minute.point(of: now) - 1
        await self.round.run(at: now)
        if self.patience > .zero { try? await self.clock.sleep(for: self.patience) }
        do throws(RepositoryError) {
            try await self.keep(minute)
            try await self.judge(minute, at: now)
        } catch {
            self.logger.warning(
                "Metrics cannot be read or written now; the server tries again in the next minute.",
                metadata: ["code": "\(error.code)"]
            )
            return
        }
        await self.notify(now)
    }

    /// Aggregates the samples up to a minute.
    private func keep(_ minute: Int64) async throws(RepositoryError) {
        let waiting: [NodeSample]
        let update: NodeRoster.Update
        do throws(RepositoryError) {
            waiting = try await self.repository.read { view in try view.samples(through: minute) }
            update = self.roster.take(waiting, lookingFrom: self.node, atMinute: minute)
            Gauge(label: "purser_nodes").record(update.presentCount)
            Gauge(label: "purser_nodes_lost").record(update.lost.count)
            self.lostNodes = update.lost
        } catch {
            await self.takeOwn(minute)
            throw error
        }
        await self.takeOwn(minute)
        let own = self.own
        // The samples are stored first, so that an aggregation with an unknown result cannot add them twice.
        try await self.put(own.filter { !$0.sample.values.isEmpty })
        self.own = []
        try await self.load(through: minute)
        let put = Set(own.map(\.sample.minute))
        let others = waiting.filter { sample in
            !sample.sample.values.isEmpty && !(sample.node == self.node && put.contains(sample.sample.minute))
        }
        let samples = others + own
        try await self.look(over: minute)
        let aggregation = MetricAggregation(self.room.admitted(samples), through: minute, after: self.aggregated)
        try await self.aggregate(
            aggregation,
            removing: samples + update.endedMarks,
            putting: update.newMarks,
            atMinute: minute
        )
    }

    /// Stores samples, which wait for an aggregation.
    private func put(_ samples: [NodeSample]) async throws(RepositoryError) {
        guard !samples.isEmpty else { return }
        try await self.repository.write { unit in
            for sample in samples { try unit.put(sample) }
        }
    }

    /// Writes the aggregated values over the stored ones together with the marks of nodes, and adds them to the
    /// history.
    private func aggregate(
        _ aggregation: MetricAggregation,
        removing removed: [NodeSample],
        putting marks: [NodeSample],
        atMinute minute: Int64
    ) async throws(RepositoryError) {
        let forgotten = self.again.flatMap { $0.contains(minute) ? $0.lowerBound : nil }
        self.isTrusted = self.trust?.take(minute) ?? true
        let kept = self.isTrusted ? MetricAggregation.kept(atMinute: minute) : self.dropped
        let dropping = kept == self.dropped ? [:] : kept
        do throws(RepositoryError) {
            try await self.repository.write { unit in
                var stored = try aggregation.needed.flatMap { resolution, numbers in
                    try unit.metricRows(resolution, numbers, of: nil)
                }
                if let forgotten {
                    stored = stored.map { $0.id.resolution == .minute ? $0.forgetting(from: forgotten) : $0 }
                }
                try unit.aggregate(aggregation.rows(over: stored), removing: removed, droppingBefore: dropping)
                for mark in marks { try unit.put(mark) }
            }
        } catch {
            // The result of the write is unknown.
            self.isLoaded = false
            throw error
        }
        self.dropped = kept
        self.aggregated = minute
        if let again = self.again { self.again = minute < again.upperBound ? (minute + 1)...again.upperBound : nil }
        for (minute, values) in aggregation.values.sorted(by: { $0.key < $1.key }) {
            self.history.add(values, atMinute: minute)
        }
    }

    private func takeOwn(_ minute: Int64) async {
        await self.sampler.refresh()
        let sample = NodeSample(node: self.node, sample: self.sampler.sample(minute: minute))
        self.own = (self.own + [sample]).suffix(Self.greatestWaitingCount)
    }

    /// Loads the stored history, when this node becomes the leader and when the clock went back.
    ///
    /// Stored minutes in the future were written by a clock that was ahead: they are not read, and each is replaced
    /// when the minute has ended.
    private func load(through minute: Int64) async throws(RepositoryError) {
        if let aggregated = self.aggregated, minute < aggregated { self.isLoaded = false }
        guard !self.isLoaded else { return }
        let now = MetricResolution.minute.begin(ofPoint: minute)
        let hour = MetricResolution.hour.point(of: now)
        let found = try await self.repository.read { view in try view.metricHistory(throughHour: hour) }
        var (minutes, stored) = (found.minutes, found.hours)
        self.again = nil
        if let newest = minutes.compactMap(\.newestPoint).max(), newest > minute {
            self.again = minute...newest
            minutes = minutes.map { $0.forgetting(from: minute) }
            stored = stored.map { $0.forgetting(from: hour) }
        }
        let known = Dictionary(stored.map { ($0.id, $0) }) { _, last in last }
        var hours = known
        // The previous leader may have stopped before it wrote the last hour.
        for row in MetricAggregation.rolledUp(minutes, into: .hour, over: known) { hours[row.id] = row }
        var history = MetricHistory()
        let hourly = (found.olderHours + hours.values).sorted { $0.id.number < $1.id.number }
        for row in hourly + minutes { history.add(row) }
        self.history = history
        let newest = minutes.compactMap(\.newestPoint).max()
        self.aggregated = newest.map {
            MetricResolution.minute.row(ofPoint: $0) * Int64(MetricResolution.minute.pointsPerRow)
        }
        if self.trust == nil { self.trust = ClockTrust(knowing: Set(minutes.flatMap(\.knownPoints))) }
        self.isLoaded = true
        self.room.hold(found.keys)
    }

    /// Once an hour limits the size of the history, logs the number of series without room, and removes series that
    /// were not counted for a long time.
    private func look(over minute: Int64) async throws(RepositoryError) {
        let count = self.room.leftOut.count + self.sampler.leftOutCount
        Gauge(label: "purser_metrics_left_out").record(count)
        guard minute % 60 == 0 else { return }
        let drops = !self.room.leftOut.isEmpty && self.isTrusted
        let keys: [MetricKey]? = try await self.repository.write { unit in
            try unit.trimMetrics(toBytes: MetricHistory.greatestByteCount)
            guard count > 0 else { return nil }
            if drops { try unit.dropSilentMetrics() }
            return try unit.metricKeys()
        }
        guard let keys else { return }
        self.logger.warning(
            "The history of metrics has no room for some series: graphs lack them, and alarms may not see them.",
            metadata: ["series": "\(count)"]
        )
        self.room.hold(keys)
    }

    /// Evaluates the alarms, and saves the changes.
    private func judge(_ minute: Int64, at now: Instant) async throws(RepositoryError) {
        var found = self.rules.readings(of: self.history, atMinute: minute)
        found.name(lostNodes: self.lostNodes)
        let readings = found
        let evaluation = self.evaluation
        let isTrusted = self.isTrusted
        let change: @Sendable (inout AlarmRecords) -> (records: AlarmRecords, dropped: [AlarmNotice]) = { records in
            records.turnBack(to: readings.at)
            let expired = isTrusted ? evaluation.expire(at: now, in: &records) : []
            let surplus = evaluation.take(readings, into: &records)
            return (records, expired + surplus)
        }
        // Most minutes change nothing, so the records are read first; a write evaluates them again.
        let before = try await self.repository.read { view in try view.alarmRecords() }
        var after = before
        _ = change(&after)
        if after != before {
            let changed = try await self.repository.write { unit in try unit.changeAlarmRecords(change) }
            after = changed.records
            self.report(dropped: changed.dropped)
        }
        self.show(after)
        Counter(label: "purser_alarm_evaluations_total").increment()
    }

    /// Counts and logs the notices that their channels never receive.
    private func report(dropped: [AlarmNotice]) {
        for (channel, notices) in Dictionary(grouping: dropped, by: \.channel) {
            Counter(label: "purser_alarm_notices_total", dimensions: [("channel", channel), ("outcome", "dropped")])
                .increment(by: notices.count)
            self.logger.error(
                "Notices about alarms are dropped, because too many wait for their channel.",
                metadata: ["channel": "\(channel)", "count": "\(notices.count)"]
            )
        }
    }

    /// Records the number of alarms of each name and state since this node is the leader.
    private func show(_ records: AlarmRecords) {
        var counts: [[String]: Int] = [:]
        for alarm in records.alarms { counts[[alarm.key.name.rawValue, alarm.state.rawValue], default: 0] += 1 }
        self.shownAlarms.formUnion(counts.keys)
        for shown in self.shownAlarms {
            Gauge(label: "purser_alarms", dimensions: [("name", shown[0]), ("state", shown[1])])
                .record(counts[shown] ?? 0)
        }
    }

    /// Leaves the samples that are not stored yet to the next leader.
    private func leave() async {
        try? await self.put(self.own)
        self.own = []
    }
}

/// The stored history of metrics that a new leader needs.
private struct StoredMetricHistory: Sendable {
    /// All series.
    let keys: [MetricKey]
    /// All rows of minutes.
    let minutes: [MetricRow]
    /// The rows of the newest hours.
    let hours: [MetricRow]
    /// The earlier rows of hours, of the series that are needed for longer.
    let olderHours: [MetricRow]
}

extension ReadView {
    /// Returns the history of metrics up to an hour.
    fileprivate func metricHistory(throughHour hour: Int64) throws -> StoredMetricHistory {
        let keys = try self.metricKeys()
        let last = MetricResolution.hour.row(ofPoint: hour)
        let oldest = MetricResolution.hour.row(ofPoint: hour - Int64(MetricHistory.hourCount))
        let first = MetricResolution.hour.row(ofPoint: hour - Int64(MetricHistory.dayCount) * 24)
        return StoredMetricHistory(
            keys: keys,
            minutes: try self.metricRows(.minute, 0...Int64.max, of: nil),
            hours: try self.metricRows(.hour, oldest...last, of: nil),
            olderHours: try self.metricRows(
                .hour,
                first...(oldest - 1),
                of: keys.filter { MetricHistory.longTermMetrics.contains($0.metric) }
            )
        )
    }
}
