package import Ledger
package import Logging
import Metrics
import ServiceLifecycle

/// The leader's minute: measures, folds the samples of all nodes into the history, and evaluates the alarms.
///
/// One node at a time runs it. A clock that jumps over many minutes is followed by one tick; the minutes between stay
/// unknown. What cannot be read or written now is done with the next tick, and no heartbeat goes out meanwhile.
package actor WatchService<C: Clock<Duration>>: Service {
    /// How often the clock is looked at.
    package static var interval: Duration { .seconds(1) }
    /// How long the gauges are waited for.
    package static var measuringLimit: Duration { .seconds(20) }
    /// How many samples of this node wait while the database cannot be written.
    private static var greatestWaitingCount: Int { 60 }

    private let sampler: FigureSampler
    private let round: GaugeRound<C>
    private let repository: any WatchRepository
    private let ambient: Ambient
    private let node: NodeID
    private let deliver: @Sendable (_ now: Instant) async -> Void
    private let patience: Duration
    private let catchUp: (@Sendable () async throws -> Void)?
    private let logger: Logger
    private let clock: C
    private let board: AlarmBoard

    private var rules: AlarmRules
    private var roster: NodeRoster
    private var lostNodes: [NodeID] = []
    private var history = FigureHistory()
    /// The minute through which was folded; `nil` before the history was loaded.
    private var folded: Int64?
    private var isLoaded = false
    /// The minutes, from the current one on, that the clock has passed before; `nil` where there are none.
    private var again: ClosedRange<Int64>?
    /// Whether the clock is believed; `nil` before the history was loaded.
    private var trust: ClockTrust?
    private var isTrusted = true
    private var dropped: [FigureTier: Int64] = [:]
    /// The samples of this node that are not put yet.
    private var own: [NodeSample] = []
    private var room: FigureRoom
    private var shownAlarms: Set<[String]> = []

    /// A watch that begins with the next minute.
    ///
    /// - Parameters:
    ///   - settings: What the configuration says.
    ///   - apps: The apps that are served.
    ///   - sampler: Takes the samples of this node.
    ///   - gauges: What is measured once a minute.
    ///   - repository: Keeps figures and alarms.
    ///   - ambient: Its time is the ledger's.
    ///   - node: This node.
    ///   - isShared: Whether other nodes may share the repository.
    ///   - deliver: Called once the alarms were evaluated; it lets somebody else send, as the next minute waits for it.
    ///   - forget: Forgets the metrics of these names, when this node does not lead any more.
    ///   - patience: How long the samples of other nodes are waited for after the boundary.
    ///   - catchUp: Awaited before each look at the clock where the time is somebody else's.
    ///   - logger: Is told of what cannot be read or written.
    ///   - clock: Paces the looks.
    package init(
        settings: WatchSettings,
        apps: [AppName],
        sampler: FigureSampler,
        gauges: [any MinuteGauge] = [],
        repository: any WatchRepository,
        ambient: Ambient,
        node: NodeID,
        isShared: Bool = false,
        deliver: @escaping @Sendable (_ now: Instant) async -> Void = { _ in },
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
        self.deliver = deliver
        self.patience = patience
        self.catchUp = catchUp
        self.logger = logger
        self.clock = clock
        self.board = AlarmBoard(settings.thresholds, channels: settings.channels.map(\.rawValue))
        self.rules = AlarmRules(settings.thresholds, apps: apps)
        self.room = sampler.room(apps: apps.count)
    }

    /// Ticks until the server stops or another node leads.
    package nonisolated func run() async throws {
        self.sampler.isLeading = true
        var boundaries = MinuteBoundaries()
        await Sweep(interval: Self.interval, clock: self.clock, catchUp: self.catchUp).run {
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
        let minute = FigureTier.minute.point(of: now) - 1
        await self.round.run(at: now)
        if self.patience > .zero { try? await self.clock.sleep(for: self.patience) }
        do throws(RepositoryError) {
            try await self.keep(minute)
            try await self.judge(minute, at: now)
        } catch {
            self.logger.warning(
                "The watch cannot read or write its figures now; it is tried again in the next minute.",
                metadata: ["code": "\(error.code)"]
            )
            return
        }
        await self.deliver(now)
    }

    /// Folds what was counted and measured up to a minute.
    private func keep(_ minute: Int64) async throws(RepositoryError) {
        let waiting: [NodeSample]
        let finding: NodeRoster.Finding
        do throws(RepositoryError) {
            waiting = try await self.repository.samples(through: minute)
            finding = self.roster.take(waiting, lookingFrom: self.node, atMinute: minute)
            Gauge(label: "purser_nodes").record(finding.presentCount)
            Gauge(label: "purser_nodes_lost").record(finding.lost.count)
            self.lostNodes = finding.lost
        } catch {
            await self.takeOwn(minute)
            throw error
        }
        await self.takeOwn(minute)
        let own = self.own
        // They wait in the database first, so that a fold whose outcome is unknown cannot add them twice.
        for sample in own where !sample.sample.values.isEmpty { try await self.repository.put(sample) }
        self.own = []
        try await self.load(through: minute)
        let put = Set(own.map(\.sample.minute))
        let others = waiting.filter { sample in
            !sample.sample.values.isEmpty && !(sample.node == self.node && put.contains(sample.sample.minute))
        }
        let samples = others + own
        try await self.look(over: minute)
        let folding = FigureFolding(self.room.admitted(samples), through: minute, after: self.folded)
        try await self.fold(folding, removing: samples + finding.endedMarks, atMinute: minute)
        for mark in finding.newMarks { try await self.repository.put(mark) }
    }

    /// Writes what is folded, and takes it into the history.
    private func fold(
        _ folding: FigureFolding,
        removing removed: [NodeSample],
        atMinute minute: Int64
    ) async throws(RepositoryError) {
        var stored: [FigureRow] = []
        for (tier, numbers) in folding.needed {
            stored += try await self.repository.figureRows(tier, numbers, of: nil)
        }
        if let again = self.again, again.contains(minute) {
            stored = stored.map { $0.id.tier == .minute ? $0.forgetting(from: again.lowerBound) : $0 }
        }
        self.isTrusted = self.trust?.take(minute) ?? true
        let kept = self.isTrusted ? FigureFolding.kept(atMinute: minute) : self.dropped
        do throws(RepositoryError) {
            try await self.repository.fold(
                folding.rows(over: stored),
                removing: removed,
                droppingBefore: kept == self.dropped ? [:] : kept
            )
        } catch {
            // Whether it was done is not known.
            self.isLoaded = false
            throw error
        }
        self.dropped = kept
        self.folded = minute
        if let again = self.again { self.again = minute < again.upperBound ? (minute + 1)...again.upperBound : nil }
        for (minute, values) in folding.values.sorted(by: { $0.key < $1.key }) {
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
        if let folded = self.folded, minute < folded { self.isLoaded = false }
        guard !self.isLoaded else { return }
        let now = FigureTier.minute.begin(ofPoint: minute)
        let hour = FigureTier.hour.point(of: now)
        var minutes = try await self.repository.figureRows(.minute, 0...Int64.max, of: nil)
        let oldest = FigureTier.hour.row(ofPoint: hour - Int64(FigureHistory.hourCount))
        var stored = try await self.repository.figureRows(.hour, oldest...FigureTier.hour.row(ofPoint: hour), of: nil)
        self.again = nil
        if let newest = minutes.compactMap(\.newestPoint).max(), newest > minute {
            self.again = minute...newest
            minutes = minutes.map { $0.forgetting(from: minute) }
            stored = stored.map { $0.forgetting(from: hour) }
        }
        let known = Dictionary(stored.map { ($0.id, $0) }) { _, last in last }
        var hours = known
        // The last hour may not have been written as one before the leader stopped.
        for row in FigureFolding.rolled(minutes, into: .hour, over: known) { hours[row.id] = row }
        let long = try await self.repository.figureKeys().filter { FigureHistory.longMetrics.contains($0.metric) }
        let first = FigureTier.hour.row(ofPoint: hour - Int64(FigureHistory.dayCount) * 24)
        let older = try await self.repository.figureRows(.hour, first...(oldest - 1), of: long)
        var history = FigureHistory()
        for row in (older + hours.values).sorted(by: { $0.id.number < $1.id.number }) + minutes { history.add(row) }
        self.history = history
        let newest = minutes.compactMap(\.newestPoint).max()
        self.folded = newest.map { FigureTier.minute.row(ofPoint: $0) * Int64(FigureTier.minute.pointsPerRow) }
        if self.trust == nil { self.trust = ClockTrust(knowing: Set(minutes.flatMap(\.knownPoints))) }
        self.isLoaded = true
        self.room.hold(try await self.repository.figureKeys())
    }

    /// Once an hour keeps the history within its bytes, says how many series found no room, and makes some where there is
    /// what nobody has counted for long.
    private func look(over minute: Int64) async throws(RepositoryError) {
        let count = self.room.leftOut.count + self.sampler.leftOutCount
        Gauge(label: "purser_figures_left_out").record(count)
        guard minute % 60 == 0 else { return }
        try await self.repository.trimFigures(toBytes: FigureHistory.greatestByteCount)
        guard count > 0 else { return }
        self.logger.warning(
            "The history of figures has no room for some series: graphs lack them, and alarms may not see them.",
            metadata: ["series": "\(count)"]
        )
        if !self.room.leftOut.isEmpty, self.isTrusted { try await self.repository.dropSilentFigures() }
        self.room.hold(try await self.repository.figureKeys())
    }

    /// Evaluates the alarms, and saves what changed.
    private func judge(_ minute: Int64, at now: Instant) async throws(RepositoryError) {
        var found = self.rules.readings(of: self.history, atMinute: minute)
        found.name(lostNodes: self.lostNodes)
        let readings = found
        let board = self.board
        let isTrusted = self.isTrusted
        let change: @Sendable (inout AlarmBook) -> (book: AlarmBook, dropped: [AlarmNotice]) = { book in
            book.turnBack(to: readings.at)
            let expired = isTrusted ? board.expire(at: now, in: &book) : []
            let surplus = board.take(readings, into: &book)
            return (book, expired + surplus)
        }
        let before = try await self.repository.alarmBook()
        var after = before
        _ = change(&after)
        if after != before {
            let changed = try await self.repository.changeAlarmBook(change)
            after = changed.book
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
    private func show(_ book: AlarmBook) {
        var counts: [[String]: Int] = [:]
        for alarm in book.alarms { counts[[alarm.key.name.rawValue, alarm.state.rawValue], default: 0] += 1 }
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
