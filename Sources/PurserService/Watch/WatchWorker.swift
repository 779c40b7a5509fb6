package import Ledger
package import Logging
import Metrics
import ServiceLifecycle

/// The leader's minute: measures, aggregates the samples of all nodes into the history, and evaluates the alarms.
///
/// One node at a time runs it. A clock that jumps over many minutes is followed by one tick; the minutes between stay
/// unknown. What cannot be read or written now is done with the next tick, and no heartbeat goes out meanwhile.
package actor WatchWorker<C: Clock<Duration>>: Service {
    /// How often the clock is looked at.
    package static var interval: Duration { .seconds(1) }
    /// How long the gauges are waited for.
    package static var measuringLimit: Duration { .seconds(20) }
    /// How many samples of this node wait while the database cannot be written.
    private static var greatestWaitingCount: Int { 60 }

    private let sampler: MetricSampler
    private let round: GaugeRound<C>
    private let repository: any WatchRepository
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
    /// The minute through which was aggregated; `nil` before the history was loaded.
    private var aggregated: Int64?
    private var isLoaded = false
    /// The minutes, from the current one on, that the clock has passed before; `nil` where there are none.
    private var again: ClosedRange<Int64>?
    /// Whether the clock is believed; `nil` before the history was loaded.
    private var trust: ClockTrust?
    private var isTrusted = true
    private var dropped: [MetricResolution: Int64] = [:]
    /// The samples of this node that are not put yet.
    private var own: [NodeSample] = []
    private var room: MetricQuota
    private var shownAlarms: Set<[String]> = []

    /// A watch that begins with the next minute.
    ///
    /// - Parameters:
    ///   - settings: What the configuration says.
    ///   - apps: The apps that are served.
    ///   - sampler: Takes the samples of this node.
    ///   - gauges: What is measured once a minute.
    ///   - repository: Keeps metrics and alarms.
    ///   - ambient: Its time is the ledger's.
    ///   - node: This node.
    ///   - isShared: Whether other nodes may share the repository.
    ///   - notify: Called once the alarms were evaluated; it lets somebody else send, as the next minute waits for it.
    ///   - forget: Forgets the metrics of these names, when this node does not lead any more.
    ///   - patience: How long the samples of other nodes are waited for after the boundary.
    ///   - catchUp: Awaited before each look at the clock where the time is somebody else's.
    ///   - logger: Is told of what cannot be read or written.
    ///   - clock: Paces the looks.
    package init(
        settings: WatchSettings,
        apps: [AppName],
        sampler: MetricSampler,
        gauges: [any MinuteGauge] = [],
        repository: any WatchRepository,
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
            // A gauge that ends late does not wipe what this node measures when it leads again.
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

    /// Ticks until the server stops or another node leads.
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

    /// Does everything that a minute's end brings, once.
    package func tick(at now: Instant) async {
        let minute = MetricResolution.minute.point(of: now) - 1
        await self.round.run(at: now)
        if self.patience > .zero { try? await self.clock.sleep(for: self.patience) }
        do throws(RepositoryError) {
            try await self.keep(minute)
            try await self.judge(minute, at: now)
        } catch {
            self.logger.warning(
                "The watch cannot read or write its metrics now; it is tried again in the next minute.",
                metadata: ["code": "\(error.code)"]
            )
            return
        }
        await self.notify(now)
    }

    /// Aggregates what was counted and measured up to a minute.
    private func keep(_ minute: Int64) async throws(RepositoryError) {
        let waiting: [NodeSample]
        let update: NodeRoster.Update
        do throws(RepositoryError) {
            waiting = try await self.repository.samples(through: minute)
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
        // They wait in the database first, so that an aggregation whose outcome is unknown cannot add them twice.
        for sample in own where !sample.sample.values.isEmpty { try await self.repository.put(sample) }
        self.own = []
        try await self.load(through: minute)
        let put = Set(own.map(\.sample.minute))
        let others = waiting.filter { sample in
            !sample.sample.values.isEmpty && !(sample.node == self.node && put.contains(sample.sample.minute))
        }
        let samples = others + own
        try await self.look(over: minute)
        let aggregation = MetricAggregation(self.room.admitted(samples), through: minute, after: self.aggregated)
        try await self.aggregate(aggregation, removing: samples + update.endedMarks, atMinute: minute)
        for mark in update.newMarks { try await self.repository.put(mark) }
    }

    /// Writes what is aggregated, and takes it into the history.
    private func aggregate(
        _ aggregation: MetricAggregation,
        removing removed: [NodeSample],
        atMinute minute: Int64
    ) async throws(RepositoryError) {
        var stored: [MetricRow] = []
        for (resolution, numbers) in aggregation.needed {
            stored += try await self.repository.metricRows(resolution, numbers, of: nil)
        }
        if let again = self.again, again.contains(minute) {
            stored = stored.map { $0.id.resolution == .minute ? $0.forgetting(from: again.lowerBound) : $0 }
        }
        self.isTrusted = self.trust?.take(minute) ?? true
        let kept = self.isTrusted ? MetricAggregation.kept(atMinute: minute) : self.dropped
        do throws(RepositoryError) {
            try await self.repository.aggregate(
                aggregation.rows(over: stored),
                removing: removed,
                droppingBefore: kept == self.dropped ? [:] : kept
            )
        } catch {
            // Whether it was done is not known.
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

    /// Loads the stored history, when this node begins to lead and when the clock went back.
    ///
    /// What is stored of minutes that are still to come is of a clock that was ahead: it is not read, and each of these
    /// minutes takes its place when it has ended.
    private func load(through minute: Int64) async throws(RepositoryError) {
        if let aggregated = self.aggregated, minute < aggregated { self.isLoaded = false }
        guard !self.isLoaded else { return }
        let now = MetricResolution.minute.begin(ofPoint: minute)
        let hour = MetricResolution.hour.point(of: now)
        var minutes = try await self.repository.metricRows(.minute, 0...Int64.max, of: nil)
        let oldest = MetricResolution.hour.row(ofPoint: hour - Int64(MetricHistory.hourCount))
        var stored = try await self.repository.metricRows(
            .hour,
            oldest...MetricResolution.hour.row(ofPoint: hour),
            of: nil
        )
        self.again = nil
        if let newest = minutes.compactMap(\.newestPoint).max(), newest > minute {
            self.again = minute...newest
            minutes = minutes.map { $0.forgetting(from: minute) }
            stored = stored.map { $0.forgetting(from: hour) }
        }
        let known = Dictionary(stored.map { ($0.id, $0) }) { _, last in last }
        var hours = known
        // The last hour may not have been written as one before the leader stopped.
        for row in MetricAggregation.rolledUp(minutes, into: .hour, over: known) { hours[row.id] = row }
        let long = try await self.repository.metricKeys().filter { MetricHistory.longTermMetrics.contains($0.metric) }
        let first = MetricResolution.hour.row(ofPoint: hour - Int64(MetricHistory.dayCount) * 24)
        let older = try await self.repository.metricRows(.hour, first...(oldest - 1), of: long)
        var history = MetricHistory()
        for row in (older + hours.values).sorted(by: { $0.id.number < $1.id.number }) + minutes { history.add(row) }
        self.history = history
        let newest = minutes.compactMap(\.newestPoint).max()
        self.aggregated = newest.map {
            MetricResolution.minute.row(ofPoint: $0) * Int64(MetricResolution.minute.pointsPerRow)
        }
        if self.trust == nil { self.trust = ClockTrust(knowing: Set(minutes.flatMap(\.knownPoints))) }
        self.isLoaded = true
        self.room.hold(try await self.repository.metricKeys())
    }

    /// Once an hour keeps the history within its bytes, says how many series found no room, and makes some where there
    /// is what nobody has counted for long.
    private func look(over minute: Int64) async throws(RepositoryError) {
        let count = self.room.leftOut.count + self.sampler.leftOutCount
        Gauge(label: "purser_metrics_left_out").record(count)
        guard minute % 60 == 0 else { return }
        try await self.repository.trimMetrics(toBytes: MetricHistory.greatestByteCount)
        guard count > 0 else { return }
        self.logger.warning(
            "The history of metrics has no room for some series: graphs lack them, and alarms may not see them.",
            metadata: ["series": "\(count)"]
        )
        if !self.room.leftOut.isEmpty, self.isTrusted { try await self.repository.dropSilentMetrics() }
        self.room.hold(try await self.repository.metricKeys())
    }

    /// Evaluates the alarms, and saves what changed.
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
        let before = try await self.repository.alarmRecords()
        var after = before
        _ = change(&after)
        if after != before {
            let changed = try await self.repository.changeAlarmRecords(change)
            after = changed.records
            self.report(dropped: changed.dropped)
        }
        self.show(after)
        Counter(label: "purser_alarm_evaluations_total").increment()
    }

    /// Counts the notices that their channels never receive, and says so in the log.
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

    /// Records how many alarms there are of each name and state that ever was since this node leads.
    private func show(_ records: AlarmRecords) {
        var counts: [[String]: Int] = [:]
        for alarm in records.alarms { counts[[alarm.key.name.rawValue, alarm.state.rawValue], default: 0] += 1 }
        self.shownAlarms.formUnion(counts.keys)
        for shown in self.shownAlarms {
            Gauge(label: "purser_alarms", dimensions: [("name", shown[0]), ("state", shown[1])])
                .record(counts[shown] ?? 0)
        }
    }

    /// Leaves the samples that are not put yet to the next leader.
    private func leave() async {
        for sample in self.own { try? await self.repository.put(sample) }
        self.own = []
    }
}
